/**
 * The value without NUL characters in its texts. No keyboard makes them, Postgres cannot keep them, and a whole save
 * must not fail for one that came in with a paste. What has none is given back as it is.
 */
export function withoutNul<T>(value: T): T {
  if (typeof value === 'string') return (value.includes('\0') ? value.replaceAll('\0', '') : value) as T
  if (Array.isArray(value)) return replaced(value, value.map(withoutNul)) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const cleaned = entries.map(([key, item]) => [withoutNul(key), withoutNul(item)] as const)
  const same = cleaned.every(([key, item], index) => key === entries[index]?.[0] && item === entries[index]?.[1])
  return same ? value : (Object.fromEntries(cleaned) as T)
}

function replaced<T>(before: readonly T[], after: readonly T[]): readonly T[] {
  return after.every((item, index) => item === before[index]) ? before : after
}
