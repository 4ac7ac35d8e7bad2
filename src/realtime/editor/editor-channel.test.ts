import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CommentAnswer } from '../../api/comments/contract.ts'
import type { ChannelPlace, ServerMessage } from '../../api/deck-channel/messages.ts'
import { overrideTimings } from '../../rules/timings.ts'
import { addCollaborator, type EditorTestSocket, openEditorSocket } from '../../testing/editor-socket.ts'
import { makeDeck } from '../../testing/factories.ts'
import { makeTestApp, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { waitFor } from '../../testing/wait-for.ts'

/** ms between two looks at a deck, and between two if nothing was written. */
const looks = { liveAccessCheck: 60, liveAccessLongest: 600 }

let app: TestApp
let [owner, editor, viewer]: TestPerson[] = []
let deckId: number
const open: EditorTestSocket[] = []

beforeAll(async () => {
  const restore = overrideTimings({ collaborationGone: 150, presenceApart: 20, ...looks })
  app = await makeTestApp('sqlite')
  ;[owner, editor, viewer] = [await app.person({ plan: 'pro' }), await app.person(), await app.person()]
  return restore
})
afterAll(() => app.close())
beforeEach(async () => {
  deckId = (await makeDeck(app.services, owner!.user, { visibility: 'self' })).id
  await addCollaborator(app, deckId, editor!)
  await addCollaborator(app, deckId, viewer!, 'viewer')
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.close()
})

async function join(
  person: TestPerson | undefined,
  slideId: string | null = null,
  place?: ChannelPlace,
): Promise<EditorTestSocket> {
  const socket = await openEditorSocket(app, person!)
  open.push(socket)
  expect(await socket.subscribe(deckId, slideId, { place })).toMatchObject({ ok: true })
  return socket
}
const kinds = ({ messages }: EditorTestSocket) =>
  messages.filter(({ type }) => type !== 'collaboration:user-state').map(({ type }) => type.split(':')[1])

test('a user who subscribes is shown as viewing at the slide, and learns who else is there', async () => {
  const first = await join(owner, 'one')
  const second = await openEditorSocket(app, editor!)
  open.push(second)
  expect(await second.subscribe(deckId, 'two')).toMatchObject({
    ok: true,
    editor_user_id: owner!.user.id,
    version: 1,
    users: expect.arrayContaining([{ user_id: owner!.user.id, status: 'viewing', slide_id: 'one' }]),
  })
  await waitFor(() => first.stateOf(editor!.user.id)?.status === 'viewing')
  expect(first.stateOf(editor!.user.id)).toMatchObject({ slide_id: 'two' })
})

test('when a user leaves, it is recorded when they were last there: once, and not for a reload', async () => {
  const seen = async () => {
    const rows = app.services.database.read.selectFrom('deck_users').select('last_seen_at')
    return (await rows.where('deck_id', '=', deckId).where('user_id', '=', editor!.user.id).executeTakeFirst())!
  }
  const [first, page] = [await join(owner), await join(editor)]
  const reloaded = await join(editor)
  page.close()
  await waitFor(() => first.stateOf(editor!.user.id)?.status === 'viewing')
  expect((await seen()).last_seen_at).toBeNull()
  const left = Date.now()
  reloaded.close()
  await waitFor(async () => (await seen()).last_seen_at !== null)
  expect((await seen()).last_seen_at!.getTime()).toBeGreaterThanOrEqual(left)
  await waitFor(() => first.stateOf(editor!.user.id)?.status === 'disconnected')
})

test('a comment on a hidden slide is told to editors, not to viewers', async () => {
  const [first, second] = [await join(editor), await join(viewer)]
  const send = (message: ServerMessage) => app.services.deckChannel.send(deckId, message)
  const comment = { id: 1, slide_hash: 'one', message: 'Secret' } as CommentAnswer
  send({ type: 'collaboration:comment-added', comment, only_editors: true })
  send({ type: 'collaboration:comment-removed', comment: { id: 2 } })
  await waitFor(() => kinds(first).length === 2 && kinds(second).length === 1)
  expect([kinds(first).toSorted(), kinds(second)]).toEqual([['comment-added', 'comment-removed'], ['comment-removed']])
  expect(JSON.stringify(first.messages)).not.toContain('only_editors')
})

test('the others see another slide, idling, activity, and after the grace period that a user is gone', async () => {
  const [first, second] = [await join(owner, 'one'), await join(viewer, 'one')]
  const seen = () => first.stateOf(viewer!.user.id)
  expect(await second.emit('slide-change', { slide_id: 'three' })).toBe(true)
  await waitFor(() => seen()?.slide_id === 'three')
  await second.emit('idle')
  await waitFor(() => seen()?.status === 'idle')
  await second.emit('active')
  await waitFor(() => seen()?.status === 'viewing')
  second.close()
  await waitFor(() => seen()?.status === 'disconnected')
  expect(seen()).toMatchObject({ slide_id: null })
})

test('a page that is reloaded within the grace period is never shown as disconnected', async () => {
  const [first, second] = [await join(owner), await join(editor, 'one')]
  second.close()
  const again = await join(editor, 'two')
  await waitFor(() => first.stateOf(editor!.user.id)?.slide_id === 'two')
  await again.emit('idle')
  await waitFor(() => first.stateOf(editor!.user.id)?.status === 'idle')
  const states = first.messages.filter((message) => 'status' in message && message.user_id === editor!.user.id)
  expect(states.map((message) => 'status' in message && message.status)).not.toContain('disconnected')
})

test('a user with two pages is viewing while one of them is used', async () => {
  const [first, second, third] = [await join(owner), await join(editor, 'one'), await join(editor, 'two')]
  await second.emit('idle')
  await third.emit('slide-change', { slide_id: 'three' })
  await waitFor(() => first.stateOf(editor!.user.id)?.slide_id === 'three')
  expect(first.stateOf(editor!.user.id)).toMatchObject({ status: 'viewing' })
  await third.emit('idle')
  await waitFor(() => first.stateOf(editor!.user.id)?.status === 'idle')
})

test('the others see whether a user has the editor open or only reads, over all pages of the user', async () => {
  const first = await join(viewer, 'one', 'review')
  const reading = await join(owner, 'one', 'review')
  const seen = () => first.stateOf(owner!.user.id)
  await waitFor(() => seen()?.place === 'review')
  const editing = await join(owner, 'one', 'editor')
  await waitFor(() => seen()?.place === 'editor')
  // The later page does not hide the editor.
  await reading.emit('slide-change', { slide_id: 'two' })
  await waitFor(() => seen()?.slide_id === 'two')
  expect(seen()?.place).toBe('editor')
  editing.close()
  await waitFor(() => seen()?.place === 'review')
})

test('the states of all users are sent on request', async () => {
  const [first, second] = [await join(owner, 'one'), await join(editor, 'two')]
  await waitFor(() => first.stateOf(editor!.user.id) !== undefined)
  first.messages.length = 0
  expect(await second.emit('broadcast-all-user-states')).toBe(true)
  await waitFor(() => first.stateOf(owner!.user.id) !== undefined && first.stateOf(editor!.user.id) !== undefined)
})

test('a message goes to the others with the sender’s id, and not back', async () => {
  const [first, second, third] = [await join(owner), await join(editor), await join(viewer)]
  expect(await second.emit('broadcast', { type: 'collaboration:become-editor-request' })).toBe(true)
  const type = 'collaboration:become-editor-request-denied'
  expect(await first.emit('broadcast', { type, user_id: editor!.user.id })).toBe(true)
  await waitFor(() => third.messages.some((message) => message.type === type))
  const request = { type: 'collaboration:become-editor-request', user_id: editor!.user.id }
  expect(first.messages).toContainEqual(request)
  expect(third.messages).toContainEqual(request)
  expect(second.messages).toContainEqual({ type, user_id: editor!.user.id, denied_by_user_id: owner!.user.id })
  expect(kinds(second)).toEqual(['become-editor-request-denied'])
})

test('a page that joins later learns of the open requests', async () => {
  const [, second] = [await join(owner), await join(editor)]
  await second.emit('broadcast', { type: 'collaboration:become-editor-request' })
  const again = await openEditorSocket(app, owner!)
  open.push(again)
  const answer = await again.subscribe(deckId)
  expect(answer).toMatchObject({ requests: [{ user_id: editor!.user.id }] })
  await second.emit('broadcast', { type: 'collaboration:become-editor-request-canceled' })
  expect(await again.subscribe(deckId)).toMatchObject({ requests: [] })
})

test('the request of somebody who may no longer edit is none for pages that join later', async () => {
  const [first, second] = [await join(owner), await join(editor)]
  await second.emit('broadcast', { type: 'collaboration:become-editor-request' })
  const address = `/api/v1/decks/${deckId}/users/${editor!.user.id}.json`
  expect((await owner!.put(address, { user: { role: 'viewer' } })).status).toBe(200)
  await waitFor(() => kinds(first).includes('user-updated'))
  const again = await openEditorSocket(app, owner!)
  open.push(again)
  expect(await again.subscribe(deckId)).toMatchObject({ requests: [] })
})

test('a save is announced to all, and another editor is found without a notification', async () => {
  const [first, second] = [await join(owner), await join(editor)]
  const answer = await owner!.put(`/api/v1/decks/${deckId}.json`, { deck: { title: 'Bees', version: 1 } })
  expect(answer.status).toBe(200)
  const saved = { type: 'collaboration:deck-saved', user_id: owner!.user.id, version: 2 }
  await waitFor(() => second.messages.some(({ type }) => type === saved.type))
  expect(second.messages).toContainEqual(saved)
  const decks = app.services.database.write.updateTable('decks').set({ editor_user_id: editor!.user.id })
  await decks.where('id', '=', deckId).execute()
  await waitFor(() => kinds(first).includes('editor-changed'))
  expect(first.messages).toContainEqual({ type: 'collaboration:editor-changed', user_id: editor!.user.id })
})

test('a removed collaborator is told so and receives nothing of the deck any more', async () => {
  const [first, second] = [await join(owner), await join(editor)]
  await app.services.database.write.deleteFrom('deck_users').where('user_id', '=', editor!.user.id).execute()
  await waitFor(() => second.closed())
  expect(second.messages).toContainEqual({ type: 'collaboration:user-removed', user_id: editor!.user.id })
  const received = second.messages.length
  await first.emit('broadcast', { type: 'collaboration:user-typing' })
  await waitFor(() => first.stateOf(editor!.user.id)?.status === 'disconnected')
  expect(second.messages).toHaveLength(received)
})

test('a page leaves when its session ends by itself, though nothing is written', async () => {
  const [page, other] = [await join(editor), await join(viewer)]
  const { write } = app.services.database
  const soon = new Date(app.services.now().getTime() + 60_000)
  await write.updateTable('sessions').set({ expires_at: soon }).where('user_id', '=', editor!.user.id).execute()
  await write.deleteFrom('deck_users').where('user_id', '=', viewer!.user.id).execute()
  // The deck has been looked at since then.
  await waitFor(() => other.closed())
  expect(page.closed()).toBe(false)
  app.advance(61_000)
  await waitFor(() => page.closed())
})
