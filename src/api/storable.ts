import { HttpError } from '../server/http/http-error.ts'

/** Maximum nesting; valid input has a few levels. */
const maxDepth = 50

/**
 * Removes NUL characters from all texts and replaces unpaired surrogates, since databases cannot store them. Otherwise
 * one pasted character would make a whole save fail. A value without such characters is returned as the same object.
 * Throws 422 for input that is nested too deeply.
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
