import { type ComponentPropsWithoutRef, type ReactNode, useEffect, useId, useRef } from 'react'
import { normalizeUrl } from '../../rules/validators.ts'
import { classNames } from '../class-names.ts'
import { FieldFrame } from './field-frame.tsx'
import styles from './form.module.css'
import { type FieldRules, useField } from './use-field.ts'

type InputProps = Pick<
  ComponentPropsWithoutRef<'input'>,
  'autoComplete' | 'defaultValue' | 'maxLength' | 'placeholder' | 'autoCapitalize' | 'readOnly' | 'inputMode' | 'list'
>

/** Props of TextField: its label, its validation rules, and hints for the browser. */
export interface TextFieldProps extends FieldRules, InputProps {
  label: ReactNode
  hint?: ReactNode
  /** Shown before the value and not part of it ('@', a URL). */
  prefix?: ReactNode
  /** Shown after the value and not part of it ('.decks.example'). */
  suffix?: ReactNode
  /** Makes it a textarea with this many rows. */
  rows?: number
  /** Marks the field as optional. */
  optional?: boolean
  /** Hides the input, without the rules for new passwords. */
  secret?: boolean
  /** Converts to lower case on blur, for usernames. */
  lowerCase?: boolean
  /** Takes the focus when it appears: the first field of a step that follows another. */
  takesFocus?: boolean
  onChange?: (value: string) => void
  className?: string
}

const inputTypes = { password: 'password', email: 'email', url: 'url', 'optional-url': 'url' } as const

/** Input type for a value type: determines the phone's keyboard and password managers. */
function inputType(type: FieldRules['type']): string {
  return (type && inputTypes[type as keyof typeof inputTypes]) ?? 'text'
}

/** Normalizes a value: names to lower case, URLs with a scheme. */
function normalize(value: string, { lowerCase, type }: Pick<TextFieldProps, 'lowerCase' | 'type'>): string {
  if (lowerCase) return value.toLowerCase()
  return type === 'url' || type === 'optional-url' ? normalizeUrl(value) : value
}

/** A single-line text field, or a textarea with `rows`. Works inside and outside a Form. */
export function TextField(props: TextFieldProps) {
  const { label, hint, prefix, suffix, rows, optional, secret, lowerCase, takesFocus, onChange, className, ...rest } =
    props
  const { name, type, required, empty, validate, isAvailable, accepted, ...input } = rest
  const id = useId()
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const field = useField({ name, type, required, empty, validate, isAvailable, accepted }, control)
  useEffect(() => {
    if (takesFocus) control.current?.focus()
  }, [takesFocus])
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
        const normalized = normalize(element.value, { lowerCase, type })
        if (normalized !== element.value) element.value = normalized
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
        {suffix && <span className={styles.suffix}>{suffix}</span>}
      </span>
    </FieldFrame>
  )
}
