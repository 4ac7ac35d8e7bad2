import { Check, ChevronDown, ChevronUp } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from '../../../ui/store.ts'
import { type Collaboration, nameIn } from '../collaboration/collaboration.ts'
import { unreadOf } from '../collaboration/unread-comments.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import type { Comment, Thread } from './comment-state.ts'
import styles from './comments.module.css'
import type { CommentsModel } from './comments-model.ts'
import { ThreadPin } from './thread-pin.tsx'
import { ThreadPlace } from './thread-place.tsx'
import threads from './threads.module.css'

/** Props of ThreadItem. */
export interface ThreadItemProps {
  readonly collaboration: Collaboration
  readonly model: CommentsModel
  readonly thread: Thread
  readonly isAdmin: boolean
}

interface ReplyProps {
  readonly collaboration: Collaboration
  readonly model: CommentsModel
  readonly root: Comment
  /** Whether the user has just begun it. */
  readonly takesFocus: boolean
  onEnd(): void
}

function Reply({ collaboration, model, root, takesFocus, onEnd }: ReplyProps) {
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => void form.current?.scrollIntoView({ block: 'nearest' }), [])
  useEffect(() => model.noteForm(root.id ?? 0), [model, root.id])
  const send = (text: string) => {
    const isSent = model.send(text, { parent: root })
    if (isSent) onEnd()
    return isSent
  }
  return (
    <div ref={form} className={styles.reply}>
      <CommentForm
        {...{ collaboration, model, to: root.id ?? 0, label: 'Reply', takesFocus }}
        onSend={send}
        onEscape={onEnd}
      />
    </div>
  )
}

/** The line of a resolved thread, which opens and closes it. */
function Resolved(props: ThreadItemProps & { readonly isOpen: boolean; readonly onToggle: () => void }) {
  const { collaboration, thread, isOpen, onToggle } = props
  const { people } = useStore(collaboration.state)
  const { root, replies } = thread
  const by = root.resolvedBy ? ` by ${nameIn(people, root.resolvedBy)}` : ''
  const count = replies.length + 1
  return (
    <button type="button" className={threads.resolved} aria-expanded={isOpen} onClick={onToggle}>
      <Check size={16} aria-hidden />
      <span className={threads.summary}>
        <strong>Resolved{by}</strong>
        {!isOpen && (
          <span>
            {root.name}: {root.message}
          </span>
        )}
      </span>
      {count > 1 && (
        <span className={threads.count}>
          {count}
          <span className="spoken-only"> comments</span>
        </span>
      )}
      {isOpen ? <ChevronUp size={16} aria-hidden /> : <ChevronDown size={16} aria-hidden />}
    </button>
  )
}

interface ActionsProps {
  readonly model: CommentsModel
  readonly root: Comment
  onReply(): void
  /** The buttons may be about to go with the folded thread. */
  onResolve(): void
}

/** Reply, and resolve or reopen. */
function Actions({ model, root, onReply, onResolve }: ActionsProps) {
  const isResolved = root.resolvedBy !== null
  const resolve = () => {
    onResolve()
    void model.changes.resolve(root, !isResolved)
  }
  return (
    <div className={threads.threadActions}>
      <button type="button" onClick={onReply}>
        Reply
      </button>
      <button type="button" onClick={resolve}>
        {isResolved ? 'Reopen' : 'Resolve'}
      </button>
    </div>
  )
}

/** Shows the comment that the page's URL leads to, once it is in this thread. True once it was shown. */
function useLinked({ model, thread, item, open }: LinkedOptions): boolean {
  const { linked } = useStore(model.state)
  const [isShown, setShown] = useState(false)
  const all = [thread.root, ...thread.replies]
  const isHere = linked?.status === 'found' && all.some(({ id }) => id === linked.id)
  const show = useRef(open)
  show.current = open
  useEffect(() => {
    if (!isHere) return
    show.current()
    // Once the thread is opened, and the list has found its place.
    const frame = requestAnimationFrame(() => {
      item.current?.scrollIntoView({ block: 'center' })
      item.current?.focus({ preventScroll: true })
      setShown(true)
      model.endLinked()
    })
    return () => cancelAnimationFrame(frame)
  }, [isHere, item, model])
  return isShown
}

