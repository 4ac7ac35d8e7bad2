import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { commentAnswer, openCommentsPage } from '../../../testing/comments-page.ts'
import { hasDrafts } from './has-drafts.ts'
import { openUnsentComments } from './unsent-comments.ts'

function storage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', { location: { search: '' }, localStorage: storage(), sessionStorage: storage() })
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => void vi.unstubAllGlobals())

/** A page whose server answers nothing at first. */
async function openWithoutServer(...comments: Parameters<typeof openCommentsPage>) {
  const page = openCommentsPage(...comments)
  await vi.runAllTimersAsync()
  page.server.isDown = true
  return page
}

test('a comment that could not be sent is there on the next page, and is sent once', async () => {
  const first = await openWithoutServer()
  first.model.send('Not lost')
  await vi.runAllTimersAsync()
  expect([hasDrafts(7, 1), hasDrafts(7, 2), hasDrafts(8, 1)]).toEqual([true, false, false])
  const next = openCommentsPage()
  await vi.runAllTimersAsync()
  expect(next.shown()).toMatchObject([{ message: 'Not lost', save: 'failed', slideHash: 'one' }])
  for (const comment of next.shown()) next.model.retry(comment)
  await vi.runAllTimersAsync()
  expect(next.shown()).toMatchObject([{ message: 'Not lost', save: 'saved' }])
  const ids = [first, next].flatMap(({ calls }) => calls.flatMap(({ body }) => body?.comment.save_id ?? []))
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  expect([hasDrafts(7, 1), openCommentsPage().shown()]).toEqual([false, []])
})

test('a comment whose page ended before the answer is not offered again if the server has it', async () => {
  const first = await openWithoutServer()
  first.model.send('Arrived')
  const [{ key = '' } = {}] = first.shown()
  expect(hasDrafts(7, 1)).toBe(true)
  const next = openCommentsPage([commentAnswer(5, { user_id: 1, message: 'Arrived', save_id: key })])
  await vi.runAllTimersAsync()
  expect(next.shown()).toMatchObject([{ id: 5, save: 'saved' }])
  expect(hasDrafts(7, 1)).toBe(false)
})

test('a discarded comment does not come back', async () => {
  const page = await openWithoutServer()
  page.model.send('Never mind')
  await vi.runAllTimersAsync()
  for (const comment of page.shown()) page.model.discard(comment)
  expect([page.shown(), openCommentsPage().shown()]).toEqual([[], []])
})

test('an unsent reply stays in sight when its comment is deleted, and is sent to what took its place', async () => {
  const page = await openWithoutServer([1, 2])
  for (const parent of page.shown()) page.model.send(`To ${parent.id}`, { parent })
  await vi.runAllTimersAsync()
  const next = commentAnswer(3, { parent_id: null })
  page.hear({ type: 'collaboration:comment-removed', comment: { id: 1, next } })
  page.hear({ type: 'collaboration:comment-removed', comment: { id: 2 } })
  page.hear({ type: 'collaboration:comment-added', comment: next })
  expect(page.threads()).toEqual([
    [3, [null]],
    [null, []],
  ])
  page.server.isDown = false
  for (const comment of page.model.state.get().unsaved) page.model.retry(comment)
  await vi.runAllTimersAsync()
  expect(page.calls.slice(-2).map(({ body }) => body?.comment)).toMatchObject([
    { message: 'To 1', parent_id: 3 },
    { message: 'To 2', slide_hash: 'one' },
  ])
})

test('a reply that the server refuses says why, and is sent again as a comment of its own', async () => {
  const page = openCommentsPage([1])
  await vi.runAllTimersAsync()
  page.server.refusal = new ApiError(422, 'Invalid', { parent_id: 'It is gone' })
  page.model.send('Still true', { parent: page.shown()[0]! })
  await vi.runAllTimersAsync()
  expect(page.shown()[1]).toMatchObject({ message: 'Still true', save: 'failed', failure: 'It is gone' })
  page.server.refusal = null
  page.model.retry(page.shown()[1]!)
  await vi.runAllTimersAsync()
  expect(page.calls.at(-1)?.body?.comment).toMatchObject({ message: 'Still true', slide_hash: 'one' })
})

