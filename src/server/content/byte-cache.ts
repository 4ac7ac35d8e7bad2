/** An LRU cache bounded in bytes. */
export interface ByteCache<T> {
  get(key: string): T | undefined
  set(key: string, value: T, bytes: number): void
}

/** Creates a cache of at most `limit` bytes; a value above an eighth of it is not cached. */
export function createByteCache<T>(limit: number): ByteCache<T> {
  const entries = new Map<string, { value: T; bytes: number }>()
  let used = 0
  const drop = (key: string): void => {
    used -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  return {
    get: (key) => {
      const found = entries.get(key)
      if (!found) return undefined
      // Moves the entry to the end: the first is the least recently used.
      entries.delete(key)
      entries.set(key, found)
      return found.value
    },
    set: (key, value, bytes) => {
      drop(key)
      if (bytes > limit / 8) return
      entries.set(key, { value, bytes })
      used += bytes
      for (const oldest of entries.keys()) {
        if (used <= limit) break
        drop(oldest)
      }
    },
  }
}
