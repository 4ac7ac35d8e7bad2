import { genericError, messages } from '../rules/messages.ts'

/** What an answer that says no tells: its status, its sentence, and what is wrong with which field. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status; 0 when no answer came (offline, timed out). */
  readonly status: number
  /** The first message of each field. */
  readonly fields: Readonly<Record<string, string>>
  /** Whether the message is the server's own sentence, made for people. */
  readonly told: boolean
  /** The whole body of the answer, where one was JSON (a conflict carries the new version). */
  readonly body: unknown
  /** ms that the server asks to wait before another try; null when it does not say. */
  readonly retryAfter: number | null

  constructor(
    status: number,
    message: string | null,
    fields: Readonly<Record<string, string>> = {},
    body?: unknown,
    retryAfter: number | null = null,
  ) {
    super(message ?? `The call failed with status ${status}`)
    this.status = status
    this.fields = fields
    this.told = message !== null
    this.body = body
    this.retryAfter = retryAfter
  }
}

/**
 * Whether a call failed with an answer, or with none. Told by its name: a page that is drawn on the server gets the
 * errors of a client that was made outside the app's own bundle, where the class is another object.
 */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError'
}

/** Reads the body of a failed call: {error, errors: {field: [message]}}; other bodies give an error without words. */
export function apiErrorFrom(status: number, body: unknown, retryAfter: number | null = null): ApiError {
  if (typeof body !== 'object' || body === null) return new ApiError(status, null, {}, undefined, retryAfter)
  const { error, errors } = body as { error?: unknown; errors?: unknown }
  const fields: Record<string, string> = {}
  if (typeof errors === 'object' && errors !== null) {
    for (const [name, messages] of Object.entries(errors)) {
      const first = Array.isArray(messages) ? messages[0] : messages
      if (typeof first === 'string') fields[name] = first
    }
  }
  return new ApiError(status, typeof error === 'string' ? error : null, fields, body, retryAfter)
}

/** The sentence to show for a failure: the server's own for what the person can mend (4xx), else one of the generic ones. */
export function failureText(error: unknown): string {
  if (!isApiError(error) || !error.told) return genericError()
  // What the server says is for those who write programs.
  if (error.message === messages.session.invalidToken) return messages.session.badToken
  return error.status >= 400 && error.status < 500 && error.message !== 'upgrade_required'
    ? error.message
    : genericError()
}
