import { afterEach, expect, test, vi } from 'vitest'
import { inTime } from '../../testing/wait-for.ts'
import { coalesceReads } from './coalesce-reads.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** A controlled read of a changing value: each run is pending until the test resolves or rejects it. */
function slowRead(pause = 0) {
  let now = 0
  const runs: { asked: number; go: () => void; fail: () => void }[] = []
  const ask = coalesceReads(
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

test('simultaneous requests for a key share one read', async () => {
  const { ask, runs } = slowRead()
  const answers = Array.from({ length: 10_000 }, () => ask('deck'))
  await turn()
  await turn()
  expect(runs.length).toBe(1)
  runs[0]?.go()
  expect(new Set(await Promise.all(answers))).toEqual(new Set([0]))
})

test('no request gets data that was read before the request', async () => {
  const { ask, runs, change } = slowRead()
  const early = ask('deck')
  await turn()
  await turn()
  expect(runs.length).toBe(1)
  // Access ends during a read: later requests must see that, even if the read resolves after them.
  const ended = change()
  const [late, later] = [ask('deck'), ask('deck')]
  runs[0]?.go()
  await vi.waitFor(() => expect(runs.length).toBe(2), inTime)
  runs[1]?.go()
  expect(await Promise.all([early, late, later])).toEqual([0, ended, ended])
})

test('a failed read rejects the requests that shared it, and the next read is tried', async () => {
  const { ask, runs } = slowRead()
  const first = ask('deck')
  await vi.waitFor(() => expect(runs.length).toBe(1), inTime)
  const second = ask('deck')
  runs[0]?.fail()
  await expect(first).rejects.toThrow('away')
  await vi.waitFor(() => expect(runs.length).toBe(2), inTime)
  runs[1]?.go()
  expect(await second).toBe(0)
})

test('staggered requests cost one read per pause, and each answer is newer than its request', async () => {
  vi.useFakeTimers()
  let [now, reads] = [0, 0]
  const ask = coalesceReads(async (_key: number) => {
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
  // A single request long afterward does not wait for the pause.
  let came = false
  void ask(1).then(() => {
    came = true
  })
  await vi.advanceTimersByTimeAsync(0)
  await vi.advanceTimersByTimeAsync(0)
  expect(came).toBe(true)
})
