import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { isUntitled, untitled } from '../../rules/deck-url.ts'
import { messages } from '../../rules/messages.ts'
import type { Validator } from '../../rules/validators.ts'
import { useField } from '../../ui/form/use-field.ts'
import { useEditorInstance } from '../state/use-editor.ts'
import styles from './panel.module.css'
import { useSetting } from './use-setting.ts'

interface CheckedTextProps {
  readonly name: 'title' | 'slug'
  readonly label: string
  /** The message at the field for a value that can't be saved, shown before the reason. */
  readonly message: string
  readonly validate: Validator
  /** Whether the value is available; rejects if the check fails. */
  readonly isFree?: (value: string) => Promise<boolean>
  readonly hint?: string
}

/** Validates the field while the user types, and remembers which values are taken. */
function useCheckedField({ name, validate, isFree }: CheckedTextProps, accepted: string) {
  const control = useRef<HTMLInputElement>(null)
  const taken = useRef(new Set<string>())
  const isAvailable =
    isFree &&
    (async (typed: string) => {
      const free = await isFree(typed.trim())
      if (!free) taken.current.add(typed.trim())
      return free
    })
  // A pasted value may have spaces around it; they are trimmed.
  const rules = { name, empty: messages.form.empty, validate: (typed: string) => validate(typed.trim()) }
  const field = useField({ ...rules, isAvailable, accepted }, control)
  return { control, field, isTaken: (value: string) => taken.current.has(value) }
}

/** Whether the error is about the form of the value: a taken value is well-formed. */
function isAboutForm(error: string): boolean {
  return !(messages.taken as readonly string[]).includes(error)
}

/** The error and its reason, or else the hint. */
function FieldMessage({
  id,
  error,
  message,
  hint,
}: { id: string; error: string | null } & Pick<CheckedTextProps, 'message' | 'hint'>) {
  if (error === null)
    return (
      <span id={id} className={styles.note}>
        {hint}
      </span>
    )
  return (
    <span id={id} className={styles.error} role="alert">
      {isAboutForm(error) && <span>{message}</span>}
      <span>{error}</span>
    </span>
  )
}

/**
 * Shows a toast about a refused value when the panel closes and its message with it. Returns the setter of that
 * message; null clears it.
 */
function useRefusedNotice(): (words: string | null) => void {
  const { services } = useEditorInstance()
  const refused = useRef<string | null>(null)
  useEffect(
    () => () => {
      if (refused.current !== null) services.notify(refused.current, 'error')
    },
    [services],
  )
  return useCallback((words) => {
    refused.current = words
  }, [])
}

/**
 * A text field whose value becomes part of the deck only if it is valid; until then it stays in the field, with the
 * reason.
 */
export function CheckedText(props: CheckedTextProps) {
  const { name, label, message, validate, hint } = props
  const refuse = useRefusedNotice()
  const [stored, setValue] = useSetting(name)
  // An untitled deck has an empty field; the placeholder shows the default title.
  const value = name === 'title' && isUntitled(stored ?? '') ? '' : (stored ?? '')
  const [text, setText] = useState(value)
  const id = useId()
  const { control, field, isTaken } = useCheckedField(props, value)
  const { error, reset, check } = field
  const restore = useCallback(() => {
    setText(value)
    refuse(null)
    reset()
  }, [value, refuse, reset])
  useEffect(restore, [restore])
  const discarded = useRef(false)
  const commit = () => {
    // The panel may have closed during the check; leaving the field has stored its value then.
    if (!control.current) return
    const isDiscarded = discarded.current
    discarded.current = false
    const trimmed = control.current.value.trim()
    if (isDiscarded || trimmed === value) return restore()
    const isValid = validate(trimmed) === null
    // Availability may not be known yet; the server checks it again on saving.
    if (isValid && !isTaken(trimmed)) return setValue(trimmed)
    refuse(isValid ? messages.taken[0] : message)
    void check()
  }
  return (
    <label className={styles.stacked} htmlFor={id}>
      <span>{label}</span>
      <input
        ref={control}
        id={id}
        className={styles.control}
        value={text}
        placeholder={name === 'title' ? untitled : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error`}
        onChange={(event) => {
          discarded.current = false
          refuse(null)
          setText(event.target.value)
          field.onInput()
        }}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void check().then(commit)
          // Escape closes the panel and leaves the field: the typed text is then discarded.
          if (event.key === 'Escape' && !event.nativeEvent.isComposing) discarded.current = true
        }}
      />
      <FieldMessage id={`${id}-error`} {...{ error, message, hint }} />
    </label>
  )
}
