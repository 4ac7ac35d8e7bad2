import { SendHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
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
  const [text, setText] = useState(model.drafts.get(to))
  const change = (next: string) => {
    setText(next)
    model.drafts.set(to, next)
    model.typing.note(next)
  }
  const send = () => {
    if (!onSend(text)) return
    setText('')
    model.drafts.set(to, '')
  }
  return (
    <div className={styles.form}>
      {children}
      <div className={styles.row}>
        <CommentField
          {...{ label, people, takesFocus }}
          placeholder={label}
          value={text}
          onChange={change}
          onEnter={send}
          {...(onEscape ? { onEscape } : {})}
        />
        <IconButton
          className={styles.send}
          label="Send"
          disabled={text.trim() === ''}
          icon={<SendHorizontal size={18} aria-hidden />}
          onClick={send}
        />
      </div>
    </div>
  )
}
