import { expect, test, vi } from 'vitest'
import type { UnreadAnswer } from '../../../api/comments/contract.ts'
import type { ChannelMessage } from '../../../api/deck-channel/messages.ts'
import { createStore } from '../../../ui/store.ts'
import type { Collaboration } from './collaboration.ts'
import { unreadOf } from './unread-comments.ts'

test('a comment that comes while the unread ones are counted is not forgotten by the answer', async () => {
  const answers: PromiseWithResolvers<UnreadAnswer>[] = []
  let tell: (message: ChannelMessage) => void = () => undefined
  const call = () => {
    answers.push(Promise.withResolvers())
    return answers.at(-1)!.promise
  }
  const collaboration = {
    page: { deckId: 7, userId: 1, api: { call } },
    state: createStore({ connected: true }),
    onMessage: (listener: typeof tell) => {
      tell = listener
    },
    onClose: () => undefined,
  } as unknown as Collaboration
  const unread = unreadOf(collaboration)
  tell({ type: 'collaboration:comment-added', comment: { id: 5, user_id: 2, slide_hash: 'one' } } as never)
  expect(unread.state.get().total).toBe(1)
  answers[0]?.resolve({ results: [], total: 0 })
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.resolve({ results: [{ slide_hash: 'one', count: 1, first_id: 5 }], total: 1 })
  await vi.waitFor(() => expect(unread.state.get().total).toBe(1))
  expect(answers).toHaveLength(2)
})
