import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Spinner } from '../spinner.tsx'
import styles from './code-editor.module.css'
import type { CodeLanguage } from './code-language.ts'
import type { CodeProblem, CodeView } from './code-view.ts'

/** Commands of a code field. */
export interface CodeEditorHandle {
  /** Replaces the selection; appends the text in a field that could not be loaded. */
  insert(text: string): void
}

export interface CodeEditorProps {
  readonly handle?: Ref<CodeEditorHandle>
  readonly value: string
  readonly language: CodeLanguage
  /** Accessible label. */
  readonly label: string
  readonly placeholder?: string
  /** In characters. */
  readonly maxLength?: number
  /** Focuses the editor once loaded. */
  readonly autoFocus?: boolean
  readonly readOnly?: boolean
  /** Underlines syntax errors. For languages whose parser finds them reliably: JavaScript, TypeScript, JSON. */
  readonly syntax?: boolean
  /** Problems that were found elsewhere (by the server), shown with the others. */
  readonly found?: readonly CodeProblem[]
  readonly className?: string
  onChange(value: string): void
  /** Returns the problems of a text; they are underlined and described in place. */
  problems?(value: string): readonly CodeProblem[]
}

type Loading = 'loading' | 'ready' | 'failed'

/** Plain text field, used if the code editor cannot be loaded. */
function PlainField({ value, label, maxLength, placeholder, autoFocus, readOnly, onChange }: CodeEditorProps) {
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
      {...{ value, maxLength, placeholder, readOnly }}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

const noProblems: readonly CodeProblem[] = []

/**
 * A code field: syntax colors, line numbers, search and replace (Mod+F), folding, completion, inline errors. It is
 * large and loads when first shown. Tab indents; Ctrl+M (Shift+Alt+M on a Mac) makes Tab move the focus.
 */
export function CodeEditor(props: CodeEditorProps) {
  const { value, language, label, placeholder, maxLength, autoFocus, className, readOnly, syntax, found } = props
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
        ...{ language, label, placeholder, maxLength, readOnly, syntax },
        onChange: (next) => latest.current.onChange(next),
        problems: (text) => [...(latest.current.problems?.(text) ?? []), ...(latest.current.found ?? [])],
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
  }, [language, label, placeholder, maxLength, autoFocus, readOnly, syntax])
  useEffect(() => view.current?.setValue(value), [value])
  useImperativeHandle(props.handle, () => ({
    insert: (text) => (view.current ? view.current.insert(text) : latest.current.onChange(latest.current.value + text)),
  }))
  const known = JSON.stringify(found ?? noProblems)
  useEffect(() => {
    void known
    view.current?.recheck()
  }, [known])
  useEffect(() => containEscape(host.current), [])
  return (
    <div className={classNames(styles.editor, className)}>
      {loading === 'loading' && <Spinner label="Opening the editor" />}
      {loading === 'failed' ? <PlainField {...props} /> : <div ref={host} className={styles.host} />}
    </div>
  )
}

/** An Escape that closed an inner popup (search, completion) must not close the surrounding dialog too. */
function containEscape(host: HTMLElement | null): () => void {
  const keep = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && event.defaultPrevented) event.stopPropagation()
  }
  host?.addEventListener('keydown', keep)
  return () => host?.removeEventListener('keydown', keep)
}
