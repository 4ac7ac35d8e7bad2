import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { messages } from '../../rules/messages.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { confirmDialog } from '../dialogs/dialog-store.ts'
import { useOpening } from '../use-opening.ts'
import { CodeEditor } from './code-editor.tsx'
import type { CodeLanguage } from './code-language.ts'
import type { CodeProblem } from './code-view.ts'
import styles from './text-editor-dialog.module.css'

/** Content type of the dialog. */
export type TextEditorType = 'text' | 'code' | 'html'

export interface TextEditorDialogProps {
  readonly open: boolean
  readonly title: string
  readonly description?: ReactNode
  readonly type: TextEditorType
  /** Language of type `code`; plain text by default. */
  readonly language?: CodeLanguage
  /** Initial text; later changes are ignored while the user types. */
  readonly value: string
  /** In characters. */
  readonly maxLength?: number
  readonly placeholder?: string
  /** Default: 'Save'. */
  readonly saveLabel?: string
  /** Shown under the text and updated with it: what would be removed, how much space is left. */
  below?(text: string): ReactNode
  /** Returns the problems of a text, shown in place. They do not prevent saving. */
  problems?(text: string): readonly CodeProblem[]
  /** Formats the text without changing its meaning; adds the button 'Format'. */
  format?(text: string): string
  /** Saves the text. Returns null and closes the dialog, or an error message. */
  onSave(text: string): string | null | Promise<string | null>
  onClose(): void
  /** See Dialog. */
  readonly returnsFocus?: () => boolean
}

export function languageOfType(type: TextEditorType, language: CodeLanguage = 'text'): CodeLanguage {
  if (type === 'html') return 'html'
  return type === 'code' ? language : 'text'
}

/**
 * A dialog for longer text. Cancel and Escape close it, after a confirmation if there are changes; Mod+S and the button
 * save.
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
    // The Escape that answers the confirmation reaches this dialog too.
    if (asking.current) return
    if (text !== before) {
      asking.current = true
      const sure = await confirmDialog({ title: messages.save.discardPrompt, action: 'Discard', dangerous: true })
      asking.current = false
      if (!sure) return
    }
    onClose()
  }
  const save = async () => {
    const reason = await onSave(text)
    setRefusal(reason)
    if (reason === null) onClose()
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    // Prevents the browser's save dialog and the save of the page below.
    event.preventDefault()
    event.stopPropagation()
    void save()
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
          <Button variant="primary" onClick={() => void save()}>
            {saveLabel}
          </Button>
        </>
      }
      onKeyDown={pressed}
    >
      <EditorField {...props} {...{ text, setText }} />
      {refusal !== null && (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      )}
      {props.below?.(text)}
    </Dialog>
  )
}

/** Plain field for text, code editor for everything with a grammar. */
function EditorField(props: TextEditorDialogProps & { readonly text: string; setText(text: string): void }) {
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
