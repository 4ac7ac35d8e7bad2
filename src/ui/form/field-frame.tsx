import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './form.module.css'

export interface FieldFrameProps {
  id: string
  label: ReactNode
  hint?: ReactNode
  error?: string | null
  optional?: boolean
  children: ReactNode
  className?: string
}

/**
 * Label, control, hint and error of a field. The control references `${id}-hint` and `${id}-error` in aria-describedby.
 */
export function FieldFrame({ id, label, hint, error, optional, children, className }: FieldFrameProps) {
  return (
    <div className={classNames(styles.unit, className)} data-invalid={error ? true : undefined}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {optional && <span className={styles.optional}> optional</span>}
      </label>
      {children}
      {hint && !error && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <p id={`${id}-error`} className={styles.error} aria-live="polite">
        {error}
      </p>
    </div>
  )
}
