import { type ClipboardEvent, useEffect, useId, useRef, useState } from 'react'
import { limits } from '../../../rules/limits.ts'
import { timings } from '../../../rules/timings.ts'
import styles from '../panel.module.css'
import type { BackgroundAddress } from './background-address.ts'

/** Props of AddressField. */
export interface AddressFieldProps {
  readonly label: string
  readonly placeholder: string
  /** The current address. */
  readonly value: string
  read(text: string): BackgroundAddress
  onChange(value: string): void
  /** Called on every change of the text, valid or not. */
  onText?(text: string): void
}

/** Whether a paste is applied at once, since it has a complete URL. */
function isComplete(pasted: string, { value, selectionStart, selectionEnd }: HTMLInputElement): boolean {
  // Pasted markup may exceed the field's maximum length; only the URL in it is used.
  if (pasted.includes('<')) return true
  // A paste that replaces the whole text is a complete URL.
  const isWhole = (selectionEnd ?? 0) - (selectionStart ?? 0) === value.length
  return isWhole && pasted.length <= limits.slide.url
}

type AddressTextOptions = Pick<AddressFieldProps, 'value' | 'read' | 'onChange' | 'onText'>

/** The typed text with its error. A pause in typing only shows errors, since half a URL may be valid too. */
function useAddressText({ value, read, onChange, onText }: AddressTextOptions) {
  const [text, setText] = useState(value)
  const [error, setError] = useState<string | null>(null)
  const pause = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(pause.current), [])
  // The user may write the current URL in another way: the field keeps the typed text.
  const applied = useRef(value)
  useEffect(() => {
    if (value === applied.current) return
    applied.current = value
    setText(value)
    setError(null)
  }, [value])
  const show = (next: string) => {
    setText(next)
    onText?.(next)
  }
  const check = (given: string): BackgroundAddress => {
    clearTimeout(pause.current)
    const result = read(given)
    setError('error' in result ? result.error : null)
    return result
  }
  const commit = (given: string) => {
    const result = check(given)
    if ('error' in result) return
    applied.current = result.value
    show(result.value)
    if (result.value !== value) onChange(result.value)
  }
  const type = (next: string) => {
    show(next)
    setError(null)
    clearTimeout(pause.current)
    pause.current = setTimeout(() => check(next), timings.validation)
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text/plain')
    if (!isComplete(pasted, event.currentTarget)) return
    event.preventDefault()
    show(pasted)
    commit(pasted)
  }
  return { text, error, type, paste, commit }
}

/** A field for a URL of at most 2000 characters. Applied on blur, Enter and paste. */
export function AddressField({ label, placeholder, ...options }: AddressFieldProps) {
  const id = useId()
  const { text, error, type, paste, commit } = useAddressText(options)
  return (
    <div className={styles.stacked}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={styles.control}
        value={text}
        inputMode="url"
        spellCheck={false}
        maxLength={limits.slide.url}
        placeholder={placeholder}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error`}
        onChange={(event) => type(event.target.value)}
        onPaste={paste}
        onBlur={() => commit(text)}
        onKeyDown={(event) => event.key === 'Enter' && commit(text)}
      />
      <span id={`${id}-error`} className={styles.error} role={error ? 'alert' : undefined} hidden={!error}>
        {error}
      </span>
    </div>
  )
}
