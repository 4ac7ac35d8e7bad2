import { afterEach, expect, test, vi } from 'vitest'
import { sharedRead } from './shared-read.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** A read of what changes all the time, under our own hand: each run waits until it is let go. */
function slowRead(pause = 0) {
  let now = 0
  const runs: { asked: number; go: () => void; fail: () => void }[] = []
  const ask = sharedRead(
    (_key: string) =>
      new Promise<number>((resolve, reject) => {
        const seen = now
        runs.push({ asked: seen, go: () => resolve(seen), fail: () => reject(new Error('away')) })
      }),
    pause,
  )
  return { ask, runs, change: () => ++now }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('all who ask at the same moment are answered by one read', async () => {
  const { ask, runs } = slowRead()
  const answers = Array.from({ length: 10_000 }, () => ask('deck'))
  await turn()
  await turn()
  expect(runs.length).toBe(1)
  runs[0]?.go()
  expect(new Set(await Promise.all(answers))).toEqual(new Set([0]))
})

test('nobody is answered with what was read before they asked', async () => {
  const { ask, runs, change } = slowRead()
  const early = ask('deck')
  await turn()
  await turn()
  expect(runs.length).toBe(1)
  // The read is under way when an access ends; who asks now must hear of that, also when the read comes back late.
  const ended = change()
  const [late, later] = [ask('deck'), ask('deck')]
  runs[0]?.go()
  await vi.waitFor(() => expect(runs.length).toBe(2))
  runs[1]?.go()
  expect(await Promise.all([early, late, later])).toEqual([0, ended, ended])
})

test('a read that fails fails for those who waited for it, and the next is tried', async () => {
  const { ask, runs } = slowRead()
  const first = ask('deck')
  await vi.waitFor(() => expect(runs.length).toBe(1))
  const second = ask('deck')
  runs[0]?.fail()
  await expect(first).rejects.toThrow('away')
  await vi.waitFor(() => expect(runs.length).toBe(2))
  runs[1]?.go()
  expect(await second).toBe(0)
})

test('a crowd that comes bit by bit costs a read for each pause, and each answer is newer than its question', async () => {
  vi.useFakeTimers()
  let [now, reads] = [0, 0]
  const ask = sharedRead(async (_key: number) => {
    reads += 1
    return now
  }, 20)
  const answers: Promise<void>[] = []
  for (let ms = 0; ms < 200; ms++) {
    for (let many = 0; many < 5; many++) {
      const asked = ++now
      answers.push(ask(1).then((answer) => expect(answer).toBeGreaterThanOrEqual(asked)))
    }
    await vi.advanceTimersByTimeAsync(1)
  }
  await vi.advanceTimersByTimeAsync(100)
  await Promise.all(answers)
  expect(answers.length).toBe(1_000)
  expect(reads).toBeLessThanOrEqual(11)
  // Who comes alone, long after, waits for no pause.
  let came = false
  void ask(1).then(() => {
    came = true
  })
  await vi.advanceTimersByTimeAsync(0)
  await vi.advanceTimersByTimeAsync(0)
  expect(came).toBe(true)
})
