import { io } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ChannelMessage, ChannelRefusal } from '../../api/deck-channel/messages.ts'
import { overrideTimings } from '../../rules/timings.ts'
import { addCollaborator } from '../../testing/editor-socket.ts'
import { makeDeck } from '../../testing/factories.ts'
import { portOf } from '../../testing/live-socket.ts'
import { makeTestApp, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { waitFor } from '../../testing/wait-for.ts'
import {
  type ChannelOptions,
  connectEditorChannel,
  type EditorChannel,
  endEditorChannel,
  type Joined,
  shareEditorChannel,
} from './client.ts'

let app: TestApp
let [owner, editor]: TestPerson[] = []
let deckId: number
const open: EditorChannel[] = []

beforeAll(async () => {
  const restore = overrideTimings({
    ...{ collaborationGone: 100, presenceApart: 10, collaborationConnectionLost: 600, collaborationIdle: 250 },
    ...{ typingReset: 150, socketReconnect: 20, liveAccessCheck: 60 },
  })
  app = await makeTestApp('sqlite')
  ;[owner, editor] = [await app.person(), await app.person()]
  return restore
})
afterAll(() => app.close())
beforeEach(async () => {
  deckId = (await makeDeck(app.services, owner!.user, { visibility: 'self' })).id
  await addCollaborator(app, deckId, editor!)
})
afterEach(() => {
  for (const channel of open.splice(0)) channel.close()
})

/** A page of a user. `cut` closes its connection, as a lost network does. */
async function page(person: TestPerson | undefined, slideId: string | null = null) {
  const base = new URL(app.services.settings.baseUrl)
  const [messages, joined, refusals]: [ChannelMessage[], Joined[], ChannelRefusal[]] = [[], [], []]
  const port = await portOf(app)
  const nextSocket = () =>
    io(`http://127.0.0.1:${port}/editor`, {
      ...{ transports: ['websocket'], reconnection: false, autoConnect: false, forceNew: true },
      extraHeaders: { host: base.host, origin: base.origin, cookie: person!.cookieHeader() },
    })
  const socket = nextSocket()
  const channel = connectEditorChannel(
    {
      ...{ deckId, userId: person!.user.id, slideId, place: 'review' },
      onJoined: (answer) => void joined.push(answer),
      onMessage: (message) => void messages.push(message),
      onRefused: (refusal) => void refusals.push(refusal),
    },
    () => socket,
  )
  open.push(channel)
  const stateOf = (one: TestPerson | undefined) => channel.snapshot().states.get(one!.user.id)
  // Neither side learns of it: as a server whose process stands still.
  const swallow = () => Object.assign(socket.io.engine.transport, { onData: () => undefined })
  return { channel, messages, joined, refusals, stateOf, nextSocket, swallow, cut: () => socket.io.engine.close() }
}

test('parts of a page share one connection, each with an answer of its own, until the last is closed', async () => {
  const other = await page(editor)
  let connections = 0
  const base = await page(owner)
  const part = () => {
    const joined: Joined[] = []
    const options: ChannelOptions = {
      ...{ deckId, userId: owner!.user.id, slideId: null, place: 'review' },
      onJoined: (answer) => void joined.push(answer),
      onMessage: () => undefined,
      onRefused: () => undefined,
    }
    const channel = shareEditorChannel(options, (shared) => {
      connections += 1
      return connectEditorChannel(shared, base.nextSocket)
    })
    open.push(channel)
    return { channel, joined }
  }
  const first = part()
  await waitFor(() => first.joined.length === 1)
  const second = part()
  await waitFor(() => second.joined.length === 1)
  expect([connections, first.joined.length]).toEqual([1, 2])
  base.channel.close()
  first.channel.close()
  second.channel.showSlide('four')
  await waitFor(() => other.stateOf(owner)?.slide_id === 'four')
  second.channel.close()
  await waitFor(() => other.stateOf(owner) === undefined)
})

test('a channel that has ended for the whole page is not connected for the parts that still have it: they save otherwise', async () => {
  const base = await page(owner)
  const joined: Joined[] = []
  const options: ChannelOptions = {
    ...{ deckId, userId: owner!.user.id, slideId: null, place: 'editor' },
    onJoined: (answer) => void joined.push(answer),
    onMessage: () => undefined,
    onRefused: () => undefined,
  }
  const part = shareEditorChannel(options, (shared) => connectEditorChannel(shared, base.nextSocket))
  await waitFor(() => joined.length === 1)
  endEditorChannel(deckId)
  expect(part.snapshot().connected).toBe(false)
  const batch = { id: '00000000-0000-4000-8000-000000000000', base: 1, ops: [], hashes: {} }
  expect(await part.sendBatch(batch)).toBeNull()
})

test('a page joins, sees the others, their slides, and that one is idle and active again', async () => {
  const [first, second] = [await page(owner, 'one'), await page(editor, 'two')]
  await waitFor(() => first.stateOf(editor)?.slide_id === 'two')
  second.channel.showSlide('three')
  second.channel.showSlide('four')
  await waitFor(() => first.stateOf(editor)?.slide_id === 'four')
  await waitFor(() => first.stateOf(editor)?.status === 'idle')
  second.channel.noteActivity()
  await waitFor(() => first.stateOf(editor)?.status === 'viewing')
  second.channel.close()
  await waitFor(() => first.stateOf(editor) === undefined)
})

test('a user is shown as writing until the end, or for a while after the last sign of it', async () => {
  const [first, second] = [await page(owner), await page(editor)]
  await waitFor(() => first.stateOf(editor) !== undefined && second.joined.length > 0)
  const isTyping = () => first.channel.snapshot().typing.has(editor!.user.id)
  second.channel.broadcast({ type: 'collaboration:user-typing' })
  await waitFor(isTyping)
  second.channel.broadcast({ type: 'collaboration:user-typing-stopped' })
  await waitFor(() => !isTyping())
  second.channel.broadcast({ type: 'collaboration:user-typing' })
  await waitFor(isTyping)
  await waitFor(() => !isTyping())
})

test('a lost connection is reported after a while, and the page joins again where it is', async () => {
  const restore = overrideTimings({ socketReconnect: 500 })
  const [first, second] = [await page(owner), await page(editor, 'one')]
  await waitFor(() => second.joined.length === 1 && first.joined.length === 1)
  second.cut()
  await waitFor(() => !second.channel.snapshot().connected)
  expect(second.channel.snapshot()).toMatchObject({ lost: false, retryAt: expect.any(Number) })
  second.channel.showSlide('two')
  await waitFor(() => second.channel.snapshot().lost || second.joined.length === 2)
  second.channel.retryNow()
  await waitFor(() => second.joined.length === 2)
  expect(second.channel.snapshot()).toMatchObject({ connected: true, lost: false, retryAt: null })
  await waitFor(() => first.stateOf(editor)?.slide_id === 'two')
  restore()
})

test('a server that stands still is noticed by the next thing that is sent, and the page joins again', async () => {
  const [first, second] = [await page(owner), await page(editor, 'one')]
  await waitFor(() => second.joined.length === 1 && first.joined.length === 1)
  second.swallow()
  second.channel.showSlide('two')
  await waitFor(() => second.channel.snapshot().lost)
  expect(second.channel.snapshot().connected).toBe(false)
  await waitFor(() => second.joined.length === 2)
  expect(second.channel.snapshot()).toMatchObject({ connected: true, lost: false })
  await waitFor(() => first.stateOf(editor)?.slide_id === 'two')
})

test('a removed collaborator is told so, and does not come back', async () => {
  const second = await page(editor)
  await waitFor(() => second.joined.length === 1)
  await app.services.database.write.deleteFrom('deck_users').where('deck_id', '=', deckId).execute()
  await waitFor(() => second.messages.some(({ type }) => type === 'collaboration:user-removed'))
  await waitFor(() => second.refusals.length > 0)
  expect(second.refusals).toEqual(['hidden'])
  expect(second.channel.snapshot()).toMatchObject({ connected: false, lost: false, retryAt: null, refused: 'hidden' })
})
