import { limits } from '../rules/limits.ts'
import type { Keys } from './services.ts'

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
    const made = make(keys, text)
    if (made === undefined) return made
    memo.set(text, made)
    for (const oldest of memo.keys()) {
      if (memo.size <= limits.memory.visitors) break
      memo.delete(oldest)
    }
    return made
  }
}
