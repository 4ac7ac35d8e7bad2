import { type ClipboardEvent, useEffect, useId, useRef, useState } from 'react'
import { limits } from '../../../rules/limits.ts'
import { timings } from '../../../rules/timings.ts'
import styles from '../panel.module.css'
import type { BackgroundAddress } from './background-address.ts'

/** Props of AddressField. */
export interface AddressFieldProps {
  readonly label: string
  readonly placeholder: string
  /** The address in force. */
  readonly value: string
  read(text: string): BackgroundAddress
  onChange(value: string): void
  /** Every change of what stands in the field, right or wrong. */
  onText?(text: string): void
}

/**
 * A field for an address of at most 2000 characters. It counts when the field is left, at Enter, and when pasted; a
 * pause in typing only tells what is wrong with it, since half an address may be one, too.
 */
export function AddressField({ label, placeholder, value, read, onChange, onText }: AddressFieldProps) {
  const id = useId()
  const [text, setText] = useState(value)
  const [error, setError] = useState<string | null>(null)
  const pause = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(pause.current), [])
  // What is in force already may be written as the person writes it: nothing changes under the caret.
  const taken = useRef(value)
  useEffect(() => {
    if (value === taken.current) return
    taken.current = value
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
    taken.current = result.value
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
    // Markup may be longer than the field; only the address in it is wanted.
    if (!pasted.includes('<')) {
      const { value: present, selectionStart, selectionEnd } = event.currentTarget
      // Pasted over everything that was there, it is a whole address.
      const isWhole = (selectionEnd ?? 0) - (selectionStart ?? 0) === present.length
      if (!isWhole || pasted.length > limits.slide.url) return
    }
    event.preventDefault()
    show(pasted)
    commit(pasted)
  }
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
