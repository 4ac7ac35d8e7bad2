import { HttpError } from '../server/http/http-error.ts'

/** Objects and lists inside one another. Nothing that is asked for has more than a few. */
const maxDepth = 50

/**
 * The value as every database can keep it: without NUL characters in its texts, and without halves of characters. No
 * keyboard makes them, Postgres cannot keep them, and a whole save must not fail for one that came in with a paste.
 * What has none is given back as it is. Throws 422 for what is nested deeper than anything we ask for.
 */
export function storable<T>(value: T, depth = 0): T {
  if (typeof value === 'string') return storableText(value) as T
  if (typeof value !== 'object' || value === null) return value
  if (depth > maxDepth) throw new HttpError(422, 'That is nested too deeply')
  if (Array.isArray(value)) {
    const items = value.map((item) => storable(item, depth + 1))
    return (value.every((item, index) => item === items[index]) ? value : items) as T
  }
  const entries = Object.entries(value)
  const cleaned = entries.map(([key, item]) => [storableText(key), storable(item, depth + 1)] as const)
  const same = cleaned.every(([key, item], index) => key === entries[index]?.[0] && item === entries[index]?.[1])
  return same ? value : (Object.fromEntries(cleaned) as T)
}

function storableText(text: string): string {
  return (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed()
}
