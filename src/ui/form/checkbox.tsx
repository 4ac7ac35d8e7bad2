import { type ComponentPropsWithoutRef, type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import styles from './checkbox.module.css'

/** Props of Checkbox and Switch: those of the input, a label and a hint. */
export interface CheckboxProps extends Omit<ComponentPropsWithoutRef<'input'>, 'type' | 'children'> {
  label: ReactNode
  hint?: ReactNode
}

function Toggle({ label, hint, className, ...rest }: CheckboxProps) {
  const id = useId()
  return (
    <div className={classNames(styles.row, className)}>
      <input {...rest} id={id} type="checkbox" aria-describedby={hint ? `${id}-hint` : undefined} />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}

/** A form checkbox, submitted with the form. */
export function Checkbox(props: CheckboxProps) {
  return <Toggle {...props} className={classNames(styles.checkbox, props.className)} />
}

/** A switch: takes effect immediately. */
export function Switch(props: CheckboxProps) {
  return <Toggle {...props} role="switch" className={classNames(styles.switch, props.className)} />
}
