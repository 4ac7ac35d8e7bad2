import { expect, test } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

test('tasks run in order within the concurrency limit, and those above the queue limit are refused', async () => {
  const limited = createConcurrencyLimit({ atOnce: 2, waiting: 2, full: 'later' })
  const order: number[] = []
  const ends: (() => void)[] = []
  const work = (n: number) =>
    limited(() => {
      order.push(n)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const all = [work(1), work(2), work(3), work(4)]
  await expect(work(5)).rejects.toMatchObject({ status: 429, message: 'later' })
  expect(order).toEqual([1, 2])
  ends[0]?.()
  // This task arrives while a slot is passed on: it queues behind the waiting tasks.
  const late = all[0]?.then(() => work(6))
  await expect.poll(() => order).toEqual([1, 2, 3])
  for (let n = 1; n < 5; n++) {
    await expect.poll(() => ends.length).toBeGreaterThan(n)
    ends[n]?.()
  }
  await Promise.all([...all, late])
  expect(order).toEqual([1, 2, 3, 4, 6])
})

test('a failed task passes its slot to the next', async () => {
  const limited = createConcurrencyLimit({ atOnce: 1, waiting: 1, full: 'later' })
  const failing = limited(() => Promise.reject(new Error('no')))
  const next = limited(async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
})
