import { afterAll, beforeAll, expect, test } from 'vitest'
import { overrideTimings } from '../../rules/timings.ts'
import { RawMember } from '../../testing/crowd/raw-member.ts'
import { portOf } from '../../testing/live-socket.ts'
import { makeTestApp, type TestApp } from '../../testing/test-app.ts'
import { waitFor } from '../../testing/wait-for.ts'

let app: TestApp
beforeAll(async () => {
  const restore = overrideTimings({ socketHeartbeat: 600, socketJoin: 300 })
  app = await makeTestApp('sqlite')
  return restore
})
afterAll(() => app.close())

/** A connection that answers what it is asked as told. */
async function connection({ joins, answers }: { joins: boolean; answers: boolean }) {
  const { host, origin } = new URL(app.services.settings.baseUrl)
  const seen = { beats: 0, code: null as number | null, begun: performance.now() }
  const target = { port: await portOf(app), host, path: '/socket.io/?EIO=4&transport=websocket', headers: { origin } }
  const raw = new RawMember(0, target, {
    opened: () => {},
    heard: (own, text) => {
      if (text[0] === '0' && joins) own.send('40/live,')
      if (text !== '2') return
      seen.beats += 1
      if (answers) own.send('3')
    },
    ended: (_own, code) => {
      seen.code = code
    },
  })
  return { seen, raw }
}

test('who has gone without a word is noticed, and who answers stays', async () => {
  const there = await connection({ joins: true, answers: true })
  const gone = await connection({ joins: true, answers: false })
  await waitFor(() => gone.seen.code !== null && there.seen.beats >= 3, 10_000)
  expect([gone.seen.beats, there.seen.code]).toEqual([1, null])
  there.raw.destroy()
})

test('who never says what they came for is put out', async () => {
  const idle = await connection({ joins: false, answers: true })
  await waitFor(() => idle.seen.code !== null, 10_000)
  expect(idle.seen.code).toBe(1008)
})
