import { expect, it } from 'vitest'
import { inLanes } from './in-lanes.ts'

it('runs every task once, several at a time, and returns results in order', async () => {
  let [now, most] = [0, 0]
  const done: number[] = []
  const results = await inLanes([5, 1, 4, 2, 3], 2, async (item, index) => {
    most = Math.max(most, ++now)
    for (let turn = 0; turn < item; turn++) await Promise.resolve()
    done.push(item)
    now--
    return `${index}: ${item}`
  })
  expect(results).toEqual(['0: 5', '1: 1', '2: 4', '3: 2', '4: 3'])
  expect(done.toSorted()).toEqual([1, 2, 3, 4, 5])
  expect(most).toBe(2)
})

it('rejects with the first failure', async () => {
  const failing = inLanes([1, 2, 3], 2, async (item) => {
    if (item === 2) throw new Error('Two')
    return item
  })
  await expect(failing).rejects.toThrow('Two')
})
