import { type InputEvent, type ReactNode, type RefObject, useEffect, useId } from 'react'
import { FieldFrame } from '../../../ui/form/field-frame.tsx'
import formStyles from '../../../ui/form/form.module.css'
import { useField } from '../../../ui/form/use-field.ts'
import styles from './card-form.module.css'
import { caretAfter } from './keep-caret.ts'

/** Props of CardField. */
export interface CardFieldProps {
  /** Names the field in its form's errors. It is no name of the input: a plain form post would contain its value. */
  name: string
  label: string
  placeholder: string
  autoComplete: 'cc-number' | 'cc-exp' | 'cc-csc'
  control: RefObject<HTMLInputElement | null>
  /** The value as it is shown while typing. */
  format: (text: string, isDeleting: boolean) => string
  validate: (text: string) => string | null
  onChange?: (value: string) => void
  /** At the end of the field. */
  mark?: ReactNode
}

/** A field of a card: formatted while typing with the caret kept, checked on blur and before its form is submitted. */
export function CardField(props: CardFieldProps) {
  const { name, label, placeholder, autoComplete, control, format, validate, onChange, mark } = props
  const id = useId()
  const field = useField({ name, required: true, validate }, control)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before the page's script was ready
  useEffect(() => {
    const element = control.current
    if (!element?.value) return
    element.value = format(element.value, false)
    onChange?.(element.value)
  }, [])
  const onInput = (event: InputEvent<HTMLInputElement>) => {
    const element = event.currentTarget
    const isDeleting = (event.nativeEvent as globalThis.InputEvent).inputType?.startsWith('delete') ?? false
    const { value, selectionStart } = element
    const shown = format(value, isDeleting)
    if (shown !== value) {
      const caret = caretAfter(value, selectionStart ?? value.length, shown, isDeleting)
      element.value = shown
      element.setSelectionRange(caret, caret)
    }
    // Half a number is no error yet; a shown error is checked again while it is corrected.
    if (field.error) field.onInput()
    onChange?.(shown)
  }
  return (
    <FieldFrame id={id} label={label} error={field.error}>
      <span className={formStyles.box}>
        <input
          ref={control}
          id={id}
          type="text"
          inputMode="numeric"
          className={formStyles.control}
          autoComplete={autoComplete}
          placeholder={placeholder}
          spellCheck={false}
          aria-required
          aria-invalid={field.error ? true : undefined}
          aria-describedby={`${id}-error`}
          onInput={onInput}
          onBlur={field.onBlur}
        />
        {mark && <span className={styles.mark}>{mark}</span>}
      </span>
    </FieldFrame>
  )
}
