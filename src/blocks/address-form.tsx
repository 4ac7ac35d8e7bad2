import { type ClipboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { limits } from '../rules/limits.ts'
import { Button } from '../ui/button.tsx'
import styles from './popover.module.css'

interface AddressFormProps {
  readonly label: string
  /** Shown below the field while there is no error. */
  readonly hint: string
  readonly error: string | null
  readonly text: string
  /** The words of the button that submits. */
  readonly action: string
  /** Buttons before it. */
  readonly children?: ReactNode
  onType(text: string): void
  onPaste?: (event: ClipboardEvent) => void
  onSubmit(): void
}

/** A field for an address in a popover; it takes the focus. */
export function AddressForm(props: AddressFormProps) {
  const { label, hint, error, text, action, children, onType, onPaste, onSubmit } = props
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.select()
  }, [])
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <label htmlFor={id}>{label}</label>
      <input
        ref={field}
        id={id}
        className={styles.input}
        value={text}
        maxLength={limits.slide.url}
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error !== null}
        aria-describedby={`${id}-note`}
        onChange={(event) => onType(event.target.value)}
        onPaste={onPaste}
      />
      <div className={styles.foot}>
        <p id={`${id}-note`} role="status" className={error ? styles.error : styles.hint}>
          {error ?? hint}
        </p>
        <span className={styles.buttons}>
          {children}
          <Button size="s" variant="primary" type="submit">
            {action}
          </Button>
        </span>
      </div>
    </form>
  )
}
