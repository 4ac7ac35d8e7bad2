import { type ReactNode, useId, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { FieldFrame } from './field-frame.tsx'
import styles from './form.module.css'
import { useField } from './use-field.ts'

/** Props of DayField. */
export interface DayFieldProps {
  name: string
  label: ReactNode
  hint?: ReactNode
  /** Marks the field as optional. */
  optional?: boolean
  defaultValue?: string
}

/** A day, chosen in the browser's calendar. Its value is 2026-11-22, or '' for none. Works inside and outside a Form. */
export function DayField({ name, label, hint, optional, defaultValue = '' }: DayFieldProps) {
  const id = useId()
  const control = useRef<HTMLInputElement>(null)
  const { error, onInput } = useField({ name }, control)
  return (
    <FieldFrame {...{ id, label, hint, optional, error }}>
      <span className={styles.box}>
        <input
          ref={control}
          id={id}
          type="date"
          name={name}
          defaultValue={defaultValue}
          className={styles.control}
          aria-invalid={error ? true : undefined}
          aria-describedby={classNames(hint ? `${id}-hint` : null, `${id}-error`)}
          onInput={onInput}
        />
      </span>
    </FieldFrame>
  )
}
