import { type ComponentPropsWithoutRef, type ReactNode, useId } from 'react'
import { FieldFrame } from './field-frame.tsx'
import styles from './form.module.css'

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

/** A native select: it works with every keyboard, touch screen and screen reader. */
export function SelectField({ label, hint, options, ...rest }: SelectFieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint}>
      <select {...rest} id={id} className={styles.control}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
