import { expect, test } from 'vitest'
import type { ApiClient } from '../../../api/client.ts'
import { settingSaver } from './save-setting.ts'

interface Call {
  readonly body: unknown
  readonly signal: AbortSignal
}

test('a changed setting is saved separately, aborts a pending save of the same setting, and fails silently', async () => {
  const calls: Call[] = []
  const api: ApiClient = {
    call: async (_contract, input) => {
      calls.push(input as unknown as Call)
      throw new Error('The network is gone')
    },
  }
  const save = settingSaver(api)
  save('present_notes', false)
  save('speaker_layout', 'tall')
  save('present_notes', true)
  expect(calls.map(({ body }) => body)).toEqual([
    { user_settings: { present_notes: false } },
    { user_settings: { speaker_layout: 'tall' } },
    { user_settings: { present_notes: true } },
  ])
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, false, false])
  // A completed call is not aborted.
  await new Promise((resolve) => setTimeout(resolve))
  save('present_notes', false)
  expect(calls[2]?.signal.aborted).toBe(false)
})
