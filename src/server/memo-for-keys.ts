import { limits } from '../rules/limits.ts'
import type { Keys } from './services.ts'

/** Texts longer than this are not cached: what follows a valid signature may be of any length. */
const longest = 200

/**
 * Caches what the instance's keys make of a browser's visitor id: several MACs take longer than the rest of a cached
 * page. Undefined is not cached, so forged texts take no room. The oldest results are dropped.
 */
export function memoForKeys<T>(make: (keys: Keys, text: string) => T): (keys: Keys, text: string) => T {
  const memos = new WeakMap<Keys, Map<string, T>>()
  return (keys, text) => {
    const memo = memos.get(keys) ?? new Map<string, T>()
    memos.set(keys, memo)
    const found = memo.get(text)
    if (found !== undefined) return found
    // A copy: a part of a header keeps the whole header in memory.
    const own = Buffer.from(text).toString()
    const made = make(keys, own)
    if (made === undefined || text.length > longest) return made
    memo.set(own, made)
    for (const oldest of memo.keys()) {
      if (memo.size <= limits.memory.visitors) break
      memo.delete(oldest)
    }
    return made
  }
}
