import { useEffect, useId, useRef, useState } from 'react'
import { isUntitled } from '../../rules/deck-url.ts'
import { messages } from '../../rules/messages.ts'
import type { Validator } from '../../rules/validators.ts'
import { useField } from '../../ui/form/use-field.ts'
import { useEditorInstance } from '../state/use-editor.ts'
import styles from './panel.module.css'
import { useSetting } from './use-setting.ts'

interface CheckedTextProps {
  readonly name: 'title' | 'slug'
  readonly label: string
  readonly maxLength: number
  /** What is said of a value that can't be saved. */
  readonly message: string
  readonly validate: Validator
  /** Asks whether the value is still to be had; rejects when that can't be found out. */
  readonly isFree?: (value: string) => Promise<boolean>
  readonly hint?: string
}

/** Checks the field while it is typed in, and remembers which values are taken. */
function useCheckedField({ name, validate, isFree }: CheckedTextProps, accepted: string) {
  const control = useRef<HTMLInputElement>(null)
  const taken = useRef(new Set<string>())
  const isAvailable =
    isFree &&
    (async (value: string) => {
      const free = await isFree(value)
      if (!free) taken.current.add(value)
      return free
    })
  const field = useField({ name, empty: messages.form.empty, validate, isAvailable, accepted }, control)
  return { control, field, isTaken: (value: string) => taken.current.has(value) }
}

/** What is wrong with the value, or else what it is for. */
function Said({ id, error, hint }: { id: string; error: string | null; hint: string | undefined }) {
  return (
    <span id={id} className={error ? styles.error : styles.note} role={error ? 'alert' : undefined}>
      {error ?? hint}
    </span>
  )
}

/** A text that must be right before it becomes part of the deck; until then it stays in the field, with the reason. */
export function CheckedText(props: CheckedTextProps) {
  const { name, label, maxLength, message, validate, hint } = props
  const { services } = useEditorInstance()
  const [stored, setValue] = useSetting(name)
  // A title that nobody chose counts as none: the field is empty, and its placeholder says so.
  const value = name === 'title' && isUntitled(stored ?? '') ? '' : (stored ?? '')
  const [text, setText] = useState(value)
  const id = useId()
  const { control, field, isTaken } = useCheckedField(props, value)
  const { error, reset, check } = field
  useEffect(() => {
    setText(value)
    reset()
  }, [value, reset])
  const givenUp = useRef(false)
  const commit = () => {
    // The panel may have gone while the server was asked; leaving the field has taken its value then.
    if (!control.current) return
    if (givenUp.current) {
      givenUp.current = false
      setText(value)
      return reset()
    }
    const trimmed = control.current.value.trim()
    if (trimmed === value) return reset()
    const isValid = validate(trimmed) === null
    // Whether an address is free may not be known yet; the server, which is asked last, has the last word.
    if (isValid && !isTaken(trimmed)) return setValue(trimmed)
    void check()
    if (!isValid) services.notify(message, 'error')
  }
  return (
    <label className={styles.stacked} htmlFor={id}>
      <span>{label}</span>
      <input
        ref={control}
        id={id}
        className={styles.control}
        value={text}
        maxLength={maxLength}
        placeholder={name === 'title' ? 'Untitled' : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error`}
        onChange={(event) => {
          givenUp.current = false
          setText(event.target.value)
          field.onInput()
        }}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void check().then(commit)
          // The panel leaves the field with it: what was typed is not taken then.
          if (event.key === 'Escape' && !event.nativeEvent.isComposing) givenUp.current = true
        }}
      />
      <Said id={`${id}-error`} {...{ error, hint }} />
    </label>
  )
}
