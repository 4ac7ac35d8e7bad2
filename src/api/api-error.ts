import { genericError, messages } from '../rules/messages.ts'

/** A failed API call: its status, message and field errors. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status; 0 if no answer arrived (offline, timed out). */
  readonly status: number
  /** The first error message of each field. */
  readonly fields: Readonly<Record<string, string>>
  /** Whether the message comes from the server and is written for users. */
  readonly isUserMessage: boolean
  /** The parsed JSON body, if any (a conflict carries the new version). */
  readonly body: unknown
  /** Retry-After in ms; null if the server sent none. */
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
    this.isUserMessage = message !== null
    this.body = body
    this.retryAfter = retryAfter
  }
}

/**
 * Whether an error is an ApiError. Compares the name: in server rendering the client comes from outside the app's
 * bundle, so its class is a different object.
 */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError'
}

/**
 * Parses the body of a failed call: {error, errors: {field: [message]}}. Other bodies give an error without a message.
 */
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

/**
 * The message to show for a failure. Server messages about user errors (4xx) are shown; others become a generic
 * message.
 */
export function failureText(error: unknown): string {
  if (!isApiError(error) || !error.isUserMessage) return genericError()
  // The server's message is written for API clients.
  if (error.message === messages.session.invalidToken) return messages.session.badToken
  return error.status >= 400 && error.status < 500 && error.message !== 'upgrade_required'
    ? error.message
    : genericError()
}
