import { Ellipsis, Link, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { commentMessages } from '../../../rules/comment-messages.ts'
import { messages } from '../../../rules/messages.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { useStore } from '../../../ui/store.ts'
import type { Collaboration } from '../collaboration/collaboration.ts'
import { CommentField } from './comment-field.tsx'
import type { Comment } from './comment-state.ts'
import { CommentText } from './comment-text.tsx'
import styles from './comments.module.css'
import type { CommentsModel } from './comments-model.ts'
import { useMentionable } from './mention-list.tsx'

/** Props of CommentItem. */
export interface CommentItemProps {
  readonly collaboration: Collaboration
  readonly model: CommentsModel
  readonly comment: Comment
  readonly isOwn: boolean
  readonly mayDelete: boolean
  readonly isLeaving: boolean
  readonly isUnread: boolean
  /** Takes the focus of a control that is about to go. */
  keepFocus(): void
  /** Where it is, beside its time. */
  readonly place?: ReactNode
  /** What it is pinned to, above its text. */
  readonly pin?: ReactNode
}

type EditFormProps = Pick<CommentItemProps, 'collaboration' | 'model' | 'comment'> & { readonly onEnd: () => void }

function EditForm({ collaboration, model, comment, onEnd }: EditFormProps) {
  const people = useMentionable(collaboration)
  const id = comment.id ?? 0
  const [draft] = useState(model.drafts.get(-id))
  const [text, setText] = useState(draft || comment.message)
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => void form.current?.scrollIntoView({ block: 'nearest' }), [])
  useEffect(() => model.noteForm(id), [model, id])
  const change = (next: string) => {
    setText(next)
    model.drafts.set(-id, next === comment.message ? '' : next)
  }
  const cancel = () => {
    model.drafts.set(-id, '')
    onEnd()
  }
  const save = () => {
    if (model.changes.edit(comment, text)) onEnd()
  }
  return (
    <div ref={form} className={styles.edit}>
      <CommentField
        {...{ label: 'Comment', people, value: text, takesFocus: draft === '' }}
        onChange={change}
        onEnter={save}
        onEscape={cancel}
      />
      <div className={styles.actions}>
        <Button size="s" variant="quiet" onClick={cancel}>
          Cancel
        </Button>
        <Button size="s" variant="primary" disabled={text.trim() === ''} onClick={save}>
          Save
        </Button>
      </div>
    </div>
  )
}

/** Whether the comment is saved, and what to do if it is not. */
function SaveNote({ model, comment, keepFocus }: Pick<CommentItemProps, 'model' | 'comment' | 'keepFocus'>) {
  if (comment.save === 'saved') return null
  if (comment.save === 'saving') {
    return (
      <p className={styles.note} role="status">
        Saving…
      </p>
    )
  }
  const retry = () => {
    keepFocus()
    model.retry(comment)
  }
  const discard = () => {
    keepFocus()
    model.discard(comment)
  }
  return (
    <div className={styles.failed} role="alert">
      <span>
        {messages.collaboration.sendFailed}
        {comment.failure ? `: ${comment.failure}` : ''}
      </span>
      <Button size="s" variant="quiet" onClick={retry}>
        {messages.collaboration.retry}
      </Button>
      <Button size="s" variant="quiet" onClick={discard}>
        Discard
      </Button>
    </div>
  )
}

function Options({
  collaboration,
  model,
  comment,
  isOwn,
  mayDelete,
  onEdit,
}: CommentItemProps & { readonly onEdit: () => void }) {
  const { id } = comment
  const isEditing = useRef(false)
  if (id === null || comment.save !== 'saved') return null
  const edit = () => {
    isEditing.current = true
    onEdit()
  }
  const { page } = collaboration
  const copy = () => {
    navigator.clipboard.writeText(page.commentUrl(id)).then(
      () => page.notify(commentMessages.linkCopied, 'neutral'),
      () => page.notify(commentMessages.linkNotCopied, 'negative'),
    )
  }
  const entries: MenuEntry[] = [
    { label: 'Copy link', icon: <Link size={16} aria-hidden />, onSelect: copy },
    ...(isOwn ? [{ label: 'Edit', icon: <Pencil size={16} aria-hidden />, onSelect: edit }] : []),
    ...(mayDelete
      ? [
          {
            label: 'Delete',
            icon: <Trash2 size={16} aria-hidden />,
            dangerous: true,
            onSelect: () => model.changes.remove(id),
          },
        ]
      : []),
  ]
  return (
    <Menu
      groups={[{ entries }]}
      returnsFocus={() => !isEditing.current}
      trigger={
        <IconButton
          className={styles.options}
          label="Options of the comment"
          tooltip={false}
          icon={<Ellipsis size={16} aria-hidden />}
        />
      }
    />
  )
}

/** One comment, with what its reader may do. */
export function CommentItem(props: CommentItemProps) {
  const { collaboration, model, comment, isLeaving, isUnread, keepFocus, place, pin } = props
  const { people } = useStore(collaboration.state)
  const { id } = comment
  // A text that was being changed when the panel or the page was left.
  const hasDraft = id !== null && comment.save === 'saved' && model.drafts.get(-id) !== ''
  const [isEditing, setEditing] = useState(hasDraft)
  const endEdit = () => {
    setEditing(false)
    keepFocus()
  }
  if (isLeaving && id !== null) {
    return (
      <div className={styles.gone}>
        <span role="status">Comment deleted</span>
        <Button size="s" variant="quiet" onClick={() => model.changes.keep(id)}>
          Undo
        </Button>
      </div>
    )
  }
  return (
    <article className={styles.comment} data-comment={comment.save} data-comment-id={id ?? undefined}>
      <Avatar size="s" name={comment.name} picture={comment.picture} />
      <div className={styles.body}>
        <div className={styles.top}>
          <strong className={styles.name}>{comment.name}</strong>
          {isUnread && (
            <span className={styles.unread}>
              <span className="spoken-only">Unread</span>
            </span>
          )}
          <span className={styles.when}>
            <Moment time={comment.createdAt} />
            {comment.isEdited && ' (edited)'}
          </span>
          {place}
          {!isEditing && <Options {...props} onEdit={() => setEditing(true)} />}
        </div>
        {pin}
        {isEditing ? <EditForm {...props} onEnd={endEdit} /> : <CommentText text={comment.message} people={people} />}
        <SaveNote {...{ model, comment, keepFocus }} />
      </div>
    </article>
  )
}
