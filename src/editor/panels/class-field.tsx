import { type ReactNode, useId, useState } from 'react'
import { limits } from '../../rules/limits.ts'
import { readClasses, shownClasses } from './own-class-names.ts'
import styles from './panel.module.css'

/** Props of ClassField. */
export interface ClassFieldProps {
  readonly label: string
  readonly stored: readonly string[]
  /** Those that the player sets by itself: not shown, and not to be had. */
  readonly reserved: readonly string[]
  readonly disabled?: boolean
  readonly hint?: ReactNode
  onChange(names: readonly string[]): void
}

/** Class names of one's own. Those that can't be had are left out, and the field says which and why. */
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
