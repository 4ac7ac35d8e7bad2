import { useCallback, useEffect, useRef, useState } from 'react'
import { isApiError } from '../../../api/api-error.ts'
import type { ApiClient } from '../../../api/client.ts'
import { type PublicCommentAnswer, publicCommentsContracts } from '../../../api/public-comments/contract.ts'
import { limits } from '../../../rules/limits.ts'
import { timings } from '../../../rules/timings.ts'
import { SaveIds } from './save-ids.ts'

/** What the comments need of their page. */
export interface CommentsOptions {
  readonly api: ApiClient
  readonly deckId: number
  /** The token of the link by which the page was opened. */
  readonly token: string | null
  /** A deletion failed. */
  onDeleteFailed(): void
}

interface List {
  readonly status: 'loading' | 'ready' | 'failed'
  readonly comments: readonly PublicCommentAnswer[]
  /** Whether older ones can be loaded, and how that goes. */
  readonly older: 'none' | 'more' | 'loading' | 'failed'
}

/** Newest first, each once. */
function joined(a: readonly PublicCommentAnswer[], b: readonly PublicCommentAnswer[]) {
  return [...new Map([...a, ...b].map((one) => [one.id, one])).values()].sort((one, other) => other.id - one.id)
}

/** Deletes after some seconds, unless the user takes it back or leaves the page. */
function useDeletions(remove: (id: number) => Promise<void>) {
  const [leaving, setLeaving] = useState<ReadonlySet<number>>(new Set())
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>())
  const settle = useCallback((id: number) => {
    clearTimeout(timers.current.get(id))
    timers.current.delete(id)
    setLeaving((now) => new Set([...now].filter((one) => one !== id)))
  }, [])
  const run = useCallback(
    (id: number) => {
      clearTimeout(timers.current.get(id))
      timers.current.delete(id)
      void remove(id).finally(() => settle(id))
    },
    [remove, settle],
  )
  useEffect(() => {
    const { current } = timers
    const runAll = () => {
      for (const id of [...current.keys()]) run(id)
    }
    window.addEventListener('pagehide', runAll)
    return () => window.removeEventListener('pagehide', runAll)
  }, [run])
  const begin = (id: number) => {
    timers.current.set(
      id,
      setTimeout(() => run(id), timings.notification),
    )
    setLeaving((now) => new Set([...now, id]))
  }
  return { leaving, begin, keep: settle }
}

/** Loads the pages of the comments. */
function useList({ api, deckId, token }: CommentsOptions) {
  const [list, setList] = useState<List>({ status: 'loading', comments: [], older: 'none' })
  const newest = useRef(0)
  const read = useCallback(
    async (query: { page?: number; offset_id?: number }) => {
      const input = { params: { id: String(deckId) }, query: { ...query, token: token ?? undefined } }
      return api.call(publicCommentsContracts.list, input)
    },
    [api, deckId, token],
  )
  const load = useCallback(async () => {
    setList((now) => ({ ...now, status: 'loading' }))
    try {
      const { results, total } = await read({})
      newest.current = results[0]?.id ?? 0
      const older = results.length < total ? 'more' : 'none'
      setList((now) => ({ status: 'ready', comments: joined(now.comments, results), older }))
    } catch {
      setList((now) => ({ ...now, status: 'failed' }))
    }
  }, [read])
  useEffect(() => void load(), [load])
  const loadOlder = async () => {
    // Deleted comments shift the pages toward the start: the page of the oldest loaded one is read again.
    const loaded = list.comments.filter(({ id }) => id <= newest.current).length
    const page = Math.floor(loaded / limits.comment.perPage) + 1
    setList((now) => ({ ...now, older: 'loading' }))
    try {
      const { results, total } = await read({ page, offset_id: newest.current })
      const all = joined(list.comments, results)
      const isAll = results.length === 0 || all.filter(({ id }) => id <= newest.current).length >= total
      setList((now) => ({ ...now, comments: joined(now.comments, results), older: isAll ? 'none' : 'more' }))
    } catch {
      setList((now) => ({ ...now, older: 'failed' }))
    }
  }
  return { list, setList, load, loadOlder }
}

/** The comments below a deck, and what can be done with them. */
export function usePublicComments(options: CommentsOptions) {
  const { api, deckId, onDeleteFailed } = options
  const { list, setList, load, loadOlder } = useList(options)
  const [saveIds] = useState(() => new SaveIds())
  const send = async (message: string) => {
    const body = { comment: { message, save_id: saveIds.of(message) } }
    const added = await api.call(publicCommentsContracts.create, { params: { id: String(deckId) }, body })
    saveIds.stored()
    setList((now) => ({ ...now, comments: joined(now.comments, [added]) }))
  }
  const remove = useCallback(
    async (id: number) => {
      const params = { id: String(deckId), comment_id: String(id) }
      const leave = () => setList((now) => ({ ...now, comments: now.comments.filter((one) => one.id !== id) }))
      await api.call(publicCommentsContracts.remove, { params }).then(leave, (error: unknown) => {
        // Another user, or another page of this user, has deleted it first.
        if (isApiError(error) && error.status === 404) leave()
        else onDeleteFailed()
      })
    },
    [api, deckId, onDeleteFailed, setList],
  )
  const { leaving, begin, keep } = useDeletions(remove)
  return { list, load, loadOlder, send, leaving, remove: begin, keep }
}

/** What usePublicComments returns. */
export type PublicCommentsModel = ReturnType<typeof usePublicComments>
