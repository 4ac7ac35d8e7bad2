/** A cache bounded in bytes, which drops what was not used lately. */
export interface ByteCache<T> {
  get(key: string): T | undefined
  set(key: string, value: T, bytes: number): void
}

interface Entry<T> {
  value: T
  bytes: number
  /** Since it was put at the end of the entries. */
  isUsed: boolean
}

/**
 * Creates a cache of at most `limit` bytes; a value above an eighth of it is not cached. When it is full, the first entries
 * are dropped, but those that were used go to the end. Uses move nothing before: a map whose entries come and go is made
 * anew again and again, and each copy keeps the next one, with all that it refers to, from the collection of young objects.
 */
export function createByteCache<T>(limit: number): ByteCache<T> {
  const entries = new Map<string, Entry<T>>()
  let size = 0
  const drop = (key: string, { bytes }: Entry<T>): void => {
    size -= bytes
    entries.delete(key)
  }
  return {
    get: (key) => {
      const found = entries.get(key)
      if (found) found.isUsed = true
      return found?.value
    },
    set: (key, value, bytes) => {
      const known = entries.get(key)
      if (bytes > limit / 8) {
        if (known) drop(key, known)
        return
      }
      size += bytes - (known?.bytes ?? 0)
      if (known) Object.assign(known, { value, bytes, isUsed: true })
      else entries.set(key, { value, bytes, isUsed: false })
      for (const [oldest, entry] of entries) {
        if (size <= limit) break
        if (oldest === key) continue
        entries.delete(oldest)
        if (entry.isUsed) entries.set(oldest, { ...entry, isUsed: false })
        else size -= entry.bytes
      }
    },
  }
}
