import { beforeAll, expect, test } from 'vitest'
import { makeDeck } from '../../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'

eachDatabase((makeApp) => {
  let app: TestApp
  let ann: TestPerson
  let path: string
  beforeAll(async () => {
    app = await makeApp()
    ann = await app.person({ plan: 'pro', settings: JSON.stringify({ present_notes: false }) })
    path = `/api/v1/decks/${(await makeDeck(app.services, ann.user)).id}/stream.json`
  })
  const read = async () => JSON.parse((await app.visitor().get(path)).body.state)
  const put = (state: unknown) => ann.put(path, { state: typeof state === 'string' ? state : JSON.stringify(state) })

  test('a deck that was never presented has the initial state with its owner’s settings', async () => {
    expect(await read()).toEqual({
      ...{ publisher_id: null, indexh: 0, indexv: 0, indexf: null, paused: false, overview: false },
      ...{ present_controls: true, present_notes: false, present_upsizing: true },
    })
  })

  test('only users who may present can change it', async () => {
    const state = JSON.stringify({ indexh: 1 })
    expect((await app.visitor().put(path, { state })).status).toBe(401)
    expect((await (await app.person()).put(path, { state })).status).toBe(403)
    expect((await ann.put(path, { state }, { csrf: false })).status).toBe(422)
    expect(await read()).toMatchObject({ publisher_id: null, indexh: 0 })
  })

  test('a written state is read back unchanged', async () => {
    const state = {
      ...{ publisher_id: 'page-7', indexh: 3, indexv: 2, indexf: -1, paused: true, overview: true },
      ...{ present_controls: false, present_notes: true, present_upsizing: false },
    }
    const answer = await put(state)
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.body.state)).toEqual(state)
    expect(await read()).toEqual(state)
  })

  test('missing fields are unchanged, but a new slide resets the vertical and fragment index', async () => {
    await put({ publisher_id: 1, indexh: 3, indexv: 2, indexf: 1, paused: true })
    await put({ publisher_id: 1, indexh: 4 })
    expect(await read()).toMatchObject({ publisher_id: 1, indexh: 4, indexv: 0, indexf: null, paused: true })
    await put({ publisher_id: 1, present_notes: true })
    expect(await read()).toMatchObject({ indexh: 4, present_notes: true })
  })

  test('unknown fields are dropped', async () => {
    await put({ publisher_id: 'p', indexh: 1, notes: 'psst', html: '<b>', __proto__: { x: 1 } })
    expect(Object.keys(await read())).toHaveLength(9)
  })

  test('a move without a slide id resets it, and keeps the deck’s version', async () => {
    await put({ publisher_id: 1, indexh: 3, slide: 'a1', version: 7 })
    await put({ publisher_id: 1, indexf: 0 })
    expect(await read()).toMatchObject({ indexh: 3, slide: 'a1', version: 7 })
    await put({ publisher_id: 1, indexh: 4 })
    expect(await read()).toMatchObject({ indexh: 4, slide: null, version: 7 })
  })

  test.each([
    'no json',
    '[]x',
    'null',
    '"text"',
    { indexh: -1 },
    { indexh: 1.5 },
    { indexh: 10_000 },
    { indexh: '1' },
    { indexh: 1, paused: 'yes' },
    { indexh: 1, publisher_id: 'not a name!' },
    { indexh: 1, publisher_id: 'x'.repeat(65) },
    { indexf: -2 },
    { slide: '<b>' },
    { version: -1 },
  ])('%j is refused as a state and changes nothing', async (state) => {
    const before = await read()
    expect((await put(state)).status).toBe(422)
    expect(await read()).toEqual(before)
  })

  test('a body over 16 KB is refused', async () => {
    const body = JSON.stringify({ state: JSON.stringify({ indexh: 1, padding: 'x'.repeat(16_000) }) })
    const headers = { 'content-type': 'application/json' }
    expect((await ann.put(path, body, { headers })).status).toBe(413)
  })

  test('a stream is hidden and deleted with its deck', async () => {
    const deck = await makeDeck(app.services, ann.user)
    await ann.put(`/api/v1/decks/${deck.id}/stream.json`, { state: '{"indexh":1}' })
    expect((await ann.post(`/api/v1/decks/${deck.id}/trash.json`)).status).toBe(200)
    expect((await ann.get(`/api/v1/decks/${deck.id}/stream.json`)).status).toBe(404)
    expect((await ann.delete(`/api/v1/decks/${deck.id}.json`)).status).toBe(204)
    const rows = app.services.database.read.selectFrom('deck_streams').selectAll().where('deck_id', '=', deck.id)
    expect(await rows.execute()).toEqual([])
  })
})
