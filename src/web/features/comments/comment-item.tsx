import { Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { messages } from '../../../rules/messages.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { CommentField } from './comment-field.tsx'
import type { Comment } from './comment-state.ts'
import styles from './comments.module.css'
import type { CommentsModel } from './comments-model.ts'

/** Props of CommentItem. */
export interface CommentItemProps {
  readonly model: CommentsModel
  readonly comment: Comment
  readonly isOwn: boolean
  readonly mayDelete: boolean
  readonly isLeaving: boolean
  /** 'Slide 3', or that its slide is gone; null if that need not be said. */
  readonly place: string | null
  /** Goes to the slide of the comment, if there is one. */
  readonly onVisit: (() => void) | null
}

function EditForm({ model, comment, onEnd }: { model: CommentsModel; comment: Comment; onEnd: () => void }) {
  const [text, setText] = useState(comment.message)
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => void form.current?.scrollIntoView({ block: 'nearest' }), [])
  const save = () => {
    if (model.edit(comment, text)) onEnd()
  }
  return (
    <div ref={form} className={styles.edit}>
      <CommentField label="Comment" value={text} takesFocus onChange={setText} onEnter={save} onEscape={onEnd} />
      <div className={styles.actions}>
        <Button size="s" variant="quiet" onClick={onEnd}>
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
function SaveNote({ model, comment }: Pick<CommentItemProps, 'model' | 'comment'>) {
  if (comment.save === 'saved') return null
  if (comment.save === 'saving') {
    return (
      <p className={styles.note} role="status">
        Saving…
      </p>
    )
  }
  return (
    <div className={styles.failed} role="alert">
      <span>{messages.collaboration.sendFailed}</span>
      <Button size="s" variant="quiet" onClick={() => model.retry(comment)}>
        {messages.collaboration.retry}
      </Button>
      {comment.id === null && (
        <Button size="s" variant="quiet" onClick={() => model.discard(comment)}>
          Discard
        </Button>
      )}
    </div>
  )
}

function Place({ place, onVisit }: Pick<CommentItemProps, 'place' | 'onVisit'>) {
  if (place === null) return null
  if (!onVisit) return <span className={styles.place}>{place}</span>
  return (
    <button type="button" className={styles.place} onClick={onVisit}>
      {place}
      <span className="spoken-only">, go there</span>
    </button>
  )
}

function Head(props: CommentItemProps & { readonly isEditing: boolean; readonly onEdit: () => void }) {
  const { model, comment, isOwn, mayDelete, place, onVisit, isEditing, onEdit } = props
  const { id, save } = comment
  return (
    <div className={styles.top}>
      <strong className={styles.name}>{comment.name}</strong>
      <span className={styles.when}>
        <Moment time={comment.createdAt} />
        {comment.isEdited && ' (edited)'}
      </span>
      <Place place={place} onVisit={onVisit} />
      {id !== null && save === 'saved' && !isEditing && (
        <span className={styles.tools}>
          {isOwn && (
            <IconButton
              className={styles.tool}
              label="Edit comment"
              icon={<Pencil size={14} aria-hidden />}
              onClick={onEdit}
            />
          )}
          {mayDelete && (
            <IconButton
              className={styles.tool}
              label="Delete comment"
              icon={<Trash2 size={14} aria-hidden />}
              onClick={() => model.remove(id)}
            />
          )}
        </span>
      )}
    </div>
  )
}

/** One comment, with what its reader may do. */
export function CommentItem(props: CommentItemProps) {
  const { model, comment, isLeaving } = props
  const [isEditing, setEditing] = useState(false)
  const { id } = comment
  if (isLeaving && id !== null) {
    return (
      <li className={styles.gone}>
        <span role="status">Comment deleted</span>
        <Button size="s" variant="quiet" onClick={() => model.keep(id)}>
          Undo
        </Button>
      </li>
    )
  }
  return (
    <li className={styles.comment} data-comment={comment.save}>
      <Avatar size="s" name={comment.name} picture={comment.picture} />
      <div className={styles.body}>
        <Head {...props} isEditing={isEditing} onEdit={() => setEditing(true)} />
        {isEditing ? (
          <EditForm model={model} comment={comment} onEnd={() => setEditing(false)} />
        ) : (
          <p className={styles.message}>{comment.message}</p>
        )}
        <SaveNote model={model} comment={comment} />
      </div>
    </li>
  )
}
