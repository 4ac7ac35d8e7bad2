import { expect, test } from 'vitest'
import { createTurns, type Urgency } from './take-turns.ts'

/** Queues tasks while a first one runs, and returns the order in which they ran. */
async function orderOf(tasks: readonly (readonly [Urgency, string])[]): Promise<string[]> {
  const turns = createTurns()
  const first = Promise.withResolvers<void>()
  const order: string[] = []
  const running = turns.run('background', () => first.promise)
  const all = tasks.map(([urgency, name]) => turns.run(urgency, async () => void order.push(name)))
  first.resolve()
  await Promise.all([running, ...all, turns.idle()])
  return order
}

const named = (urgency: Urgency, letter: string, count: number) =>
  Array.from({ length: count }, (_, n) => [urgency, `${letter}${n + 1}`] as const)

test('what a user waits for runs before what was queued in the background', async () => {
  const order = await orderOf([...named('background', 'b', 2), ...named('interactive', 'i', 2)])
  expect(order).toEqual(['i1', 'i2', 'b1', 'b2'])
})

test('background tasks do not starve: one runs after three interactive ones', async () => {
  const order = await orderOf([...named('interactive', 'i', 8), ...named('background', 'b', 2)])
  expect(order).toEqual(['i1', 'i2', 'i3', 'b1', 'i4', 'i5', 'i6', 'b2', 'i7', 'i8'])
})

test('one task runs at a time, and a failed one stops no other', async () => {
  const turns = createTurns()
  let running = 0
  const task = (fails: boolean) =>
    turns.run('interactive', async () => {
      running += 1
      expect(running).toBe(1)
      await new Promise(setImmediate)
      running -= 1
      if (fails) throw new Error('no')
      return 'done'
    })
  const results = await Promise.allSettled([task(false), task(true), task(false)])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await task(false)).toBe('done')
})
