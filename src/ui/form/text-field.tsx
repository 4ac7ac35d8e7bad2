import { type ComponentPropsWithoutRef, type ReactNode, useId, useRef } from 'react'
import { tidyUrl } from '../../rules/validators.ts'
import { classNames } from '../class-names.ts'
import { FieldFrame } from './field-frame.tsx'
import styles from './form.module.css'
import { type FieldRules, useField } from './use-field.ts'

type InputProps = Pick<
  ComponentPropsWithoutRef<'input'>,
  'autoComplete' | 'defaultValue' | 'maxLength' | 'placeholder' | 'autoCapitalize' | 'readOnly' | 'inputMode'
>

/** Props of TextField: a label, the rules of its value, and what the browser should know about it. */
export interface TextFieldProps extends FieldRules, InputProps {
  label: ReactNode
  hint?: ReactNode
  /** What stands before the value and is not part of it ('@', an address). */
  prefix?: ReactNode
  /** A larger box for several lines. */
  rows?: number
  /** Says that it may be left empty. */
  optional?: boolean
  /** Hidden while typed, without the rules of a new password. */
  secret?: boolean
  /** Names are written in small letters: done when the field is left. */
  lowerCase?: boolean
  onChange?: (value: string) => void
  className?: string
}

const inputTypes = { password: 'password', email: 'email', url: 'url', 'optional-url': 'url' } as const

/** The kind of input for a kind of value: it chooses the keyboard of phones and what password managers see. */
function inputType(type: FieldRules['type']): string {
  return (type && inputTypes[type as keyof typeof inputTypes]) ?? 'text'
}

/** Mends what can be mended without asking: names in small letters, web addresses with their scheme. */
function tidy(value: string, { lowerCase, type }: Pick<TextFieldProps, 'lowerCase' | 'type'>): string {
  if (lowerCase) return value.toLowerCase()
  return type === 'url' || type === 'optional-url' ? tidyUrl(value) : value
}

/** A field for a line of text, or for several with `rows`. Works inside a Form and alone. */
export function TextField(props: TextFieldProps) {
  const { label, hint, prefix, rows, optional, secret, lowerCase, onChange, className, ...rest } = props
  const { name, type, required, validate, isAvailable, accepted, ...input } = rest
  const id = useId()
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const field = useField({ name, type, required, validate, isAvailable, accepted }, control)
  const shared = {
    ...input,
    ref: control,
    id,
    name,
    required,
    className: styles.control,
    'aria-invalid': field.error ? true : undefined,
    'aria-describedby': classNames(hint ? `${id}-hint` : null, `${id}-error`),
    onInput: () => {
      field.onInput()
      onChange?.(control.current?.value ?? '')
    },
    onBlur: () => {
      const element = control.current
      if (element) {
        const tidied = tidy(element.value, { lowerCase, type })
        if (tidied !== element.value) element.value = tidied
      }
      field.onBlur()
    },
  }
  return (
    <FieldFrame {...{ id, label, hint, optional, className }} error={field.error}>
      <span className={styles.box}>
        {prefix && <span className={styles.prefix}>{prefix}</span>}
        {rows ? (
          <textarea {...shared} rows={rows} />
        ) : (
          <input {...shared} type={secret ? 'password' : inputType(type)} />
        )}
      </span>
    </FieldFrame>
  )
}
