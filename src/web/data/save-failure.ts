import { isApiError } from '../../api/api-error.ts'
import { messages } from '../../rules/messages.ts'
import type { FormFailure } from '../../ui/form/form.tsx'
import { showError } from '../../ui/toast/toast-store.ts'
import { formFailure } from './form-failure.ts'

/** The form messages of settings that were not saved; failures of the server are shown as a toast. */
export function saveFailure(error: unknown): FormFailure | null {
  const isFieldError = isApiError(error) && error.status >= 400 && error.status < 500
  if (isFieldError) return formFailure(error)
  showError(messages.save.settingsFailed)
  return null
}
