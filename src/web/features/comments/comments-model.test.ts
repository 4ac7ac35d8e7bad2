import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { commentAnswer as answer, openCommentsPage as openPage } from '../../../testing/comments-page.ts'

type Model = ReturnType<typeof openPage>['model']

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

vi.stubGlobal('window', { location: { search: '' } })
afterAll(() => void vi.unstubAllGlobals())

test('a comment is saving until the server has it, once, although the channel brings it too', async () => {
  const { model, shown, hear, calls } = openPage()
  expect(model.send('  ')).toBe(false)
  expect(model.send('  a\n\n\n\nb ')).toBe(true)
  expect(shown()).toMatchObject([{ message: 'a\n\nb', save: 'saving', slideHash: 'one' }])
  const { comment } = calls.find(({ method }) => method === 'POST')?.body ?? {}
  expect(Object.keys(comment ?? {})).toEqual(['message', 'slide_hash', 'save_id'])
  const { key } = shown()[0] ?? {}
  hear({ type: 'collaboration:comment-added', comment: answer(100, { user_id: 1, save_id: key ?? '' }) })
  await vi.runAllTimersAsync()
  expect(shown()).toMatchObject([{ key, id: 100, save: 'saved' }])
})

test('a comment that the server did not get has failed, and is sent again with the same id', async () => {
  const { model, shown, server, calls } = openPage()
  await vi.runAllTimersAsync()
  server.isDown = true
  model.send('Lost')
  await vi.runAllTimersAsync()
  expect(shown()).toMatchObject([{ save: 'failed' }])
  server.isDown = false
  for (const comment of shown()) model.retry(comment)
  expect(shown()).toMatchObject([{ save: 'saving' }])
  await vi.runAllTimersAsync()
  expect(shown()).toMatchObject([{ save: 'saved' }])
  const ids = calls.filter(({ method }) => method === 'POST').map(({ body }) => body?.comment.save_id)
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
})

test('writing is broadcast at once, then every five seconds, and ends when the comment is sent', () => {
  const { model, sent } = openPage()
  for (let second = 0; second < 12; second++) {
    model.typing.note('word')
    vi.advanceTimersByTime(1_000)
  }
  expect(sent.map(({ type }) => type)).toEqual(Array(3).fill('collaboration:user-typing'))
  model.send('word')
  model.typing.note('')
  expect(sent.slice(3).map(({ type }) => type)).toEqual(['collaboration:user-typing-stopped'])
})

test('older pages are added above, and comments deleted meanwhile leave no gap', async () => {
  const { model, shown, hear, server } = openPage(Array.from({ length: 45 }, (_, index) => index + 1))
  await vi.runAllTimersAsync()
  expect(shown().map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => index + 26))
  hear({ type: 'collaboration:comment-added', comment: answer(46) })
  hear({ type: 'collaboration:comment-removed', comment: { id: 30 } })
  server.ids = [...server.ids.filter((id) => id !== 30), 46]
  for (let page = 0; page < 4; page++) await model.loadEarlier()
  const expected = Array.from({ length: 46 }, (_, index) => index + 1).filter((id) => id !== 30)
  expect(shown().map(({ id }) => id)).toEqual(expected)
  expect(model.state.get().hasEarlier).toBe(false)
})

test('the tab of a slide asks for that slide only, and follows the page', async () => {
  const { model, calls, goTo } = openPage([1])
  await vi.runAllTimersAsync()
  model.show('slide')
  goTo('two')
  await vi.runAllTimersAsync()
  expect(calls.map(({ query }) => query?.slide_hash)).toEqual([undefined, 'one', 'two'])
})

test('a deleted comment can be taken back for five seconds', async () => {
  const { model, calls, shown } = openPage([1, 2])
  await vi.advanceTimersByTimeAsync(0)
  model.changes.remove(1)
  await vi.advanceTimersByTimeAsync(4_000)
  model.changes.keep(1)
  model.changes.remove(2)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  expect(shown().map(({ id }) => id)).toEqual([1])
})

test('a comment that somebody else has deleted meanwhile goes without an error', async () => {
  const { model, server, shown, notes } = openPage([1, 2])
  await vi.advanceTimersByTimeAsync(0)
  server.refusal = new ApiError(404, 'Not found')
  model.changes.remove(1)
  await vi.runAllTimersAsync()
  expect([shown().map(({ id }) => id), notes]).toEqual([[2], []])
})

test('replies stand below their comment, and the first of them takes the place of a deleted one', async () => {
  const { model, threads, hear, calls, shown } = openPage([1, 2])
  await vi.runAllTimersAsync()
  hear({ type: 'collaboration:comment-added', comment: answer(3, { parent_id: 1 }) })
  hear({ type: 'collaboration:comment-added', comment: answer(4, { parent_id: 1 }) })
  hear({ type: 'collaboration:comment-added', comment: answer(5, { parent_id: 999 }) })
  const expected = [
    [1, [3, 4]],
    [2, []],
  ]
  expect(threads()).toEqual(expected)
  const comment = { id: 1, next: answer(3) }
  hear({ type: 'collaboration:comment-removed', comment })
  expect(threads()).toEqual([
    [2, []],
    [3, [4]],
  ])
  const [parent = null] = shown()
  model.send('Yes', { parent })
  await vi.runAllTimersAsync()
  expect(calls.at(-1)?.body?.comment).toEqual({ message: 'Yes', parent_id: 2, save_id: expect.any(String) })
})

