import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ApiClient } from '../../../api/client.ts'
import type { ImportAnswer } from '../../../api/imports/contract.ts'
import type { JobMessage } from '../../../api/job-channel/messages.ts'
import { importMessages } from '../../../rules/import-messages.ts'
import { timings } from '../../../rules/timings.ts'
import { followImport } from './follow-import.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const first = { id: 7, status: 'processing', done: 0, slide_count: null, file_name: 'Talk.pdf' } as ImportAnswer

/** Follows an import whose answers are given, and records what is shown. */
function following(answers: readonly (ImportAnswer | null)[]) {
  let tell: (message: JobMessage) => void = () => undefined
  let [asked, ended] = [0, false]
  const api = {
    call: async () => {
      const answer = answers[Math.min(asked++, answers.length - 1)]
      if (!answer) throw new Error('offline')
      return answer
    },
  } as unknown as ApiClient
  const shown: string[] = []
  const watch = (_kind: string, onMessage: typeof tell) => {
    tell = onMessage
    return () => {
      ended = true
    }
  }
  const abort = new AbortController()
  const result = followImport(api, watch, first, abort.signal, (now) => {
    shown.push(`${now.status} ${now.done} of ${now.slide_count}`)
  })
  result.catch(() => undefined)
  const send = (message: Partial<JobMessage>) =>
    tell({ kind: 'import', id: 7, status: 'processing', done: 0, slides: 3, ...message })
  return { result, shown, send, abort, asked: () => asked, ended: () => ended }
}

test('progress comes over the socket without a request; its end is asked for at once', async () => {
  const done = { ...first, status: 'finished', done: 3, slide_count: 3 } as ImportAnswer
  const { result, shown, send, asked, ended } = following([done])
  for (let slide = 1; slide <= 3; slide++) {
    send({ done: slide })
    await vi.advanceTimersByTimeAsync(timings.importPoll)
  }
  send({ id: 8, done: 9 })
  expect([asked(), shown]).toEqual([0, ['processing 1 of 3', 'processing 2 of 3', 'processing 3 of 3']])
  send({ status: 'finished' })
  await vi.advanceTimersByTimeAsync(0)
  expect([await result, asked(), ended()]).toEqual([done, 1, true])
})

test('without a socket the state is asked for', async () => {
  const { result, shown } = following([
    { ...first, done: 1, slide_count: 2 },
    { ...first, status: 'finished', done: 2, slide_count: 2 },
  ])
  await vi.advanceTimersByTimeAsync(2 * timings.importPoll)
  expect([(await result).status, shown]).toEqual(['finished', ['processing 1 of 2', 'finished 2 of 2']])
})

test('an import that is silent for 240 s is given up, also while the server cannot be reached', async () => {
  for (const answer of [first, null]) {
    const { result, ended } = following([answer])
    await vi.advanceTimersByTimeAsync(239_000)
    expect(ended()).toBe(false)
    await vi.advanceTimersByTimeAsync(3_000)
    await expect(result).rejects.toThrow(importMessages.silent)
    expect(ended()).toBe(true)
  }
})

test('a canceled import is not followed any more', async () => {
  const { result, abort, ended, asked } = following([first])
  abort.abort()
  await vi.advanceTimersByTimeAsync(0)
  expect([await result, ended(), asked()]).toEqual([first, true, 0])
})
