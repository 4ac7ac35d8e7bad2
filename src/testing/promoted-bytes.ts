import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Bytes of the heap that are left of `count` calls of `run`, one after the other, when only young objects are collected, as
 * after every tenth of the calls: what is still referred to, and garbage that something old refers to.
 */
export async function promotedBytes(count: number, run: (n: number) => unknown): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void
  collect()
  const before = process.memoryUsage().heapUsed
  for (let n = 0; n < count; n++) {
    await run(n)
    if (n % Math.ceil(count / 10) === 0) collect({ type: 'minor' })
  }
  // Objects become old by their second collection.
  for (let n = 0; n < 2; n++) collect({ type: 'minor' })
  return process.memoryUsage().heapUsed - before
}
