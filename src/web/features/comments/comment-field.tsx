import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { limits } from '../../../rules/limits.ts'
import styles from './comments.module.css'

/** Props of CommentField. */
export interface CommentFieldProps {
  readonly label: string
  readonly placeholder?: string
  readonly value: string
  /** Takes the focus when it appears, with the caret at its end. */
  readonly takesFocus?: boolean
  onChange(value: string): void
  /** Enter. Shift+Enter inserts a line break. */
  onEnter(): void
  onEscape?(): void
}

/** Makes the field as high as its text, up to some rows. */
function fitRows(field: HTMLTextAreaElement): void {
  field.rows = 1
  const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(field)
  const text = field.scrollHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom)
  const rows = Math.round(text / Number.parseFloat(lineHeight)) || 1
  field.rows = Math.min(rows, limits.comment.inputRows)
  field.style.overflowY = rows > limits.comment.inputRows ? 'auto' : 'hidden'
}

/** Below this number of characters the field says how many are left. */
const fewLeft = 100

/** The text of a comment. */
export function CommentField(props: CommentFieldProps) {
  const { label, placeholder, value, takesFocus, onChange, onEnter, onEscape } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const [width, setWidth] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again for another text or width
  useLayoutEffect(() => {
    if (field.current) fitRows(field.current)
  }, [value, width])
  useEffect(() => {
    const element = field.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    const element = field.current
    if (!takesFocus || !element) return
    element.focus()
    element.setSelectionRange(element.value.length, element.value.length)
  }, [takesFocus])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && onEscape) onEscape()
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    onEnter()
  }
  const left = limits.comment.text - value.length
  return (
    <div className={styles.field}>
      <textarea
        ref={field}
        className={styles.input}
        rows={1}
        maxLength={limits.comment.text}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {left <= fewLeft && <span className={styles.left}>{left} left</span>}
    </div>
  )
}