interface LinkedOptions {
  readonly model: CommentsModel
  readonly thread: Thread
  readonly item: RefObject<HTMLLIElement | null>
  open(): void
}

/** Whether a resolved thread is open. One in which the user writes stays open when another user resolves it. */
function useFold(written: readonly number[], { root, replies }: Thread) {
  const [isOpen, setOpen] = useState(false)
  const [wasResolved, setWasResolved] = useState(false)
  const isResolved = root.resolvedBy !== null
  if (isResolved !== wasResolved) {
    setWasResolved(isResolved)
    if (isResolved && [root, ...replies].some(({ id }) => written.includes(id ?? 0))) setOpen(true)
  }
  return [isOpen, setOpen] as const
}

/** A comment with its replies, and what can be done with them. Resolved ones are one line until they are opened. */
export function ThreadItem(props: ThreadItemProps) {
  const { collaboration, model, thread, isAdmin } = props
  const { root, replies } = thread
  const { leaving, written } = useStore(model.state)
  const { userId } = collaboration.page
  const unread = unreadOf(collaboration)
  useStore(unread.state)
  const [isBegun, setBegun] = useState(false)
  const [isReplying, setReplying] = useState(root.id !== null && model.drafts.get(root.id) !== '')
  const item = useRef<HTMLLIElement>(null)
  const isResolved = root.resolvedBy !== null
  const [isOpen, setOpen] = useFold(written, thread)
  const isLinked = useLinked({ model, thread, item, open: () => setOpen(true) })
  // What had the focus goes: it stays in the thread, or in the list if the thread goes.
  const keepFocus = () => item.current?.focus({ preventScroll: true })
  useLayoutEffect(() => {
    const { current } = item
    return () => {
      if (current?.contains(document.activeElement)) current.closest('section')?.focus({ preventScroll: true })
    }
  }, [])
  const beginReply = () => {
    setBegun(true)
    setReplying(true)
  }
  const endReply = () => {
    setReplying(false)
    model.typing.stop()
    keepFocus()
  }
  const comment = (one: Comment) => (
    <CommentItem
      key={one.key}
      {...{ collaboration, model, comment: one }}
      isOwn={one.userId === userId}
      mayDelete={isAdmin || one.userId === userId}
      isUnread={unread.has(one)}
      keepFocus={keepFocus}
      isLeaving={one.id !== null && leaving.has(one.id)}
      pin={one === root ? <ThreadPin {...{ collaboration, model, root }} /> : null}
      place={one === root ? <ThreadPlace {...{ collaboration, model, root }} /> : null}
    />
  )
  return (
    <li
      ref={item}
      tabIndex={-1}
      className={styles.thread}
      data-resolved={isResolved || undefined}
      data-linked={isLinked || undefined}
      onPointerEnter={() => model.current.set(root.key)}
      onPointerLeave={() => model.current.set(null)}
      onFocus={() => model.current.set(root.key)}
      onBlur={() => model.current.set(null)}
    >
      {isResolved && <Resolved {...props} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />}
      {(isOpen || !isResolved) && (
        <>
          {comment(root)}
          {replies.length > 0 && <div className={styles.replies}>{replies.map(comment)}</div>}
          {root.id !== null && root.save === 'saved' && !leaving.has(root.id) && (
            <div className={threads.threadEnd}>
              {isReplying ? (
                <Reply {...{ collaboration, model, root }} takesFocus={isBegun} onEnd={endReply} />
              ) : (
                <Actions {...{ model, root }} onReply={beginReply} onResolve={keepFocus} />
              )}
            </div>
          )}
        </>
      )}
    </li>
  )
}
