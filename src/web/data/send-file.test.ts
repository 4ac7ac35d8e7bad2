import { expect, test } from 'vitest'
import { messages } from '../../rules/messages.ts'
import { uploadedFrom } from './send-file.ts'

test('an upload is failed by 422, by 500, and by an answer that cannot be parsed', () => {
  const refused = JSON.stringify({ error: messages.media.svgMissing, errors: { file: [messages.media.svgMissing] } })
  const failureOf = (status: number, text: string) => () => uploadedFrom({ status, text })
  expect(failureOf(422, refused)).toThrow(messages.media.svgMissing)
  for (const [status, text] of [
    [422, ''],
    [500, '<h1>Internal server error</h1>'],
    [500, '{"url":"/m/a.png"}'],
    [200, 'not json'],
    [201, '{"url":'],
    [201, 'null'],
    [201, '{"id":1}'],
  ] as const)
    expect(failureOf(status, text), `${status} ${text}`).toThrow(messages.media.uploadFailed)
  expect(uploadedFrom({ status: 201, text: '{"url":"/m/a.png"}' })).toEqual({ url: '/m/a.png' })
})
