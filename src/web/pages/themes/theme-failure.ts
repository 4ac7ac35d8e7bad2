import { isApiError } from '../../../api/api-error.ts'

/** What the user sees of a failed call about themes: the server's message about a mistake, else what failed. */
export function themeFailure(error: unknown, failed: string): string {
  if (!isApiError(error) || !error.isUserMessage || error.status < 400 || error.status >= 500) return failed
  return Object.values(error.fields)[0] ?? error.message
}
