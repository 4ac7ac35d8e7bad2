/** The attribute of code for the number of its first line, as in reveal.js. Highlighted lines are counted from 1 all the same. */
export const firstLineAttribute = 'data-ln-start-from'

/** The highest number of a first line; the lowest is 0. */
export const highestFirstLine = 1_000_000

/** The number of the first line that an attribute says: 1 without a valid one. */
export function firstLineOf(value: string | null | undefined): number {
  const number = /^\d{1,7}$/.test(value ?? '') ? Number(value) : 1
  return number <= highestFirstLine ? number : 1
}

/**
 * The declarations for an element of numbered code that its style sheet needs to draw the numbers: '' where it does
 * without. `count`: of lines.
 */
export function numberingStyle(firstLine: number, count: number): string {
  const digits = String(firstLine + count - 1).length
  const counter = firstLine === 1 ? '' : `counter-reset: code-line ${firstLine - 1}; `
  return counter === '' && digits < 3 ? '' : `${counter}--code-digits: ${digits}`
}
