import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { limits } from '../../../rules/limits.ts'
import styles from './comments.module.css'
import { type Mentionable, MentionList, useMentionChoice, withMention } from './mention-list.tsx'

/** Props of CommentField. */
export interface CommentFieldProps {
  readonly label: string
  readonly placeholder?: string
  readonly value: string
  /** Who can be mentioned. */
  readonly people: readonly Mentionable[]
  /** Takes the focus when it appears, with the caret at its end, and again for another number. */
  readonly takesFocus?: boolean | number
  /** The same for another number than 0, if nothing has the focus. */
  readonly takesFreeFocus?: number
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

function focusEnd(field: HTMLTextAreaElement | null): void {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}

/** Below this number of characters the field says how many are left. */
const fewLeft = 100

/** Fits the field to its text and width, and focuses it at first if wanted. */
function useFieldSize({
  value,
  takesFocus,
  takesFreeFocus = 0,
}: Pick<CommentFieldProps, 'value' | 'takesFocus' | 'takesFreeFocus'>) {
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
    if (takesFocus) focusEnd(field.current)
  }, [takesFocus])
  useEffect(() => {
    const { activeElement, body } = document
    if (takesFreeFocus > 0 && (activeElement === null || activeElement === body)) focusEnd(field.current)
  }, [takesFreeFocus])
  return field
}

/** The text of a comment. Names of the deck's people are offered after an at sign. */
export function CommentField(props: CommentFieldProps) {
  const { label, placeholder, value, people, onChange, onEnter, onEscape } = props
  const field = useFieldSize(props)
  const [caret, setCaret] = useState<number | null>(null)
  const choice = useMentionChoice(value, caret, people)
  const isChoosing = choice.people.length > 0
  const choose = ({ username }: Mentionable) => {
    const element = field.current
    const next = withMention(value, caret ?? value.length, username)
    if (!element || next.text.length > limits.comment.text) return
    // At once: a letter typed before the next frame would be left behind the caret.
    flushSync(() => {
      onChange(next.text)
      setCaret(next.caret)
    })
    element.setSelectionRange(next.caret, next.caret)
  }
  const pressInList = (event: KeyboardEvent): boolean => {
    const person = choice.people[choice.active]
    if (!person) return false
    if (event.key === 'ArrowDown') choice.move(1)
    else if (event.key === 'ArrowUp') choice.move(-1)
    else if (event.key === 'Escape') choice.close()
    else if (event.key === 'Tab' || (event.key === 'Enter' && !event.shiftKey)) choose(person)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || pressInList(event)) return
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
        aria-autocomplete="list"
        aria-controls={isChoosing ? choice.id : undefined}
        aria-activedescendant={isChoosing ? choice.optionId(choice.active) : undefined}
        placeholder={placeholder}
        value={value}
        onChange={(event) => {
          onChange(event.target.value)
          setCaret(event.target.selectionStart)
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onBlur={() => setCaret(null)}
        onKeyDown={onKeyDown}
      />
      <MentionList choice={choice} onChoose={choose} />
      {left <= fewLeft && <span className={styles.left}>{left} left</span>}
    </div>
  )
}
