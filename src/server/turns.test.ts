import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('dear work is done in order, so many at once, and who comes when the line is full is told to come back', async () => {
  const inTurn = createTurns({ atOnce: 2, waiting: 2, full: 'later' })
  const order: number[] = []
  const ends: (() => void)[] = []
  const work = (n: number) =>
    inTurn(() => {
      order.push(n)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const all = [work(1), work(2), work(3), work(4)]
  await expect(work(5)).rejects.toMatchObject({ status: 429, message: 'later' })
  expect(order).toEqual([1, 2])
  ends[0]?.()
  // Comes at the very moment at which a place is handed on: it stands behind those who wait.
  const late = all[0]?.then(() => work(6))
  await expect.poll(() => order).toEqual([1, 2, 3])
  for (let n = 1; n < 5; n++) {
    await expect.poll(() => ends.length).toBeGreaterThan(n)
    ends[n]?.()
  }
  await Promise.all([...all, late])
  expect(order).toEqual([1, 2, 3, 4, 6])
})

test('work that fails gives its place to the next', async () => {
  const inTurn = createTurns({ atOnce: 1, waiting: 1, full: 'later' })
  const failing = inTurn(() => Promise.reject(new Error('no')))
  const next = inTurn(async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
})
