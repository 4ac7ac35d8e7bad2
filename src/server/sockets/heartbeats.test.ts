import { afterAll, beforeAll, expect, test } from 'vitest'
import { overrideTimings } from '../../rules/timings.ts'
import { RawMember } from '../../testing/crowd/raw-member.ts'
import { makeDeck } from '../../testing/factories.ts'
import { portOf } from '../../testing/live-socket.ts'
import { makeTestApp, type TestApp } from '../../testing/test-app.ts'
import { waitFor } from '../../testing/wait-for.ts'

let app: TestApp
beforeAll(async () => {
  const restore = overrideTimings({ socketHeartbeat: 1_500, socketJoin: 700 })
  app = await makeTestApp('sqlite')
  return restore
})
afterAll(() => app.close())

const wish = (deck_id: number) => JSON.stringify({ token: null, subscribe: { deck_id, publisher: false } })

/** A raw connection that joins and answers pings as configured. */
async function connection({ joins, answers, deckId }: { joins: boolean; answers: boolean; deckId?: number }) {
  const { host, origin } = new URL(app.services.settings.baseUrl)
  const seen = { beats: 0, told: 0, code: null as number | null, begun: performance.now() }
  const target = { port: await portOf(app), host, path: '/socket.io/?EIO=4&transport=websocket', headers: { origin } }
  const raw = new RawMember(0, target, {
    opened: () => {},
    heard: (own, text) => {
      if (text[0] === '0' && joins) own.send(`40/live,${deckId === undefined ? '' : wish(deckId)}`)
      if (text.startsWith('42/live,["message"')) seen.told += 1
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

test.concurrent('a dead connection is closed, and a live one stays open', async () => {
  const there = await connection({ joins: true, answers: true })
  const gone = await connection({ joins: true, answers: false })
  await waitFor(() => gone.seen.code !== null && there.seen.beats >= 3)
  expect([gone.seen.beats, there.seen.code]).toEqual([1, null])
  there.raw.destroy()
})

test.concurrent('pings are coalesced with frequent messages, and a socket that does not answer is still terminated', async () => {
  const ann = await app.person()
  const deckId = (await makeDeck(app.services, ann.user)).id
  const there = await connection({ joins: true, answers: true, deckId })
  const gone = await connection({ joins: true, answers: false, deckId })
  let indexh = 0
  await waitFor(async () => {
    indexh += 1
    const state = JSON.stringify({ publisher_id: 'p', indexh })
    await ann.put(`/api/v1/decks/${deckId}/stream.json`, { state })
    return gone.seen.code !== null && there.seen.beats >= 3
  })
  expect([gone.seen.beats, there.seen.code]).toEqual([1, null])
  expect(there.seen.told).toBeGreaterThan(there.seen.beats)
  there.raw.destroy()
})

test.concurrent('a socket that joins no namespace is closed', async () => {
  const idle = await connection({ joins: false, answers: true })
  await waitFor(() => idle.seen.code !== null)
  expect(idle.seen.code).toBe(1008)
})
