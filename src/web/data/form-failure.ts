import { failureText, isApiError } from '../../api/api-error.ts'
import type { FormFailure } from '../../ui/form/form.tsx'

/** What a form shows for a failed call: a message at each field that is named, else one above all. */
export function formFailure(error: unknown): FormFailure {
  if (!isApiError(error)) throw error
  const { base, ...fields } = error.fields
  const named = Object.keys(fields).length > 0
  return named ? { fields, message: base } : { message: base ?? failureText(error) }
}
