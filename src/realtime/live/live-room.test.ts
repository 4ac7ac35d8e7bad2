import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readStream } from '../../api/stream/queries.ts'
import { makeDeck } from '../../testing/factories.ts'
import { makeTestApp, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { LiveRoom } from './live-room.ts'

let app: TestApp
let ann: TestPerson
let deckId: number
beforeAll(async () => {
  app = await makeTestApp('sqlite')
  ann = await app.person()
})
afterAll(() => app.close())
beforeEach(async () => {
  deckId = (await makeDeck(app.services, ann.user)).id
})

/** The deck's room as one process has it. */
const makeRoom = () => new LiveRoom(deckId, {}, { services: app.services, tellOthers: () => {}, tellCount: () => {} })
const page = (id: string) => ({ id, view: 'presenter' as const, userId: ann.user.id })
const move = (publisher_id: string, indexh: number) => ({
  ...{ deck_id: deckId, publisher_id },
  state: JSON.stringify({ indexh }),
})

test('who takes over has taken over, however busily the page before goes on moving', async () => {
  const room = makeRoom()
  await room.hold(page('before'), false)
  expect(room.publish(page('before'), move('before', 1))).toBe(true)
  const taking = room.hold(page('after'), false)
  expect(room.publish(page('before'), move('before', 2))).toBe(false)
  expect(await taking).toBe(true)
  expect(room.publish(page('before'), move('before', 3))).toBe(false)
  await room.written()
  const row = await readStream(app.services.database.read, deckId)
  expect([row?.holder_id, JSON.parse(row?.state ?? '{}').indexh]).toEqual(['after', 1])
})

test('who takes over at one process begins where the page at another was', async () => {
  const [here, there] = [makeRoom(), makeRoom()]
  await here.hold(page('before'), false)
  await there.refresh()
  here.publish(page('before'), move('before', 4))
  await here.written()
  app.advance(10)
  expect(await there.hold(page('after'), false)).toBe(true)
  expect(there.fan.last(0)).toContain('indexh\\":4')
})

test('whom another process has overtaken meanwhile is told so', async () => {
  const [here, there] = [makeRoom(), makeRoom()]
  await here.hold(page('before'), false)
  await there.refresh()
  app.advance(30_000)
  await here.hold(page('later'), false)
  app.advance(-30_000)
  expect(await there.hold(page('earlier'), false)).toBe(false)
  expect((await readStream(app.services.database.read, deckId))?.holder_id).toBe('later')
})

test('the audience of a process that is gone is counted no more', () => {
  const room = makeRoom()
  room.countElsewhere('other', 5)
  expect(room.fan.last(1)).toContain('"subscribers":5')
  room.forgetSilent(-1)
  expect(room.fan.last(1)).toContain('"subscribers":0')
})
