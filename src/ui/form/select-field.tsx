import { type ComponentPropsWithoutRef, type ReactNode, useId } from 'react'
import { FieldFrame } from './field-frame.tsx'
import styles from './form.module.css'

/** One choice of a select. */
export interface SelectOption {
  readonly value: string
  readonly label: string
}

/** Props of SelectField. */
export interface SelectFieldProps extends Omit<ComponentPropsWithoutRef<'select'>, 'children'> {
  label: ReactNode
  hint?: ReactNode
  options: readonly SelectOption[]
}

/** A choice of one among several. The browser's own list: it works with every keyboard, finger and reader. */
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
