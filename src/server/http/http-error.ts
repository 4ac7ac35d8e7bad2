import { messages } from '../../rules/messages.ts'
import { isDatabaseUnavailable } from '../db/database-unavailable.ts'

/**
 * An error response. `message` is shown to users; `fields` has messages by input.
 * 401 not signed in, 403 forbidden (`upgrade_required` if a plan is missing), 404 unknown or hidden, 409 stale version,
 * 413 too large, 422 invalid, 429 rate limit, 503 temporarily unavailable, 507 no space.
 */
export class HttpError extends Error {
  readonly status: number
  readonly fields: Readonly<Record<string, readonly string[]>> | undefined
  /** Further fields of the JSON body, such as the new version for a 409. */
  readonly extra: Readonly<Record<string, unknown>>
  /** Seconds; sent as Retry-After. */
  readonly retryAfter: number | undefined
  /** Sent as WWW-Authenticate. */
  readonly authenticate: string | undefined

  constructor(
    status: number,
    message: string,
    more: {
      fields?: Record<string, readonly string[]>
      extra?: Record<string, unknown>
      retryAfter?: number
      authenticate?: string
    } = {},
  ) {
    super(message)
    this.name = 'HttpError'
    this.status = status
    this.fields = more.fields
    this.extra = more.extra ?? {}
    this.retryAfter = more.retryAfter
    this.authenticate = more.authenticate
  }

  /** Response headers: Retry-After, in whole seconds, and WWW-Authenticate. */
  headers(): { 'retry-after'?: string; 'www-authenticate'?: string } {
    return {
      ...(this.retryAfter === undefined ? {} : { 'retry-after': String(Math.ceil(this.retryAfter)) }),
      ...(this.authenticate === undefined ? {} : { 'www-authenticate': this.authenticate }),
    }
  }

  /** The JSON body. */
  toBody(): Record<string, unknown> {
    return { ...(this.fields ? { errors: this.fields } : {}), error: this.message, ...this.extra }
  }
}

/** A 503 if an error means that the database is unreachable or overloaded; else null. */
export function databaseUnavailable(error: unknown): HttpError | null {
  return isDatabaseUnavailable(error)
    ? new HttpError(503, messages.access.databaseUnavailable, { retryAfter: 5 })
    : null
}

/** A 422 for one field. */
export function invalid(field: string, message: string): HttpError {
  return new HttpError(422, message, { fields: { [field]: [message] } })
}
