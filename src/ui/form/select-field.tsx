import { type ComponentPropsWithoutRef, type ReactNode, useId, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { FieldFrame } from './field-frame.tsx'
import styles from './form.module.css'
import { useServerError } from './form-context.ts'

/** An option of a select. */
export interface SelectOption {
  readonly value: string
  readonly label: string
}

export interface SelectFieldProps extends Omit<ComponentPropsWithoutRef<'select'>, 'children'> {
  label: ReactNode
  hint?: ReactNode
  options: readonly SelectOption[]
}

/** A native select: it works with every keyboard, touch screen and screen reader. In a form it shows its server error. */
export function SelectField({ label, hint, options, onChange, ...rest }: SelectFieldProps) {
  const id = useId()
  const control = useRef<HTMLSelectElement>(null)
  const { error, clear } = useServerError(rest.name, () => control.current?.focus())
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <select
        {...rest}
        ref={control}
        id={id}
        className={styles.control}
        aria-invalid={error ? true : undefined}
        aria-describedby={classNames(hint ? `${id}-hint` : null, `${id}-error`)}
        onChange={(event) => {
          clear()
          onChange?.(event)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
