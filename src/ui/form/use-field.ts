import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { messages, takenMessage } from '../../rules/messages.ts'
import { timings } from '../../rules/timings.ts'
import { type FieldType, validateField } from '../../rules/validators.ts'
import { usesTouchDevice } from '../device.ts'
import { useForm } from './form-context.ts'

type Control = HTMLInputElement | HTMLTextAreaElement

/** What decides whether a field is right. */
export interface FieldRules {
  name: string
  /** The kind of value; its own rule runs while typing and before sending. */
  type?: FieldType
  required?: boolean
  /** What is wrong with an empty value; without it only `required` ones are. */
  empty?: string
  /** A further rule; a message, or null. */
  validate?: (value: string) => string | null
  /** Asks whether a name is still free. `accepted` is always free: the person's own name. */
  isAvailable?: (value: string) => Promise<boolean>
  accepted?: string
}

/** What is wrong with a value by its form alone, in the order people can mend it. */
export function fieldError(rules: FieldRules, value: string): string | null {
  if (value.trim() === '') return rules.empty ?? (rules.required ? messages.form.required : null)
  return validateField(rules.type ?? 'text', value) ?? rules.validate?.(value) ?? null
}

/** The question of availability, with the text that changes from the second taken name on. */
function useAvailability(rules: FieldRules) {
  const taken = useRef<string[]>([])
  return async (value: string): Promise<string | null> => {
    if (!rules.isAvailable || value.trim() === '' || value === rules.accepted) return null
    const free = await rules.isAvailable(value).catch(() => true)
    if (free) return null
    if (!taken.current.includes(value)) taken.current.push(value)
    return takenMessage(taken.current.indexOf(value))
  }
}

/** Calls the function once nothing more was asked for `delay` ms. */
function useLater() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback((run: () => void, delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(run, delay)
  }, [])
}

/** What a field shows, and what its control reports. */
export interface FieldState {
  readonly error: string | null
  readonly onInput: () => void
  readonly onBlur: () => void
  /** Checks at once; whether the value is right. */
  readonly check: () => Promise<boolean>
  /** Takes the error away, and the answer of a check that is under way. */
  readonly reset: () => void
}

/**
 * The checking of one field: 600 ms after the last keystroke, 300 ms while an error shows, not while typing on phones
 * and tablets, and always before its form is sent.
 */
export function useField(rules: FieldRules, control: RefObject<Control | null>): FieldState {
  const form = useForm()
  const [ownError, setError] = useState<string | null>(null)
  const available = useAvailability(rules)
  const later = useLater()
  const latest = useRef({ rules, available })
  latest.current = { rules, available }
  const run = useRef(0)

  const check = useCallback(async (): Promise<boolean> => {
    const mine = ++run.current
    const value = control.current?.value ?? ''
    const wrong = fieldError(latest.current.rules, value) ?? (await latest.current.available(value))
    // A later check has begun while the server was asked; its answer counts.
    if (mine === run.current) setError(wrong)
    return wrong === null
  }, [control])

  useEffect(
    () => form?.register({ name: rules.name, check, focus: () => control.current?.focus() }),
    [form?.register, rules.name, check, control],
  )
  const error = ownError ?? form?.serverErrors[rules.name] ?? null
  const reset = useCallback(() => {
    run.current += 1
    later(() => undefined, 0)
    setError(null)
  }, [later])
  return {
    error,
    check,
    reset,
    onInput() {
      if (form?.serverErrors[rules.name]) form.forgetServerError(rules.name)
      if (usesTouchDevice()) return
      later(() => void check(), error ? timings.validationWithError : timings.validation)
    },
    onBlur() {
      // An empty field that was only passed through is not wrong yet; sending the form says so.
      if (usesTouchDevice() || control.current?.value.trim() === '') return
      later(() => void check(), 0)
    },
  }
}
