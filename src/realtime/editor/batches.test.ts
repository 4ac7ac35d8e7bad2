import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BatchAnswer, BatchesMessage } from '../../api/batches/messages.ts'
import { newSlideId } from '../../document/ids.ts'
import type { Op } from '../../document/ops/op.ts'
import { type Structure, singleStack } from '../../document/structure.ts'
import { limits } from '../../rules/limits.ts'
import { addCollaborator, type EditorTestSocket, openEditorSocket } from '../../testing/editor-socket.ts'
import { makeDeck } from '../../testing/factories.ts'
import { makeTestApp, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { waitFor } from '../../testing/wait-for.ts'

let app: TestApp
let [owner, viewer]: TestPerson[] = []
let deck: Awaited<ReturnType<typeof makeDeck>>
const open: EditorTestSocket[] = []

beforeAll(async () => {
  app = await makeTestApp('sqlite')
  ;[owner, viewer] = [await app.person({ plan: 'pro' }), await app.person()]
})
afterAll(() => app.close())
beforeEach(async () => {
  deck = await makeDeck(app.services, owner!.user, { visibility: 'self', slides: ['one'] })
  await addCollaborator(app, deck.id, viewer!, 'viewer')
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.close()
})

/** A page in the deck's room: `send` sends a batch, `received` has what the stream brought. */
async function page(person: TestPerson | undefined) {
  const channel = await openEditorSocket(app, person!)
  open.push(channel)
  const joined = await channel.subscribe(deck.id)
  expect(joined).toMatchObject({ ok: true })
  const received: BatchesMessage[] = []
  channel.socket.on('batches', (message) => void received.push(message))
  const send = (base: number, ops: readonly Op[], id = newSlideId()): Promise<BatchAnswer> =>
    channel.socket.timeout(30_000).emitWithAck('batch', { id, base, ops: [...ops], hashes: {} })
  return { send, received, joined, messages: channel.messages }
}

const title = (value: string): Op => ({ kind: 'setting', name: 'title', value })
const notes = (put: string): Op => ({ kind: 'notes', slide: deck.slideIds[0]!, delta: [{ put }] })

test('a page is told who edits since another process changed it, and so are those that were there', async () => {
  const first = await page(owner)
  const decks = app.services.database.write.updateTable('decks').set({ editor_user_id: viewer!.user.id })
  await decks.where('id', '=', deck.id).execute()
  const second = await page(viewer)
  const editorId = viewer!.user.id
  expect(second.joined).toMatchObject({ editor_user_id: editorId })
  await waitFor(() => first.messages.length > 0)
  expect(first.messages).toContainEqual({ type: 'collaboration:editor-changed', user_id: editorId })
})

test('a batch is broadcast before it is acknowledged, and notes only to those who may read them', async () => {
  const [first, second, reviewer] = [await page(owner), await page(owner), await page(viewer)]
  const answer = await first.send(1, [title('Bees'), notes('private words')])
  expect(answer).toMatchObject({ ok: true, seq: 2 })
  await waitFor(() => second.received.length > 0 && reviewer.received.length > 0)
  const batch = { seq: 2, user_id: owner!.user.id, ops: [title('Bees'), notes('private words')] }
  expect(second.received).toMatchObject([{ batches: [batch] }])
  expect(reviewer.received).toMatchObject([{ batches: [{ seq: 2, ops: [title('Bees')] }] }])
  expect(JSON.stringify(reviewer.received)).not.toContain('private')
})

test('notes that a deck shares are sent to its viewers, until it no longer shares them; those of hidden slides never', async () => {
  const [first, reviewer] = [await page(owner), await page(viewer)]
  const shares = (value: boolean): Op => ({ kind: 'setting', name: 'share_notes', value })
  const id = newSlideId()
  const row = await app.services.database.read
    .selectFrom('deck_structures')
    .select('structure')
    .where('deck_id', '=', deck.id)
    .executeTakeFirstOrThrow()
  const from = row.structure as Structure
  const html = `<section data-id="${id}" data-visibility="hidden"><h2>plan</h2></section>`
  const batches: readonly Op[][] = [
    [shares(true), notes('shared words')],
    [
      { kind: 'put-slide', slide: id, html, notes: 'hidden words' },
      { kind: 'structure', from, to: { ...from, stacks: [...from.stacks, singleStack(id)] } },
    ],
    [{ kind: 'notes', slide: id, delta: [{ put: 'more ' }] }],
    [shares(false), notes('private words, ')],
  ]
  for (const [at, ops] of batches.entries()) {
    expect(await first.send(at + 1, ops)).toMatchObject({ ok: true, seq: at + 2 })
    await waitFor(() => reviewer.received.length === at + 1)
  }
  expect(reviewer.received).toMatchObject([
    { batches: [{ seq: 2, ops: [shares(true), notes('shared words')] }] },
    { batches: [{ seq: 3, ops: [{ kind: 'structure' }] }] },
    { batches: [{ seq: 4, ops: [] }] },
    { batches: [{ seq: 5, ops: [shares(false)] }] },
  ])
})

test('hidden slides are for editors only: viewers get no words of them, and read the deck again when one is shown', async () => {
  const [first, reviewer] = [await page(owner), await page(viewer)]
  const id = newSlideId()
  const html = `<section data-id="${id}" data-visibility="hidden"><h2>secret plan</h2></section>`
  const row = await app.services.database.read
    .selectFrom('deck_structures')
    .select('structure')
    .where('deck_id', '=', deck.id)
    .executeTakeFirstOrThrow()
  const from = row.structure as Structure
  const added: Op[] = [
    { kind: 'put-slide', slide: id, html, notes: '' },
    { kind: 'structure', from, to: { ...from, stacks: [...from.stacks, singleStack(id)] } },
  ]
  expect(await first.send(1, added)).toMatchObject({ ok: true, seq: 2 })
  const edited: Op[] = [{ kind: 'notes', slide: id, delta: [{ put: 'secret words' }] }, notes('own words')]
  expect(await first.send(2, edited)).toMatchObject({ ok: true, seq: 3 })
  await waitFor(() => reviewer.received.length === 2)
  expect(JSON.stringify(reviewer.received)).not.toMatch(/secret|own words/)
  expect(await first.send(3, [{ kind: 'attribute', slide: id, name: 'data-visibility', value: null }])).toMatchObject({
    ok: true,
  })
  await waitFor(() => reviewer.received.length === 3)
  expect(reviewer.received[2]).toEqual({ resync: 4 })
})

test('a shown slide that is replaced by a hidden one makes viewers read the deck again', async () => {
  const [first, reviewer] = [await page(owner), await page(viewer)]
  const slide = deck.slideIds[0]!
  const html = `<section data-id="${slide}" data-visibility="hidden"><h2>secret plan</h2></section>`
  expect(await first.send(1, [{ kind: 'put-slide', slide, html, notes: '' }])).toMatchObject({ ok: true, seq: 2 })
  await waitFor(() => reviewer.received.length === 1)
  expect(reviewer.received[0]).toEqual({ resync: 2 })
})

test('batches of two pages arrive everywhere in the order of their versions', async () => {
  const [first, second, reviewer] = [await page(owner), await page(owner), await page(viewer)]
  const sent = [1, 2, 3, 4].map((n) => (n % 2 ? first : second).send(1, [title(`title ${n}`)]))
  for (const answer of await Promise.all(sent)) expect(answer).toMatchObject({ ok: true })
  const seqs = () =>
    reviewer.received.flatMap((message) => ('batches' in message ? message.batches.map(({ seq }) => seq) : []))
  await waitFor(() => seqs().length === 4)
  expect(seqs()).toEqual([2, 3, 4, 5])
})

test('a save by request is streamed too; a version without operations is a resync', async () => {
  const reviewer = await page(viewer)
  const path = `/api/v1/decks/${deck.id}`
  await owner!.put(`${path}.json`, { deck: { title: 'Wasps', version: 1 } })
  await waitFor(() => reviewer.received.length > 0)
  expect(reviewer.received).toMatchObject([{ batches: [{ seq: 2, ops: [title('Wasps')] }] }])
  const data = `<section data-id="${deck.slideIds[0]}">other</section>`
  await owner!.put(`${path}.json`, { deck: { data, version: 2 } })
  await waitFor(() => reviewer.received.length > 1)
  expect(reviewer.received[1]).toEqual({ resync: 3 })
})

test('batches of a viewer, beyond the rate, or of any other form are refused and write nothing', async () => {
  const [first, reviewer] = [await page(owner), await page(viewer)]
  expect(await reviewer.send(1, [title('mine')])).toEqual({ ok: false, reason: 'save' })
  expect(await first.send(1, [{ kind: 'setting', name: 'visibility', value: 'all' }])).toEqual({
    ok: false,
    reason: 'save',
  })
  expect(await first.send(1, [{ kind: 'run' } as unknown as Op])).toEqual({ ok: false, reason: 'save' })
  const pages = [first, await page(owner), await page(owner)]
  const many = Array.from({ length: 2 * limits.batch.burst }, (_, n) => pages[n % 3]!.send(9, [title('far')]))
  const answers = await Promise.all(many)
  expect(answers).toContainEqual({ ok: false, reason: 'wait', ms: expect.any(Number) })
  expect(answers.some(({ ok }) => ok)).toBe(false)
  const row = await app.services.database.read
    .selectFrom('decks')
    .selectAll()
    .where('id', '=', deck.id)
    .executeTakeFirst()
  expect(row).toMatchObject({ version: 1, visibility: 'self' })
})

test('a viewer who tries to write through every way in changes nothing', async () => {
  const reviewer = await page(viewer)
  const path = `/api/v1/decks/${deck.id}`
  const html = `<section data-id="${deck.slideIds[0]}"><p>mine</p></section>`
  const changed = { [deck.slideIds[0]!]: html }
  expect(await reviewer.send(1, [title('mine')])).toEqual({ ok: false, reason: 'save' })
  const calls = [
    viewer!.put(`${path}.json`, { deck: { version: 1, save_id: 'save-0001', slides: { changed } } }),
    viewer!.put(`${path}.json`, { deck: { force: true, data: html } }),
    viewer!.post(`${path}/users/${viewer!.user.id}/become_editor.json`),
    viewer!.post(`${path}/users/${owner!.user.id}/become_editor.json`),
    viewer!.post(`${path}/revisions/1/restore.json`),
    viewer!.post(`${path}/make_collaborative.json`),
    viewer!.post(`${path}/publish.json`, { visibility: 'all' }),
    viewer!.post(`${path}/users/invite.json`, { user: { email: 'other@example.org', role: 'editor' } }),
    viewer!.get(`${path}/newer.json?since=0`),
  ]
  for (const { status } of await Promise.all(calls)) expect([403, 404]).toContain(status)
  const channel = open.at(-1)!
  expect(await channel.emit('broadcast', { type: 'collaboration:become-editor-request' })).toBe(false)
  const decks = app.services.database.read.selectFrom('decks').selectAll().where('id', '=', deck.id)
  expect(await decks.executeTakeFirst()).toMatchObject({ version: 1, visibility: 'self', title: deck.title })
})

test('of an editor who is removed in mid-sentence, the last acknowledged words are in the deck and in a revision', async () => {
  const editor = await app.person()
  await addCollaborator(app, deck.id, editor)
  const decks = app.services.database.write.updateTable('decks').set({ editor_user_id: editor.user.id })
  await decks.where('id', '=', deck.id).execute()
  const writer = await page(editor)
  const channel = open.at(-1)!
  for (const [at, word] of ['The', ' last', ' words'].entries()) {
    const delta = at === 0 ? [{ put: word }] : [{ keep: ['The', 'The last'][at - 1]!.length }, { put: word }]
    const answer = await writer.send(at + 1, [{ kind: 'notes', slide: deck.slideIds[0]!, delta }])
    expect(answer).toMatchObject({ ok: true, seq: at + 2 })
  }
  const path = `/api/v1/decks/${deck.id}`
  expect((await owner!.delete(`${path}/users/${editor.user.id}.json`)).status).toBe(204)
  const late: Op = { kind: 'notes', slide: deck.slideIds[0]!, delta: [{ put: 'too late' }] }
  // The socket may be closed before the answer.
  expect(await writer.send(4, [late]).catch(() => null)).not.toMatchObject({ ok: true })
  await waitFor(() => channel.closed())
  expect(channel.messages).toContainEqual({ type: 'collaboration:user-removed', user_id: editor.user.id })
  expect((await owner!.get(`${path}/data.json`)).body.notes).toEqual({ [deck.slideIds[0]!]: 'The last words' })
  const revisions = (await owner!.get(`${path}/revisions.json`)).body.results
  const revision = await owner!.get(`${path}/revisions/${revisions[0].id}.json`)
  expect(revision.text).toContain('The last words')
})
