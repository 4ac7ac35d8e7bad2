import { useEffect, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Spinner } from '../spinner.tsx'
import styles from './code-editor.module.css'
import type { CodeLanguage } from './code-language.ts'
import type { CodeProblem, CodeView } from './code-view.ts'

/** Props of CodeEditor. */
export interface CodeEditorProps {
  readonly value: string
  readonly language: CodeLanguage
  /** What is written here, for those who can't see it. */
  readonly label: string
  readonly placeholder?: string
  /** Characters at most. */
  readonly maxLength?: number
  /** Takes the keyboard as soon as it is there. */
  readonly autoFocus?: boolean
  readonly className?: string
  onChange(value: string): void
  /** What is wrong with the text; it is underlined and said where it stands. */
  problems?(value: string): readonly CodeProblem[]
}

type Loading = 'loading' | 'ready' | 'failed'

/** The plain field that stands in when the code editor can't be loaded: nobody is kept from their text. */
function PlainField({ value, label, maxLength, placeholder, autoFocus, onChange }: CodeEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (autoFocus) field.current?.focus()
  }, [autoFocus])
  return (
    <textarea
      ref={field}
      className={styles.plain}
      aria-label={label}
      spellCheck={false}
      {...{ value, maxLength, placeholder }}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/**
 * A field for code: colors, line numbers, search and replace (Mod+F), folding, completion, errors where they stand.
 * It is large and comes only when it is first shown. Tab indents; Ctrl+M (Shift+Alt+M on a Mac) lets Tab leave it.
 */
export function CodeEditor(props: CodeEditorProps) {
  const { value, language, label, placeholder, maxLength, autoFocus, className } = props
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<CodeView | null>(null)
  const latest = useRef(props)
  latest.current = props
  const [loading, setLoading] = useState<Loading>('loading')
  useEffect(() => {
    let ended = false
    const open = async () => {
      const { createCodeView } = await import('./code-view.ts')
      if (ended || !host.current) return
      view.current = createCodeView({
        parent: host.current,
        value: latest.current.value,
        ...{ language, label, placeholder, maxLength },
        onChange: (next) => latest.current.onChange(next),
        problems: (text) => latest.current.problems?.(text) ?? [],
      })
      setLoading('ready')
      if (autoFocus) view.current.focus()
    }
    open().catch(() => {
      if (!ended) setLoading('failed')
    })
    return () => {
      ended = true
      view.current?.destroy()
      view.current = null
    }
  }, [language, label, placeholder, maxLength, autoFocus])
  useEffect(() => view.current?.setValue(value), [value])
  useEffect(() => keepEscape(host.current), [])
  return (
    <div className={classNames(styles.editor, className)}>
      {loading === 'loading' && <Spinner label="Opening the editor" />}
      {loading === 'failed' ? <PlainField {...props} /> : <div ref={host} className={styles.host} />}
    </div>
  )
}

/** An Escape that closed something inside (search, completion) must not close the dialog around it as well. */
function keepEscape(host: HTMLElement | null): () => void {
  const keep = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && event.defaultPrevented) event.stopPropagation()
  }
  host?.addEventListener('keydown', keep)
  return () => host?.removeEventListener('keydown', keep)
}
