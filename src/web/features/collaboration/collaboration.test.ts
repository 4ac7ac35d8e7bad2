import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import type { ApiClient } from '../../../api/client.ts'
import { type Collaboration, type CollaborationPage, openCollaboration } from './collaboration.ts'

let opened: Collaboration | null = null
afterEach(() => {
  opened?.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The editor of user 1, who edits as far as the page knows, on a server that lists these people. */
function openEditor(list: () => readonly { readonly user_id: number; readonly editing: boolean }[]) {
  vi.stubGlobal('window', new EventTarget())
  const page = {
    ...{ place: 'editor', deckId: 5, userId: 1, editorId: 1 },
    api: { call: async () => ({ results: list() }) } as unknown as ApiClient,
    slides: { current: () => null, subscribe: () => () => undefined },
    connect: () => ({ snapshot: () => ({}), subscribe: () => () => undefined, close: () => undefined }),
    onRegained: vi.fn(),
    leaveFor: vi.fn(),
  }
  opened = openCollaboration(page as unknown as CollaborationPage)
  return { page, collaboration: opened }
}

const people = (editorId: number) => [1, 2].map((user_id) => ({ user_id, editing: user_id === editorId }))

test('a save that was refused though this user edits again is repeated', async () => {
  const { page, collaboration } = openEditor(() => people(1))
  await collaboration.checkEditor()
  expect(page.onRegained).toHaveBeenCalledTimes(1)
  expect(collaboration.state.get().handover.leaving).toBeNull()
})

test('a save that was refused since another user edits is not repeated, and the page is left', async () => {
  const { page, collaboration } = openEditor(() => people(2))
  await collaboration.checkEditor()
  expect(page.onRegained).not.toHaveBeenCalled()
  expect(collaboration.state.get().handover.leaving).toMatchObject({ byUserId: 2 })
})

test('a refused save is repeated as soon as the server tells who edits, which is asked again', async () => {
  vi.useFakeTimers()
  let fails = false
  const { page, collaboration } = openEditor(() => {
    if (fails) throw new Error('unreachable')
    return people(1)
  })
  await collaboration.loadPeople()
  fails = true
  await collaboration.checkEditor()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(page.onRegained).not.toHaveBeenCalled()
  fails = false
  await vi.advanceTimersByTimeAsync(6_000)
  expect(page.onRegained).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(page.onRegained).toHaveBeenCalledTimes(1)
})

test.each([0, 502, 503])('a page whose time is over is left once the server no longer answers %s', async (status) => {
  vi.useFakeTimers()
  let isDown = false
  const { page, collaboration } = openEditor(() => {
    if (isDown) throw new ApiError(status, null)
    return people(2)
  })
  await collaboration.checkEditor()
  isDown = true
  await vi.advanceTimersByTimeAsync(20_000)
  expect(page.leaveFor).not.toHaveBeenCalled()
  isDown = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(page.leaveFor.mock.calls).toEqual([['review']])
})

test('a page that waits for the answer to its last change says so, and is left once however often it is asked', async () => {
  vi.useFakeTimers()
  const { page, collaboration } = openEditor(() => people(2))
  let answer: () => void = () => undefined
  page.leaveFor.mockReturnValue(new Promise<void>((resolve) => (answer = resolve)))
  await collaboration.checkEditor()
  expect(collaboration.state.get().going).toBe(false)
  for (let press = 0; press < 3; press++) {
    void collaboration.leave('review')
    await vi.advanceTimersByTimeAsync(500)
    expect(collaboration.state.get().going).toBe(true)
  }
  expect(page.leaveFor.mock.calls).toEqual([['review']])
  answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(collaboration.state.get().going).toBe(true)
  // The user stayed by the browser's question.
  await vi.advanceTimersByTimeAsync(1_000)
  expect(collaboration.state.get().going).toBe(false)
})

test('a page whose user is removed while it leaves for the review goes to the profile', async () => {
  vi.useFakeTimers()
  const { page, collaboration } = openEditor(() => people(2))
  let answer: () => void = () => undefined
  page.leaveFor.mockReturnValue(new Promise<void>((resolve) => (answer = resolve)))
  await collaboration.checkEditor()
  void collaboration.leave('review')
  await vi.advanceTimersByTimeAsync(0)
  void collaboration.leave('profile')
  answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(page.leaveFor.mock.calls).toEqual([['review'], ['profile']])
})
