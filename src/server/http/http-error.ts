import { messages } from '../../rules/messages.ts'
import { isDatabaseAway } from '../db/database-away.ts'

/**
 * An answer that is not a success. `message` is shown to people; `fields` names what is wrong with which input.
 * 401 not signed in, 403 without the right (`upgrade_required` where a plan is missing), 404 unknown or hidden,
 * 409 stale version, 413 too large, 422 invalid, 429 too many tries, 503 for a moment, 507 no room.
 */
export class HttpError extends Error {
  readonly status: number
  readonly fields: Readonly<Record<string, readonly string[]>> | undefined
  /** Further members of the JSON answer (the new version of a 409 …). */
  readonly extra: Readonly<Record<string, unknown>>
  /** Seconds; sent as Retry-After. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    message: string,
    more: {
      fields?: Record<string, readonly string[]>
      extra?: Record<string, unknown>
      retryAfter?: number
    } = {},
  ) {
    super(message)
    this.name = 'HttpError'
    this.status = status
    this.fields = more.fields
    this.extra = more.extra ?? {}
    this.retryAfter = more.retryAfter
  }

  /** The headers of the answer, whatever its form: when to come back, in whole seconds. */
  headers(): { 'retry-after'?: string } {
    return this.retryAfter === undefined ? {} : { 'retry-after': String(Math.ceil(this.retryAfter)) }
  }

  /** The JSON body of the answer. */
  toBody(): Record<string, unknown> {
    return { ...(this.fields ? { errors: this.fields } : {}), error: this.message, ...this.extra }
  }
}

/** A 503 for an error that says that the database is away or has no time; null for every other. */
export function databaseAway(error: unknown): HttpError | null {
  return isDatabaseAway(error) ? new HttpError(503, messages.access.databaseAway, { retryAfter: 5 }) : null
}

/** A 422 for one field. */
export function invalid(field: string, message: string): HttpError {
  return new HttpError(422, message, { fields: { [field]: [message] } })
}