test('a reply that is being written to a deleted comment becomes the draft of a comment, or goes on in its thread', async () => {
  const { model, hear, notes } = openCommentsPage([1, 2])
  await vi.runAllTimersAsync()
  model.drafts.set(0, 'Begun')
  model.drafts.set(1, 'I would rather')
  model.drafts.set(2, 'Yes, but')
  hear({ type: 'collaboration:comment-removed', comment: { id: 1 } })
  expect(model.drafts.get(0)).toBe('Begun\n\nI would rather')
  expect(notes).toEqual(['The comment was deleted. Your text is below, as a new comment.'])
  hear({ type: 'collaboration:comment-removed', comment: { id: 2, next: commentAnswer(3) } })
  expect([model.drafts.get(3), model.drafts.moves.get(), notes.length]).toEqual(['Yes, but', 2, 1])
})

test('drafts of comments that are not loaded show them, or are kept when they are gone', async () => {
  const ids = Array.from({ length: 30 }, (_, index) => index + 1)
  const first = openCommentsPage(ids)
  first.model.drafts.set(2, 'To an old one')
  first.model.drafts.set(99, 'To a deleted one')
  const next = openCommentsPage(ids)
  await vi.runAllTimersAsync()
  expect(next.shown().map(({ id }) => id)).toEqual([2, ...ids.slice(10)])
  expect([next.model.drafts.get(2), next.model.drafts.get(0)]).toEqual(['To an old one', 'To a deleted one'])
})

test('an older thread in which something is being written stays when the connection is back, unless it was deleted', async () => {
  const own = commentAnswer(2, { user_id: 1 })
  const others = Array.from({ length: 43 }, (_, index) => index + 3)
  const { model, collaboration, server, shown, notes } = openCommentsPage([1, own, ...others])
  await vi.runAllTimersAsync()
  for (let page = 0; page < 2; page++) await model.loadEarlier()
  model.drafts.set(1, 'A reply')
  model.drafts.set(-2, 'A change')
  const written = () => shown().flatMap(({ id }) => (id === 1 || id === 2 ? id : []))
  const seen = new Set<string>()
  model.state.subscribe(() => seen.add(written().join()))
  const reconnect = async () => {
    for (const connected of [false, true]) collaboration.state.set((state) => ({ ...state, connected }))
    await vi.runAllTimersAsync()
  }
  await reconnect()
  expect([...seen]).toEqual(['1,2'])
  expect(shown()).toHaveLength(22)
  server.ids = server.ids.filter((id) => id !== 1)
  await reconnect()
  expect([written(), model.drafts.get(0), notes.length]).toEqual([[2], 'A reply', 1])
})

test('a change that could not be saved can be given up, and its text is there on the next page', async () => {
  const page = await openWithoutServer([commentAnswer(1, { user_id: 1, message: 'before' })])
  const [comment] = page.shown()
  page.model.drafts.set(-1, 'after')
  page.model.changes.edit(comment!, 'after')
  await vi.runAllTimersAsync()
  expect(page.shown()).toMatchObject([{ message: 'after', save: 'failed' }])
  const next = openCommentsPage([1])
  expect(next.model.drafts.get(-1)).toBe('after')
  page.model.discard(page.shown()[0]!)
  expect(page.shown()).toMatchObject([{ message: 'before', save: 'saved' }])
  expect(page.model.drafts.get(-1)).toBe('')
})

test('a comment with replies that is deleted without a connection leaves them', async () => {
  const page = openCommentsPage([1])
  await vi.runAllTimersAsync()
  page.hear({ type: 'collaboration:comment-added', comment: commentAnswer(2, { parent_id: 1 }) })
  page.model.changes.remove(1)
  await vi.runAllTimersAsync()
  expect(page.threads()).toEqual([[2, []]])
})

test.each(['{', '{}', '[1, null, {}, {"key":"k"}]'])('unsent comments that cannot be read are none: %s', (stored) => {
  const unsent = openUnsentComments(7, 1, { ...storage(), getItem: () => stored })
  expect(unsent.all()).toEqual([])
})

test('a text that is too long by what was added to it is not sent', () => {
  const { model, calls } = openCommentsPage()
  expect([model.send('a'.repeat(1_001)), model.send('a'.repeat(1_000))]).toEqual([false, true])
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
})
