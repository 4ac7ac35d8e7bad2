import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readStream } from '../../api/stream/queries.ts'
import { makeDeck } from '../../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { Follower } from './follower.ts'
import { LiveRoom } from './live-room.ts'

eachDatabase((makeApp) => {
  let app: TestApp
  let ann: TestPerson
  let deckId: number
  beforeAll(async () => {
    app = await makeApp()
    ann = await app.person()
  })
  beforeEach(async () => {
    deckId = (await makeDeck(app.services, ann.user)).id
  })

  /** The deck's room in one process. */
  const makeRoom = () =>
    new LiveRoom(deckId, {}, { services: app.services, notifyProcesses: () => {}, publishCount: () => {} })
  const page = (id: string) => ({ id, view: 'presenter' as const, userId: ann.user.id })
  const move = (publisher_id: string, indexh: number) => ({
    ...{ deck_id: deckId, publisher_id },
    state: JSON.stringify({ indexh }),
  })

  test('a takeover succeeds even while the previous page keeps moving', async () => {
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

  test('a takeover in one process starts at the position of the page in another', async () => {
    const [here, there] = [makeRoom(), makeRoom()]
    await here.hold(page('before'), false)
    await there.refresh()
    here.publish(page('before'), move('before', 4))
    await here.written()
    app.advance(10)
    expect(await there.hold(page('after'), false)).toBe(true)
    expect(there.fan.last(0)).toContain('indexh\\":4')
  })

  test('a takeover that another process has overtaken fails', async () => {
    const [here, there] = [makeRoom(), makeRoom()]
    await here.hold(page('before'), false)
    await there.refresh()
    app.advance(30_000)
    await here.hold(page('later'), false)
    app.advance(-30_000)
    expect(await there.hold(page('earlier'), false)).toBe(false)
    expect((await readStream(app.services.database.read, deckId))?.holder_id).toBe('later')
  })

  test('a large audience that joins at once is counted once, and a few followers are counted soon', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    try {
      const room = makeRoom()
      const comeIn = (many: number) => {
        for (let n = 0; n < many; n++) room.followers.add({ publisher: null } as Follower)
        room.countChanged()
      }
      comeIn(2)
      vi.advanceTimersByTime(260)
      expect(room.fan.last(1)).toContain('"subscribers":2')
      for (let tenth = 0; tenth < 10; tenth++) {
        comeIn(300)
        vi.advanceTimersByTime(100)
      }
      expect(room.fan.last(1)).toContain('"subscribers":2')
      vi.advanceTimersByTime(2_100)
      expect(room.fan.last(1)).toContain('"subscribers":3002')
    } finally {
      vi.useRealTimers()
    }
  })

  test('the followers of a stopped process are no longer counted', () => {
    const room = makeRoom()
    room.countElsewhere('other', 5)
    expect(room.fan.last(1)).toContain('"subscribers":5')
    room.removeSilent(-1)
    expect(room.fan.last(1)).toContain('"subscribers":0')
  })

  test('a page overtaken in another process does not take over again before it is notified', async () => {
    const [here, there] = [makeRoom(), makeRoom()]
    await here.hold(page('before'), false)
    await there.refresh()
    app.advance(10)
    expect(await there.hold(page('after'), false)).toBe(true)
    expect(there.publish(page('after'), move('after', 7))).toBe(true)
    await there.written()
    app.advance(10)
    // Its move is broadcast here, and reverted as soon as the write is refused.
    expect(here.publish(page('before'), move('before', 5))).toBe(true)
    await here.written()
    const row = await readStream(app.services.database.read, deckId)
    expect([row?.holder_id, JSON.parse(row?.state ?? '{}').indexh]).toEqual(['after', 7])
    expect(here.fan.last(0)).toContain('indexh\\":7')
    expect(here.publish(page('before'), move('before', 6))).toBe(false)
  })

  test('the audience of an overtaken page need not wait for the next move of the new presenter', async () => {
    const [here, there] = [makeRoom(), makeRoom()]
    await here.hold(page('before'), false)
    expect(here.publish(page('before'), move('before', 4))).toBe(true)
    await here.written()
    app.advance(10)
    expect(await there.hold(page('after'), false)).toBe(true)
    expect(here.publish(page('before'), move('before', 5))).toBe(true)
    await here.written()
    expect([here.fan.last(0), there.fan.last(0)]).toEqual([
      expect.stringContaining('indexh\\":4'),
      expect.stringContaining('indexh\\":4'),
    ])
  })

  test('a takeover succeeds although the previous page moved in another process meanwhile', async () => {
    const [here, there] = [makeRoom(), makeRoom()]
    await here.hold(page('before'), false)
    await there.refresh()
    app.advance(30)
    here.publish(page('before'), move('before', 4))
    await here.written()
    app.advance(-20)
    expect(await there.hold(page('after'), false)).toBe(true)
    expect(there.fan.last(0)).toContain('indexh\\":4')
    expect(there.publish(page('after'), move('after', 5))).toBe(true)
    await there.written()
    expect((await readStream(app.services.database.read, deckId))?.holder_id).toBe('after')
  })

  test('without a presenter the first page that moves presents, in every process', async () => {
    const [here, there] = [makeRoom(), makeRoom()]
    await here.hold(page('before'), false)
    await there.refresh()
    app.advance(61_000)
    expect(there.publish(page('after'), move('after', 3))).toBe(true)
    await there.written()
    expect((await readStream(app.services.database.read, deckId))?.holder_id).toBe('after')
  })
})
