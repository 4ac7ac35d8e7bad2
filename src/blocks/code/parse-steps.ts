/**
 * The highlighted lines of a code block, step by step: '1-3|5' is [[1,2,3],[5]]. Lines from 1; an empty step highlights
 * all lines.
 */
export function parseSteps(text: string): number[][] {
  return text.split('|').map((step) => step.split(',').flatMap(linesOf))
}

/** Maximum number of lines in a range: '1-9999999' would exhaust the memory. */
const MAX_LINES = 10_000

function linesOf(part: string): number[] {
  const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part)
  if (!match) return []
  const first = Number(match[1])
  const last = Math.min(match[2] === undefined ? first : Number(match[2]), MAX_LINES)
  return last < first ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** The steps of an element's `data-line-numbers`; null if it has none. */
export function stepsIn(lineNumbers: string): number[][] | null {
  return /\d/.test(lineNumbers) ? parseSteps(lineNumbers) : null
}

/** Class of the invisible fragments after the code, one for each step but the first. */
export const stepMark = 'code-step'
