import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { messages } from '../../../rules/messages.ts'
import { roleIsAdmin } from '../../../rules/permissions.ts'
import { Button } from '../../../ui/button.tsx'
import { FailedNotice, LoadingNotice } from '../../../ui/notice.tsx'
import { useStore } from '../../../ui/store.ts'
import type { Collaboration } from '../collaboration/collaboration.ts'
import { unreadOf } from '../collaboration/unread-comments.ts'
import { type Comment, followsNew } from './comment-state.ts'
import styles from './comments.module.css'
import type { CommentsModel } from './comments-model.ts'
import { type CommentsState, shownThreads } from './comments-view.ts'
import { ThreadItem } from './thread-item.tsx'
import { usePinMarks } from './thread-pin.tsx'
import { useSeen } from './use-seen.ts'

/** Props of CommentList. */
export interface CommentListProps {
  readonly collaboration: Collaboration
  readonly model: CommentsModel
}

/** Older comments are loaded within this distance from the top, in px. */
const nearTop = 150
/** Distance from the end up to which the list counts as scrolled to it, in px. */
const atEnd = 40

/** What the list showed before it was rendered: its first and last comment, and its scroll place. */
interface Shown {
  readonly first: string | undefined
  readonly last: string | undefined
  readonly count: number
  readonly top: number
  readonly height: number
  readonly shown: number
}

/**
 * Keeps the scroll place: at the end for new comments, unless the user has scrolled up; at the same comment when older
 * ones are added above.
 */
function useScrollPlace(
  list: RefObject<HTMLElement | null>,
  comments: readonly Comment[],
  { userId, isThere }: { readonly userId: number; readonly isThere: boolean },
): () => void {
  const before = useRef<Shown | null>(null)
  const note = () => {
    const element = list.current
    if (!element) return
    const { scrollTop: top, scrollHeight: height, clientHeight: shown } = element
    const [first, last] = [comments[0]?.key, comments.at(-1)?.key]
    before.current = { first, last, count: comments.length, top, height, shown }
  }
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const { current: was } = before
    const last = comments.at(-1)
    const isSame = was !== null && comments.some(({ key }) => key === was.first || key === was.last)
    const place = { top: was?.top ?? 0, height: was?.height ?? 0, shown: element.clientHeight }
    const isOlder = isSame && comments[0]?.key !== was.first
    // A comment of another user comes before own ones that are not saved yet.
    const isNew = isSame && (last?.key !== was.last || (!isOlder && comments.length > was.count))
    const isOwn = last?.key !== was?.last && last?.userId === userId
    if (!isSame || (isNew && (isOwn || followsNew(place)))) element.scrollTop = element.scrollHeight
    else if (isOlder) element.scrollTop = was.top + element.scrollHeight - was.height
    note()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is there once something is loaded
  useEffect(() => {
    const element = list.current
    if (!element) return
    // A smaller window, or a phone's keyboard, leaves the newest comment in view.
    const observer = new ResizeObserver(() => {
      const { current: was } = before
      if (was && was.height - was.top - was.shown < atEnd) element.scrollTop = element.scrollHeight
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [list, isThere])
  return note
}

function Earlier({ model, state }: { model: CommentsModel; state: CommentsState }) {
  if (!state.hasEarlier) return null
  return (
    <div className={styles.earlier} role={state.earlier === 'failed' ? 'alert' : undefined}>
      {state.earlier === 'failed' && <span>{messages.collaboration.commentsFailed}</span>}
      <Button size="s" variant="quiet" busy={state.earlier === 'loading'} onClick={() => void model.loadEarlier()}>
        {state.earlier === 'failed' ? messages.collaboration.retry : 'Earlier comments'}
      </Button>
    </div>
  )
}

function Nothing({ tab, openOnly }: Pick<CommentsState, 'tab' | 'openOnly'>) {
  const what = openOnly ? 'No open comments' : 'No comments'
  return (
    <p className={styles.nothing}>
      {tab === 'all' ? what : `${what} on this slide`}
      {openOnly ? '.' : ' yet.'}
      {!openOnly && <span>Everybody who works on this deck can read and write here.</span>}
    </p>
  )
}

/** The threads of the shown tab, oldest first. */
export function CommentList({ collaboration, model }: CommentListProps) {
  const state = useStore(model.state)
  const { people } = useStore(collaboration.state)
  const list = useRef<HTMLElement>(null)
  const { page } = collaboration
  const threads = shownThreads(state)
  const comments = threads.map(({ root }) => root)
  const all = threads.flatMap(({ root, replies }) => [root, ...replies])
  const isThere = threads.length > 0 || state.status === 'ready'
  const note = useScrollPlace(list, comments, { userId: page.userId, isThere })
  usePinMarks(collaboration, model, threads)
  useSeen(list, all, unreadOf(collaboration))
  const isAdmin = roleIsAdmin(people?.find(({ user_id }) => user_id === page.userId)?.role ?? null)
  const onScroll = () => {
    note()
    if ((list.current?.scrollTop ?? 0) < nearTop && state.earlier === 'idle') void model.loadEarlier()
  }
  if (!isThere && state.status === 'loading') return <LoadingNotice />
  if (!isThere) {
    return <FailedNotice text={messages.collaboration.commentsFailed} onRetry={() => void model.load()} />
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
    <section ref={list} className={styles.list} aria-label="List of comments" tabIndex={0} onScroll={onScroll}>
      <Earlier model={model} state={state} />
      {threads.length === 0 && <Nothing {...state} />}
      <ol>
        {threads.map((thread) => (
          <ThreadItem key={thread.root.key} {...{ collaboration, model, thread, isAdmin }} />
        ))}
      </ol>
      {state.status === 'failed' && (
        <div className={styles.earlier} role="alert">
          <span>{messages.collaboration.commentsFailed}</span>
          <Button size="s" variant="quiet" onClick={() => void model.load()}>
            {messages.collaboration.retry}
          </Button>
        </div>
      )}
    </section>
  )
}
