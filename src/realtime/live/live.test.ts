import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { readStream } from '../../api/stream/queries.ts'
import { overrideTimings } from '../../rules/timings.ts'
import { RawMember } from '../../testing/crowd/raw-member.ts'
import { makeDeck } from '../../testing/factories.ts'
import { type LiveTestSocket, openLive, portOf } from '../../testing/live-socket.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { LiveRoom } from './live-room.ts'

eachDatabase((makeApp) => {
  let app: TestApp
  let ann: TestPerson
  const open: LiveTestSocket[] = []
  beforeAll(async () => {
    const restore = overrideTimings({ liveAccessCheck: 100 })
    app = await makeApp()
    restore()
    ann = await app.person({ plan: 'pro' })
  })
  afterEach(() => {
    for (const socket of open.splice(0)) socket.close()
    vi.restoreAllMocks()
  })

  const connect = async (client: TestClient, options?: Parameters<typeof openLive>[2]) => {
    const socket = await openLive(app, client, options)
    open.push(socket)
    return socket
  }
  const follow = async (client: TestClient, deck_id: number, options?: Parameters<typeof openLive>[2]) => {
    const socket = await connect(client, options)
    expect(await socket.subscribe({ deck_id, publisher: false })).toMatchObject({ ok: true, publishing: false })
    return socket
  }
  const present = async (client: TestClient, deck_id: number, publisher_id: string, view?: 'speaker') => {
    const socket = await connect(client)
    const answer = await socket.subscribe({ deck_id, publisher: true, publisher_id, ...(view ? { view } : {}) })
    return Object.assign(socket, { answer })
  }
  const stream = async (deckId: number) =>
    JSON.parse((await app.visitor().get(`/api/v1/decks/${deckId}/stream.json`)).body.state)

  test('every follower gets each move of the presenter, and a late joiner gets the last one at once', async () => {
    const deck = await makeDeck(app.services, ann.user)
    const early = await follow(app.visitor(), deck.id)
    await waitFor(() => early.states.length === 1)
    expect(early.states[0]).toEqual({
      ...{ publisher_id: null, indexh: 0, indexv: 0, indexf: null, paused: false, overview: false },
      ...{ present_controls: true, present_notes: true, present_upsizing: true },
    })
    const presenter = await present(ann, deck.id, 'page-1')
    expect(presenter.answer).toMatchObject({ ok: true, publishing: true })
    expect(await presenter.publish(deck.id, 'page-1', { indexh: 2, indexv: 1, indexf: 0 })).toEqual({
      publishing: true,
    })
    const there = { publisher_id: 'page-1', indexh: 2, indexv: 1, indexf: 0 }
    await waitFor(() => early.states.at(-1)?.indexh === 2)
    expect(early.states.at(-1)).toMatchObject(there)
    const late = await follow(app.visitor(), deck.id)
    await waitFor(() => late.states.length === 1)
    expect(late.states[0]).toMatchObject(there)
    await waitFor(async () => (await stream(deck.id)).indexh === 2)
  })

  test('an API call moves the audience as a socket does', async () => {
    const deck = await makeDeck(app.services, ann.user)
    const member = await follow(app.visitor(), deck.id)
    const state = { publisher_id: 7, indexh: 3, indexv: 0, present_notes: false }
    const put = await ann.put(`/api/v1/decks/${deck.id}/stream.json`, { state: JSON.stringify(state) })
    expect(put.status).toBe(200)
    await waitFor(() => member.states.at(-1)?.indexh === 3)
    expect(member.states.at(-1)).toMatchObject(state)
    expect(await stream(deck.id)).toMatchObject(state)
  })

  test('the number of followers is broadcast, without publishers', async () => {
    const deck = await makeDeck(app.services, ann.user)
    const presenter = await present(ann, deck.id, 'p')
    await present(ann, deck.id, 's', 'speaker')
    const [one] = [await follow(app.visitor(), deck.id), await follow(app.visitor(), deck.id)]
    await waitFor(() => presenter.counts.at(-1) === 2)
    one?.close()
    await waitFor(() => presenter.counts.at(-1) === 1)
  })

  test('one page presents at a time: a later page takes over, and the first page can take over again', async () => {
    const deck = await makeDeck(app.services, ann.user)
    const member = await follow(app.visitor(), deck.id)
    const first = await present(ann, deck.id, 'first')
    await first.publish(deck.id, 'first', { indexh: 1 })
    const second = await present(ann, deck.id, 'second')
    expect(second.answer).toMatchObject({ ok: true, publishing: true })
    // The first page is notified before it moves.
    await waitFor(() => first.overtaken() === 1)
    expect(second.overtaken()).toBe(0)
    expect(await first.publish(deck.id, 'first', { indexh: 5 })).toEqual({ publishing: false })
    expect(await second.publish(deck.id, 'second', { indexh: 2 })).toEqual({ publishing: true })
    await waitFor(() => member.states.at(-1)?.indexh === 2)
    expect(member.states.map(({ indexh }) => indexh)).not.toContain(5)
    // A page that only lost its connection does not take over again.
    const back = await connect(ann)
    const again = { deck_id: deck.id, publisher: true, publisher_id: 'first', again: true }
    expect(await back.subscribe(again)).toMatchObject({ ok: true, publishing: false })
    expect(await first.subscribe({ ...again, again: false })).toMatchObject({ ok: true, publishing: true })
    expect(await first.publish(deck.id, 'first', { indexh: 6 })).toEqual({ publishing: true })
    await waitFor(() => member.states.at(-1)?.indexh === 6 && second.overtaken() === 1)
    expect([first.overtaken(), member.overtaken()]).toEqual([1, 0])
  })

  test('a speaker view moves its user’s presentation without a takeover', async () => {
    const deck = await makeDeck(app.services, ann.user)
    const bob = await app.person()
    const row = { deck_id: deck.id, user_id: bob.user.id, role: 'editor', active: true, status: 'viewing' } as const
    await app.services.database.write
      .insertInto('deck_users')
      .values({ ...row, created_at: new Date() })
      .execute()
    const presenter = await present(ann, deck.id, 'p')
    await presenter.publish(deck.id, 'p', { indexh: 1 })
    const speaker = await present(ann, deck.id, 's', 'speaker')
    expect(await speaker.publish(deck.id, 's', { indexh: 2 })).toEqual({ publishing: true })
    await waitFor(() => presenter.states.at(-1)?.indexh === 2)
    expect(presenter.states.at(-1)?.publisher_id).toBe('s')
    expect(await presenter.publish(deck.id, 'p', { indexh: 3 })).toEqual({ publishing: true })
    const other = await present(bob, deck.id, 'b', 'speaker')
    expect(other.answer).toMatchObject({ ok: true, publishing: false })
    expect(await other.publish(deck.id, 'b', { indexh: 9 })).toEqual({ publishing: false })
  })

  test('60 s after the last presenting page disconnected, the audience waits for a presenter again', async () => {
    const deck = await makeDeck(app.services, ann.user)
    const member = await follow(app.visitor(), deck.id)
    const presenter = await present(ann, deck.id, 'p')
    await presenter.publish(deck.id, 'p', { indexh: 4 })
    await waitFor(() => member.states.at(-1)?.publisher_id === 'p')
    const seenAt = async () => (await readStream(app.services.database.read, deck.id))?.seen_at.getTime() ?? 0
    await waitFor(async () => (await seenAt()) > 0)
    app.advance(10)
    const there = await seenAt()
    presenter.close()
    await waitFor(async () => (await seenAt()) > there)
    const before = member.states.length
    app.advance(50_000)
    await expect(stream(deck.id)).resolves.toMatchObject({ publisher_id: 'p' })
    expect(member.states.length).toBe(before)
    app.advance(11_000)
    await waitFor(() => member.states.at(-1)?.publisher_id === null)
    expect(await stream(deck.id)).toMatchObject({ publisher_id: null, indexh: 4 })
    // A returning presenter is announced with the first message.
    const next = await present(ann, deck.id, 'q')
    expect(await stream(deck.id)).toMatchObject({ publisher_id: null })
    await next.publish(deck.id, 'q', { indexh: 4 })
    await waitFor(() => member.states.at(-1)?.publisher_id === 'q')
  })

  test('a phone’s speaker view that reconnects before the presenter’s page does not take over from it', async () => {
    const deck = await makeDeck(app.services, ann.user)
    const member = await follow(app.visitor(), deck.id)
    const before = await present(ann, deck.id, 'laptop')
    await before.publish(deck.id, 'laptop', { indexh: 1 })
    await waitFor(async () => (await stream(deck.id)).indexh === 1)
    const seenAt = async () => (await readStream(app.services.database.read, deck.id))?.seen_at.getTime() ?? 0
    app.advance(10)
    const there = await seenAt()
    before.close()
    await waitFor(async () => (await seenAt()) > there)
    app.advance(61_000)
    await waitFor(() => member.states.at(-1)?.publisher_id === null)
    const phone = await present(ann, deck.id, 'phone', 'speaker')
    expect(phone.answer).toMatchObject({ ok: true, publishing: true })
    expect(await phone.publish(deck.id, 'phone', { indexh: 2 })).toEqual({ publishing: true })
    const laptop = await connect(ann)
    const back = { deck_id: deck.id, publisher: true, publisher_id: 'laptop', again: true }
    expect(await laptop.subscribe(back)).toMatchObject({ ok: true, publishing: true })
    expect(await laptop.publish(deck.id, 'laptop', { indexh: 3 })).toEqual({ publishing: true })
    expect(await phone.publish(deck.id, 'phone', { indexh: 4 })).toEqual({ publishing: true })
    await waitFor(() => member.states.at(-1)?.indexh === 4)
  })

  test('a move that could not be stored is stored at the next attempt', async () => {
    const deck = await makeDeck(app.services, ann.user)
    const presenter = await present(ann, deck.id, 'p')
    const { write } = app.services.database
    const insertInto = write.insertInto.bind(write)
    let failures = 0
    vi.spyOn(write, 'insertInto').mockImplementation(((table: 'deck_streams') => {
      if (table === 'deck_streams' && failures++ === 0) throw new Error('the disk is full')
      return insertInto(table)
    }) as typeof write.insertInto)
    expect(await presenter.publish(deck.id, 'p', { indexh: 8 })).toEqual({ publishing: true })
    await waitFor(async () => (await stream(deck.id)).indexh === 8)
    expect(failures).toBeGreaterThan(1)
  })

  test('a page that joins while the previous room is still being stored gets a working room', async () => {
    const deck = await makeDeck(app.services, ann.user)
    const holds: (() => void)[] = []
    vi.spyOn(LiveRoom.prototype, 'written').mockImplementation(function (this: LiveRoom) {
      if (this.deckId !== deck.id || this.followers.size > 0) return Promise.resolve()
      return new Promise((resolve) => holds.push(resolve))
    })
    const closed = vi.spyOn(LiveRoom.prototype, 'close')
    const closedOwn = () => (closed.mock.contexts as LiveRoom[]).filter((room) => room.deckId === deck.id).length
    for (const [at, name] of ['one', 'two'].entries()) {
      ;(await present(ann, deck.id, name)).close()
      await waitFor(() => holds.length > at)
    }
    const [first, second] = holds.splice(0)
    first?.()
    await waitFor(() => closedOwn() === 1)
    const presenter = await present(ann, deck.id, 'three')
    second?.()
    await waitFor(() => closedOwn() === 2)
    expect(await presenter.publish(deck.id, 'three', { indexh: 1 })).toEqual({ publishing: true })
  })

  describe('a client without access is refused', () => {
    test('by the permission matrix', async () => {
      const shown = await makeDeck(app.services, ann.user)
      const hidden = await makeDeck(app.services, ann.user, { visibility: 'self' })
      const stranger = await app.person()
      const asks = [
        [app.visitor(), { deck_id: shown.id, publisher: true, publisher_id: 'x' }, 'sign-in'],
        [stranger, { deck_id: shown.id, publisher: true, publisher_id: 'x' }, 'forbidden'],
        [stranger, { deck_id: hidden.id, publisher: false }, 'hidden'],
        [app.visitor(), { deck_id: hidden.id, publisher: false }, 'hidden'],
        [app.visitor(), { deck_id: 987_654, publisher: false }, 'hidden'],
        [ann, { deck_id: shown.id, publisher: true }, 'invalid'],
        [ann, { deck_id: shown.id, publisher: false, view: 'speaker' as const }, 'invalid'],
      ] as const
      for (const [client, message, error] of asks) {
        const socket = await connect(client)
        expect([message, await socket.subscribe(message)]).toEqual([message, { ok: false, error }])
        expect(socket.states).toEqual([])
      }
      expect((await connect(ann)).failed()).toBe(null)
    })

    test.each([
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { host: 'evil.example', origin: 'http://evil.example' },
    ])('from %j', async (options) => {
      expect((await connect(app.visitor(), options)).failed()).not.toBe(null)
    })
  })

  describe('a follower who loses access is disconnected', () => {
    const gone = async (change: (deckId: number) => Promise<unknown>, options: { stranger?: boolean } = {}) => {
      const deck = await makeDeck(app.services, ann.user, { visibility: options.stranger ? 'all' : 'self' })
      const bob = await app.person()
      const row = { deck_id: deck.id, user_id: bob.user.id, role: 'editor', active: true, status: 'viewing' } as const
      await app.services.database.write
        .insertInto('deck_users')
        .values({ ...row, created_at: new Date() })
        .execute()
      const member = await follow(options.stranger ? app.visitor() : bob, deck.id)
      const staying = await follow(ann, deck.id)
      await change(deck.id)
      await waitFor(() => member.closed() !== null)
      return staying
    }
    const people = () => app.services.database.write

    test('when the deck is made private', async () => {
      const staying = await gone((id) => ann.post(`/api/v1/decks/${id}/publish.json`, { visibility: 'self' }), {
        stranger: true,
      })
      expect(staying.closed()).toBe(null)
    })

    test('when a role is removed, a session ends, or the deck is trashed or suspended', async () => {
      const staying = await gone((id) => people().deleteFrom('deck_users').where('deck_id', '=', id).execute())
      expect(staying.closed()).toBe(null)
      await gone(async () => {
        const { user_id } = await people()
          .selectFrom('deck_users')
          .select('user_id')
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow()
        await people().deleteFrom('sessions').where('user_id', '=', user_id).execute()
      })
      await gone((id) => ann.post(`/api/v1/decks/${id}/trash.json`))
      await gone(
        (id) => people().updateTable('decks').set({ suspended_at: new Date() }).where('id', '=', id).execute(),
        {
          stranger: true,
        },
      )
    })
  })

  test('a stopping server sends reconnect delays, and does not wait for clients that do not answer', async () => {
    const own = await makeApp()
    const host = await own.person()
    const deck = await makeDeck(own.services, host.user)
    const member = await openLive(own, own.visitor())
    await member.subscribe({ deck_id: deck.id, publisher: false })
    const pauses: number[] = []
    member.socket.on('retry_after', ({ ms }) => void pauses.push(ms))
    const base = new URL(own.services.settings.baseUrl)
    let silent = false
    const asleep = new RawMember(
      0,
      {
        ...{ port: await portOf(own), host: base.host, path: '/socket.io/?EIO=4&transport=websocket' },
        headers: { origin: base.origin },
      },
      { opened: () => {}, heard: () => (silent = true), ended: () => {} },
    )
    await waitFor(() => silent)
    asleep.pause()
    const begun = performance.now()
    await own.server.close()
    expect(performance.now() - begun).toBeLessThan(10_000)
    await waitFor(() => member.closed() !== null)
    expect(pauses).toHaveLength(1)
    expect(pauses[0]).toBeLessThanOrEqual(30_000)
    asleep.destroy()
  })

  test('a subscription while the server stops is not refused permanently', async () => {
    const own = await makeApp()
    const host = await own.person()
    const deck = await makeDeck(own.services, host.user)
    const [member, late] = [await openLive(own, own.visitor()), await openLive(own, own.visitor())]
    await member.subscribe({ deck_id: deck.id, publisher: false })
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    vi.spyOn(LiveRoom.prototype, 'written').mockReturnValue(held)
    let stops = false
    member.socket.on('retry_after', () => {
      stops = true
    })
    const closing = own.server.close()
    await waitFor(() => stops)
    await expect(late.subscribe({ deck_id: deck.id, publisher: false })).rejects.toThrow('disconnected')
    expect([late.closed() !== null, member.closed()]).toEqual([true, null])
    goOn()
    await closing
  })
})
