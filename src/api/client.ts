import { ApiError, apiErrorFrom, isApiError } from './api-error.ts'
import type { Contract, Received, Sent } from './contract.ts'

/** A call as it goes over the line. `path` begins with / and carries the query. */
export interface ApiRequest {
  readonly method: Contract['method']
  readonly path: string
  /** JSON text, a form with files, or nothing. */
  readonly body: string | FormData | null
  readonly signal?: AbortSignal
}

/** What came back. */
export interface ApiResponse {
  readonly status: number
  readonly text: string
  /** ms that the server asks to wait before another try; null or missing when it does not say. */
  readonly retryAfter?: number | null
}

/** How calls reach the API: fetch in the browser, in process on the server. Throws when no answer comes. */
export type Transport = (request: ApiRequest) => Promise<ApiResponse>

/** A part that a contract may lack: then it must not be given, else it must be. */
type Part<Name extends string, T> =
  undefined extends Sent<T>
    ? { readonly [key in Name]?: Sent<T> }
    : Record<never, never> extends Sent<T>
      ? { readonly [key in Name]?: Sent<T> }
      : { readonly [key in Name]: Sent<T> }

/** What a call of a route needs. `timeout` in ms; `files` replaces the body of multipart routes. */
export type CallInput<C extends Contract> = Part<'params', C['params']> &
  Part<'query', C['query']> &
  Part<'body', C['body']> & { readonly signal?: AbortSignal; readonly timeout?: number; readonly files?: FormData }

/** Calls the API as its contracts state it. */
export interface ApiClient {
  /** Throws an ApiError for every answer that is not a success, with status 0 when none came. */
  call<C extends Contract>(contract: C, input?: CallInput<C>): Promise<Received<C['output']>>
}

interface LooseInput {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly files?: FormData
  readonly signal?: AbortSignal
  readonly timeout?: number
}

/** The address of a call: parameters filled in, `.json` at its end where JSON comes back, the query behind. */
export function pathOf(contract: Contract, input: LooseInput): string {
  const filled = contract.path.replace(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(String(input.params?.[name] ?? '')),
  )
  const ending = contract.output === 'html' || contract.output === 'stream' ? '' : '.json'
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  const search = query.toString()
  return `${filled}${ending}${search === '' ? '' : `?${search}`}`
}

/** The signal of a call that ends by the caller's wish or after its time. */
function signalOf({ signal, timeout }: LooseInput): AbortSignal | undefined {
  const limit = timeout === undefined ? undefined : AbortSignal.timeout(timeout)
  return signal && limit ? AbortSignal.any([signal, limit]) : (signal ?? limit)
}

function parseBody(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Makes a client. What it gives back is what the server cut to the contract; it is not checked a second time. */
export function createApiClient(transport: Transport): ApiClient {
  return {
    async call(contract, input) {
      const given = (input ?? {}) as LooseInput
      const body = given.files ?? (given.body === undefined ? null : JSON.stringify(given.body))
      const request = { method: contract.method, path: pathOf(contract, given), body, signal: signalOf(given) }
      const answer = await transport(request).catch((error: unknown) => {
        // The caller itself took the call back: it must see that, not a failure.
        if (given.signal?.aborted) throw given.signal.reason
        throw isApiError(error) ? error : new ApiError(0, null)
      })
      const parsed = contract.output === 'html' ? answer.text : parseBody(answer.text)
      if (answer.status < 200 || answer.status > 299)
        throw apiErrorFrom(answer.status, parseBody(answer.text), answer.retryAfter)
      if (parsed === undefined && contract.output !== 'empty') throw new ApiError(answer.status, null)
      return parsed as never
    },
  }
}