test('resolved threads are left out on request, at once, and come back when they are opened again', async () => {
  const { model, threads, shown, calls, hear } = openPage([1, 2])
  await vi.runAllTimersAsync()
  model.showOpen(true)
  await vi.runAllTimersAsync()
  expect(calls.at(-1)?.query).toEqual({ state: 'open' })
  const resolving = model.changes.resolve(shown()[0]!, true)
  expect(threads()).toEqual([[2, []]])
  await resolving
  expect(threads()).toEqual([[2, []]])
  hear({ type: 'collaboration:comment-updated', comment: answer(1) })
  expect(threads()).toHaveLength(2)
})

test.each([
  ['an unsent reply', (model: Model) => model.drafts.set(1, 'Not yet'), (model: Model) => model.drafts.set(1, '')],
  ['an open form', (model: Model) => model.noteForm(1), (_: Model, end: unknown) => (end as () => void)()],
])(
  'a resolved thread with %s stays among the open ones, after a reload too, until that ends',
  async (_, begin, end) => {
    const resolved = { resolved_at: '2026-01-01T00:00:00.000Z', resolved_by: 2 }
    const { model, threads } = openPage([answer(1, resolved), 2])
    await vi.runAllTimersAsync()
    const begun = begin(model)
    const both = [
      [1, []],
      [2, []],
    ]
    model.showOpen(true)
    expect(threads()).toEqual(both)
    await model.load()
    expect(threads()).toEqual(both)
    end(model, begun)
    expect(threads()).toEqual([[2, []]])
  },
)

test.each([
  ['was held by an open form', false],
  ['somebody resolves meanwhile', true],
])('of the open threads all earlier ones are read, also beside one that %s', async (_, isLate) => {
  const resolved = answer(41, { resolved_at: '2026-01-01T00:00:00.000Z', resolved_by: 2 })
  const ids = Array.from({ length: 42 }, (_, index) => index + 1)
  const { model, threads, hear, server } = openPage(ids.map((id) => (id === 41 && !isLate ? resolved : id)))
  await vi.runAllTimersAsync()
  const end = model.noteForm(41)
  model.showOpen(true)
  await vi.runAllTimersAsync()
  end()
  if (isLate) server.ids = ids.filter((id) => id !== 41)
  hear({ type: 'collaboration:comment-updated', comment: resolved })
  while (model.state.get().hasEarlier) await model.loadEarlier()
  expect(threads().map(([id]) => id)).toEqual(ids.filter((id) => id !== 41))
})

test('a thread that could not be resolved is open again, and what came of it meanwhile stays', async () => {
  const { model, shown, server, hear, notes } = openPage([1, answer(2, { user_id: 1 })])
  await vi.runAllTimersAsync()
  server.isDown = true
  await model.changes.resolve(shown()[0]!, true)
  expect(shown()[0]).toMatchObject({ message: 'comment 1', resolvedBy: null })
  const resolving = model.changes.resolve(shown()[0]!, true)
  const resolved = { resolved_at: '2026-01-01T00:00:00.000Z', resolved_by: 2 }
  hear({ type: 'collaboration:comment-updated', comment: answer(1, { message: 'changed', ...resolved }) })
  const other = model.changes.resolve(shown()[1]!, true)
  model.changes.edit(shown()[1]!, 'own change')
  await Promise.all([resolving, other])
  expect(shown()[0]).toMatchObject({ message: 'changed', resolvedBy: 2 })
  await vi.runAllTimersAsync()
  expect(shown()[1]).toMatchObject({ message: 'own change', resolvedBy: null })
  expect(notes).toHaveLength(3)
  for (const comment of shown()) model.discard(comment)
  expect(shown()[1]).toMatchObject({ message: 'comment 2', resolvedBy: null })
})

test('an own change that could not be saved stays in sight while others resolve, and is given up for what is stored now', async () => {
  const { model, shown, server, hear } = openPage([answer(1, { user_id: 1, message: 'before' })])
  await vi.runAllTimersAsync()
  const resolving = model.changes.resolve(shown()[0]!, true)
  server.isDown = true
  model.changes.edit(shown()[0]!, 'after')
  await resolving
  await vi.runAllTimersAsync()
  expect(shown()[0]).toMatchObject({ message: 'after', save: 'failed', resolvedBy: 1 })
  hear({ type: 'collaboration:comment-updated', comment: answer(1, { user_id: 1, message: 'on the phone' }) })
  expect(shown()[0]).toMatchObject({ message: 'after', save: 'failed' })
  model.discard(shown()[0]!)
  expect(shown()[0]).toMatchObject({ message: 'on the phone', save: 'saved', resolvedBy: null })
})

test('an own reply whose change could not be saved keeps it when it takes the place of its comment', async () => {
  const { model, shown, server, hear } = openPage([1])
  await vi.runAllTimersAsync()
  const reply = { user_id: 1, message: 'before' }
  hear({ type: 'collaboration:comment-added', comment: answer(2, { ...reply, parent_id: 1 }) })
  server.isDown = true
  const [, own] = model.state.get().saved
  model.changes.edit(own!, 'after')
  await vi.runAllTimersAsync()
  hear({ type: 'collaboration:comment-removed', comment: { id: 1, next: answer(2, reply) } })
  expect(shown()).toMatchObject([{ id: 2, message: 'after', save: 'failed' }])
  model.discard(shown()[0]!)
  expect(shown()).toMatchObject([{ id: 2, message: 'before', save: 'saved' }])
})

test('what is typed is saved before a comment is pinned to it', async () => {
  const { model, calls, saves } = openPage()
  await vi.runAllTimersAsync()
  const pin = { block: '00000000000000aa', quote: 'tide', offset: 4 }
  model.send('When?', { pin })
  await vi.runAllTimersAsync()
  expect(saves).toEqual([calls.length - 1])
  expect(calls.at(-1)?.body?.comment).toMatchObject({ pin, slide_hash: 'one' })
})
