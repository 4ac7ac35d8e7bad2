import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { messages } from '../../rules/messages.ts'
import { askConfirm } from '../ask/ask-store.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { useOpening } from '../use-opening.ts'
import { CodeEditor } from './code-editor.tsx'
import type { CodeLanguage } from './code-language.ts'
import type { CodeProblem } from './code-view.ts'
import styles from './text-editor-dialog.module.css'

/** What is written in the dialog: words, a program, or markup. */
export type TextEditorType = 'text' | 'code' | 'html'

/** Props of TextEditorDialog. */
export interface TextEditorDialogProps {
  readonly open: boolean
  readonly title: string
  readonly description?: ReactNode
  readonly type: TextEditorType
  /** The language of a text of type `code`; plain when missing. */
  readonly language?: CodeLanguage
  /** The text at the opening; what comes later does not disturb who is writing. */
  readonly value: string
  /** Characters at most. */
  readonly maxLength?: number
  readonly placeholder?: string
  /** 'Save' when missing. */
  readonly saveLabel?: string
  /** What stands under the text and follows it: what will be taken out, how much room is left. */
  below?(text: string): ReactNode
  /** What is wrong with the text; shown where it stands. It does not keep anybody from saving. */
  problems?(text: string): readonly CodeProblem[]
  /** Lays the text out anew without changing what it says; brings the button 'Format'. */
  format?(text: string): string
  /** Takes the text. Null when it was taken, which closes the dialog; else the reason why it can't be. */
  onSave(text: string): string | null
  onClose(): void
  /** See Dialog. */
  readonly returnsFocus?: () => boolean
}

/** The language in which each type is written. */
export function languageOfType(type: TextEditorType, language: CodeLanguage = 'text'): CodeLanguage {
  if (type === 'html') return 'html'
  return type === 'code' ? language : 'text'
}

/**
 * A dialog for writing a longer text. Cancel and Escape leave it, after a question when something was changed; Mod+S
 * and the button save.
 */
export function TextEditorDialog(props: TextEditorDialogProps) {
  const opening = useOpening(props.open)
  return opening === 0 ? null : <OpenedEditor key={opening} {...props} />
}

function OpenedEditor(props: TextEditorDialogProps) {
  const { open, title, description, type, onSave, onClose, format, saveLabel = 'Save' } = props
  const [before] = useState(props.value)
  const [text, setText] = useState(props.value)
  const [refusal, setRefusal] = useState<string | null>(null)
  const asking = useRef(false)
  const leave = async () => {
    // The Escape that answers the question reaches this dialog as well.
    if (asking.current) return
    if (text !== before) {
      asking.current = true
      const sure = await askConfirm({ title: messages.save.discardPrompt, action: 'Discard', dangerous: true })
      asking.current = false
      if (!sure) return
    }
    onClose()
  }
  const save = () => {
    const reason = onSave(text)
    setRefusal(reason)
    if (reason === null) onClose()
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    // Neither the browser's own dialog nor the save of the page around this one.
    event.preventDefault()
    event.stopPropagation()
    save()
  }
  return (
    <Dialog
      {...{ open, title, description }}
      returnsFocus={props.returnsFocus}
      onClose={() => void leave()}
      size={type === 'text' ? 'm' : 'l'}
      actions={
        <>
          {format && (
            <Button className={styles.format} onClick={() => setText(format(text))}>
              Format
            </Button>
          )}
          <Button onClick={() => void leave()}>Cancel</Button>
          <Button variant="primary" onClick={save}>
            {saveLabel}
          </Button>
        </>
      }
      onKeyDown={pressed}
    >
      <Writing {...props} {...{ text, setText }} />
      {refusal !== null && (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      )}
      {props.below?.(text)}
    </Dialog>
  )
}

/** The field itself: a plain one for words, the code editor for everything that has a grammar. */
function Writing(props: TextEditorDialogProps & { readonly text: string; setText(text: string): void }) {
  const { type, language, title, text, setText, maxLength, placeholder, problems } = props
  if (type === 'text') {
    return (
      <textarea
        className={styles.words}
        aria-label={title}
        value={text}
        {...{ maxLength, placeholder }}
        onChange={(event) => setText(event.target.value)}
      />
    )
  }
  return (
    <CodeEditor
      className={styles.code}
      label={title}
      language={languageOfType(type, language)}
      value={text}
      {...{ maxLength, placeholder, problems }}
      autoFocus
      onChange={setText}
    />
  )
}
