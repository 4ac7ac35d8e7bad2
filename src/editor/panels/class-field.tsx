import { type ReactNode, useId, useState } from 'react'
import { limits } from '../../rules/limits.ts'
import { readClasses, shownClasses } from './custom-class-names.ts'
import styles from './panel.module.css'

/** Props of ClassField. */
export interface ClassFieldProps {
  readonly label: string
  readonly stored: readonly string[]
  /** Names set by the player: hidden and not allowed. */
  readonly reserved: readonly string[]
  readonly disabled?: boolean
  readonly hint?: ReactNode
  onChange(names: readonly string[]): void
}

/** A field for custom class names. Names that are not allowed are dropped, and the field names them with the reason. */
export function ClassField({ label, stored, reserved, disabled = false, hint = '', onChange }: ClassFieldProps) {
  const id = useId()
  const shown = shownClasses(stored, reserved).join(' ')
  const [text, setText] = useState<string | null>(null)
  const [dropped, setDropped] = useState('')
  const commit = () => {
    if (text === null) return
    const read = readClasses(text, reserved)
    setText(null)
    setDropped(read.dropped)
    if (read.names.join(' ') !== shown) onChange(read.names)
  }
  return (
    <div className={styles.stacked}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={styles.control}
        value={text ?? shown}
        disabled={disabled}
        placeholder={disabled ? '' : 'Separated by spaces'}
        spellCheck={false}
        autoComplete="off"
        maxLength={limits.slide.classes * (limits.slide.className + 1)}
        aria-invalid={dropped === '' ? undefined : true}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          setText(event.target.value)
          setDropped('')
        }}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
        }}
      />
      <span
        id={`${id}-hint`}
        className={dropped === '' ? styles.note : styles.error}
        role={dropped === '' ? undefined : 'alert'}
      >
        {dropped || hint}
      </span>
    </div>
  )
}
