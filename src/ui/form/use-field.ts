import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { messages, takenMessage } from '../../rules/messages.ts'
import { timings } from '../../rules/timings.ts'
import { type FieldType, validateField } from '../../rules/validators.ts'
import { usesTouchDevice } from '../device.ts'
import { whenReleased } from '../pointer.ts'
import { useForm } from './form-context.ts'

type Control = HTMLInputElement | HTMLTextAreaElement

/** Validation rules of a field. */
export interface FieldRules {
  name: string
  /** Value type; its validator runs while typing and before submission. */
  type?: FieldType
  required?: boolean
  /** Error for an empty value; without it, only `required` fields may not be empty. */
  empty?: string
  /** Additional validator; returns a message, or null. */
  validate?: (value: string) => string | null
  /** Checks whether a name is available. `accepted` is always available: the user's current name. */
  isAvailable?: (value: string) => Promise<boolean>
  accepted?: string
}

/** The first format error of a value, with the most basic check first. */
function fieldError(rules: FieldRules, value: string): string | null {
  if (value.trim() === '') return rules.empty ?? (rules.required ? messages.form.required : null)
  return validateField(rules.type ?? 'text', value) ?? rules.validate?.(value) ?? null
}

/** The availability check; its message changes from the second taken name on. */
function useAvailability(rules: FieldRules) {
  const takenNames = useRef<string[]>([])
  return async (value: string): Promise<string | null> => {
    if (!rules.isAvailable || value.trim() === '' || value === rules.accepted) return null
    const free = await rules.isAvailable(value).catch(() => true)
    if (free) return null
    if (!takenNames.current.includes(value)) takenNames.current.push(value)
    return takenMessage(takenNames.current.indexOf(value))
  }
}

/** Debounces calls by `delay` ms. */
function useDebounce() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback((run: () => void, delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(run, delay)
  }, [])
}

/** State of a field and the handlers of its control. */
export interface FieldState {
  readonly error: string | null
  readonly onInput: () => void
  readonly onBlur: () => void
  /** Validates immediately; resolves to whether the value is valid. */
  readonly check: () => Promise<boolean>
  /** Clears the error and ignores a pending check. */
  readonly reset: () => void
}

/**
 * Validation of one field: 600 ms after the last key, or 300 ms while an error is shown, and on blur. Not while typing on
 * phones and tablets; always before its form is submitted. Errors come and go only while the pointer is not pressed.
 */
export function useField(rules: FieldRules, control: RefObject<Control | null>): FieldState {
  const form = useForm()
  const [ownError, setError] = useState<string | null>(null)
  const available = useAvailability(rules)
  const debounce = useDebounce()
  const latest = useRef({ rules, available })
  latest.current = { rules, available }
  const run = useRef(0)

  const check = useCallback(async (): Promise<boolean> => {
    const mine = ++run.current
    const value = control.current?.value ?? ''
    const wrong = fieldError(latest.current.rules, value) ?? (await latest.current.available(value))
    // Only the result of the last check counts. An error that comes or goes moves the button that the user may be pressing.
    whenReleased(() => {
      if (mine === run.current) setError(wrong)
    })
    return wrong === null
  }, [control])

  useEffect(
    () => form?.register({ name: rules.name, check, focus: () => control.current?.focus() }),
    [form?.register, rules.name, check, control],
  )
  const error = ownError ?? form?.serverErrors[rules.name] ?? null
  const reset = useCallback(() => {
    run.current += 1
    debounce(() => undefined, 0)
    setError(null)
  }, [debounce])
  useEffect(() => {
    const owner = control.current?.form
    owner?.addEventListener('reset', reset)
    return () => owner?.removeEventListener('reset', reset)
  }, [control, reset])
  return {
    error,
    check,
    reset,
    onInput() {
      if (form?.serverErrors[rules.name]) form.clearServerError(rules.name)
      if (usesTouchDevice()) return
      debounce(() => void check(), error ? timings.validationWithError : timings.validation)
    },
    onBlur() {
      // An empty field that was only focused has no error yet; submitting shows it.
      if (usesTouchDevice() || control.current?.value.trim() === '') return
      debounce(() => void check(), 0)
    },
  }
}
