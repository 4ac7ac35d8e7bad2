// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createApiClient } from '../../../api/client.ts'
import { timings } from '../../../rules/timings.ts'
import { type PublicCommentsModel, usePublicComments } from './use-public-comments.ts'

let root: Root
let model: PublicCommentsModel
const onDeleteFailed = vi.fn()

const comment = (id: number) => ({
  ...{ id, created_at: '2026-11-26T10:00:00.000Z', name: 'Ann', username: 'ann', thumbnail_url: '/p' },
  ...{ message: `comment ${id}`, own: true, may_delete: true },
})

/** The status of a deletion. */
let status = 404
const api = createApiClient(async ({ method }) =>
  method === 'DELETE'
    ? { status, text: '{}' }
    : { status: 200, text: JSON.stringify({ results: [comment(2), comment(1)], total: 2 }) },
)

function Comments() {
  model = usePublicComments({ api, deckId: 7, token: null, onDeleteFailed })
  return null
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  onDeleteFailed.mockClear()
  root = createRoot(document.body)
  await act(async () => root.render(<Comments />))
})
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test.each([
  [404, [2], 0],
  [500, [2, 1], 1],
])('a comment whose deletion is answered by %i is gone only if the server has none', async (answer, left, failures) => {
  status = answer
  act(() => model.remove(1))
  await act(() => vi.advanceTimersByTimeAsync(timings.notification))
  expect(model.list.comments.map(({ id }) => id)).toEqual(left)
  expect(onDeleteFailed).toHaveBeenCalledTimes(failures)
})
