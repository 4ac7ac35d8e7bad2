import { ApiError } from '../api/api-error.ts'
import type { CommentAnswer, ThreadAnswer } from '../api/comments/contract.ts'
import type { BroadcastMessage, ChannelMessage } from '../api/deck-channel/messages.ts'
import { createStore } from '../ui/store.ts'
import type { Collaboration } from '../web/features/collaboration/collaboration.ts'
import { CommentsModel } from '../web/features/comments/comments-model.ts'
import { shownThreads } from '../web/features/comments/comments-view.ts'

type Query = Readonly<Record<string, number>> & { readonly state?: 'open' }

interface Input {
  readonly query?: Query
  readonly body?: { comment: { message: string } }
  readonly params: { readonly comment_id?: string }
}

/** A comment of user 2 in the API's answers, on slide 'one'. */
export const commentAnswer = (id: number, more: Partial<CommentAnswer> = {}): ThreadAnswer => ({
  ...{ id, user_id: 2, created_at: '2026-01-01T00:00:00.000Z', name: 'Bob', username: 'bob', thumbnail_url: '/p' },
  ...{ message: `comment ${id}`, slide_hash: 'one', updated_at: null, save_id: null },
  ...{ parent_id: null, resolved_at: null, resolved_by: null, pin: null, replies: [] },
  ...more,
})

type Call = Pick<Input, 'query'> & { method: string; body?: { comment: Record<string, unknown> } }

/** A server with these comments, given whole or by their ids. */
function commentServer(comments: readonly (number | ThreadAnswer)[]) {
  const given = new Map(comments.map((one) => (typeof one === 'number' ? [one, commentAnswer(one)] : [one.id, one])))
  const server = { isDown: false, refusal: null as ApiError | null, ids: [...given.keys()] }
  const calls: Call[] = []
  const one = (id: number) => given.get(id) ?? commentAnswer(id)
  const list = ({ offset_id = Number.POSITIVE_INFINITY, page = 1, state }: Query) => {
    const isListed = (id: number) => id <= offset_id && (state !== 'open' || one(id).resolved_at === null)
    const all = server.ids.filter(isListed).reverse()
    return { results: all.slice((page - 1) * 20, page * 20).map(one), total: all.length }
  }
  const call = async ({ method, path }: { method: string; path: string }, input: never) => {
    const { query = {} as Query, body, params } = input as Input
    calls.push({ method, ...(input as object) })
    if (server.isDown) throw new ApiError(0, 'No answer')
    if (method !== 'GET' && server.refusal) throw server.refusal
    const id = Number(params.comment_id)
    if (method === 'POST') return commentAnswer(100, { user_id: 1, ...body?.comment })
    if (method === 'PUT' && body?.comment.message)
      return commentAnswer(id, { user_id: 1, message: body.comment.message })
    if (method === 'PUT') return commentAnswer(1, { resolved_at: '2026-01-01T00:00:00.000Z', resolved_by: 1 })
    if (method !== 'GET') return undefined
    if (!path.endsWith(':comment_id')) return list(query)
    if (!server.ids.includes(id)) throw new ApiError(404, 'Not found')
    return one(id)
  }
  return { server, calls, call }
}

/** A page of user 1 on slide 'one', whose server has these comments. */
export function openCommentsPage(comments: readonly (number | ThreadAnswer)[] = []) {
  const { server, calls, call } = commentServer(comments)
  const sent: BroadcastMessage[] = []
  const heard: ((message: ChannelMessage) => void)[] = []
  const saves: number[] = []
  const notes: string[] = []
  let slide = 'one'
  let moved: () => void = () => undefined
  const collaboration = {
    page: {
      ...{ deckId: 7, userId: 1, api: { call }, notify: (text: string) => notes.push(text) },
      save: async () => saves.push(calls.length) > 0,
      slides: {
        current: () => slide,
        numberOf: () => '1',
        subscribe: (listener: () => void) => {
          moved = listener
          return () => undefined
        },
      },
    },
    state: createStore({ connected: true, people: null }),
    onMessage: (listener: (message: ChannelMessage) => void) => heard.push(listener),
    onClose: () => undefined,
    broadcast: (message: BroadcastMessage) => sent.push(message),
  } as unknown as Collaboration
  const model = new CommentsModel(collaboration)
  return {
    ...{ model, collaboration, sent, calls, server, saves, notes },
    shown: () => shownThreads(model.state.get()).map(({ root }) => root),
    threads: () => shownThreads(model.state.get()).map(({ root, replies }) => [root.id, replies.map(({ id }) => id)]),
    hear: (message: ChannelMessage) => heard[0]?.(message),
    goTo: (id: string) => {
      slide = id
      moved()
    },
  }
}
