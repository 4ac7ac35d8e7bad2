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
  readonly maxLength: number
  /** What is said at the field of a value that can't be saved, before the reason. */
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
    (async (typed: string) => {
      const free = await isFree(typed.trim())
      if (!free) taken.current.add(typed.trim())
      return free
    })
  // What was pasted may have spaces around it, which are not taken with it.
  const rules = { name, empty: messages.form.empty, validate: (typed: string) => validate(typed.trim()) }
  const field = useField({ ...rules, isAvailable, accepted }, control)
  return { control, field, isTaken: (value: string) => taken.current.has(value) }
}

/** A taken value is well-formed: being taken is all that is said of it. */
function isAboutForm(error: string): boolean {
  return !(messages.taken as readonly string[]).includes(error)
}

/** What is wrong with the value and why, or else what it is for. */
function Said({
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

/** Tells of a refused value when its field goes, and with it what stood there. Says how to remember and forget one. */
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

/** A text that must be right before it becomes part of the deck; until then it stays in the field, with the reason. */
export function CheckedText(props: CheckedTextProps) {
  const { name, label, maxLength, message, validate, hint } = props
  const refuse = useRefusedNotice()
  const [stored, setValue] = useSetting(name)
  // A title that nobody chose counts as none: the field is empty, and its placeholder says so.
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
  const givenUp = useRef(false)
  const commit = () => {
    // The panel may have gone while the server was asked; leaving the field has taken its value then.
    if (!control.current) return
    const isGivenUp = givenUp.current
    givenUp.current = false
    const trimmed = control.current.value.trim()
    if (isGivenUp || trimmed === value) return restore()
    const isValid = validate(trimmed) === null
    // Whether an address is free may not be known yet; the server, which is asked last, has the last word.
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
        maxLength={maxLength}
        placeholder={name === 'title' ? untitled : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error`}
        onChange={(event) => {
          givenUp.current = false
          refuse(null)
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
      <Said id={`${id}-error`} {...{ error, message, hint }} />
    </label>
  )
}
