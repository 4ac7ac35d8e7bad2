/**
 * Parses the text of a number field: a number, a sum (`100/3`, `2*(40+8)`), a change of the current value (`+20`, `*2`,
 * `/3`) or a part of it (`50%`). A leading minus makes a negative number; `+-20` subtracts. Commas count as points, and
 * a trailing unit is ignored. Null if it is not one of these.
 */
export function readNumber(text: string, present: number): number | null {
  const typed = text
    .trim()
    .replace(/,/g, '.')
    .replace(/[a-z°]+$/i, '')
  const relative = /^[+*/]/.test(typed)
  const reader: Reader = { rest: relative ? `(${present})${typed}` : typed, present }
  const value = sum(reader)
  return value !== null && reader.rest.trim() === '' && Number.isFinite(value) ? value : null
}

interface Reader {
  rest: string
  readonly present: number
}

function sum(reader: Reader): number | null {
  let value = product(reader)
  for (let sign = take(reader, /^[+-]/); sign && value !== null; sign = take(reader, /^[+-]/)) {
    const next = product(reader)
    value = next === null ? null : sign === '+' ? value + next : value - next
  }
  return value
}

function product(reader: Reader): number | null {
  let value = factor(reader)
  for (let sign = take(reader, /^[*/]/); sign && value !== null; sign = take(reader, /^[*/]/)) {
    const next = factor(reader)
    value = next === null ? null : sign === '*' ? value * next : value / next
  }
  return value
}

function factor(reader: Reader): number | null {
  if (take(reader, /^-/)) {
    const value = factor(reader)
    return value === null ? null : -value
  }
  if (take(reader, /^\(/)) {
    const value = sum(reader)
    return take(reader, /^\)/) ? value : null
  }
  const digits = take(reader, /^(?:\d+(?:\.\d*)?|\.\d+)/)
  if (!digits) return null
  return take(reader, /^%/) ? (Number(digits) / 100) * reader.present : Number(digits)
}

/** Consumes a match of the pattern after white space; null if there is none. */
function take(reader: Reader, pattern: RegExp): string | null {
  const rest = reader.rest.trimStart()
  const found = pattern.exec(rest)?.[0]
  if (found === undefined) return null
  reader.rest = rest.slice(found.length)
  return found
}
