import { SendHorizontal } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { limits } from '../../../rules/limits.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useStore } from '../../../ui/store.ts'
import type { Collaboration } from '../collaboration/collaboration.ts'
import { CommentField } from './comment-field.tsx'
import styles from './comments.module.css'
import type { CommentsModel } from './comments-model.ts'
import { useMentionable } from './mention-list.tsx'

/** Props of CommentForm. */
export interface CommentFormProps {
  readonly collaboration: Collaboration
  readonly model: CommentsModel
  /** The comment that is replied to; 0: a new comment. */
  readonly to: number
  readonly label: string
  readonly takesFocus?: boolean | number
  /** Below the field. */
  readonly children?: ReactNode
  /** Sends the text; false if there is nothing to send. */
  onSend(text: string): boolean
  onEscape?(): void
}

/**
 * The form for a new comment or a reply. Its text is kept while the panel is closed, and for the tab's next page of the
 * deck.
 */
export function CommentForm(props: CommentFormProps) {
  const { collaboration, model, to, label, takesFocus = false, children, onSend, onEscape } = props
  const people = useMentionable(collaboration)
  const { drafts } = model
  const text = useSyncExternalStore(drafts.subscribe, () => drafts.get(to))
  const moves = useStore(drafts.moves)
  const change = (next: string) => {
    drafts.set(to, next)
    model.typing.note(next)
  }
  const send = () => {
    if (onSend(text)) drafts.set(to, '')
  }
  return (
    <div className={styles.form}>
      {children}
      <div className={styles.row}>
        <CommentField
          {...{ label, people, takesFocus }}
          // Its text may be that of another form, which is gone.
          takesFreeFocus={text === '' ? 0 : moves}
          placeholder={label}
          value={text}
          onChange={change}
          onEnter={send}
          {...(onEscape ? { onEscape } : {})}
        />
        <IconButton
          className={styles.send}
          label="Send"
          disabled={text.trim() === '' || text.length > limits.comment.text}
          icon={<SendHorizontal size={18} aria-hidden />}
          onClick={send}
        />
      </div>
    </div>
  )
}
