import { failureText, isApiError } from '../../api/api-error.ts'
import type { FormFailure } from '../../ui/form/form.tsx'

/** The form messages of a failed call: by field if the error has fields, else one for the form. */
export function formFailure(error: unknown): FormFailure {
  if (!isApiError(error)) throw error
  const { base, ...fields } = error.fields
  const named = Object.keys(fields).length > 0
  return named ? { fields, message: base } : { message: base ?? failureText(error) }
}
