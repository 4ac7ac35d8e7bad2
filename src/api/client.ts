import { ApiError, apiErrorFrom, isApiError } from './api-error.ts'
import type { Contract, Received, Sent } from './contract.ts'

/** The request of a call. `path` begins with / and includes the query. */
export interface ApiRequest {
  readonly method: Contract['method']
  readonly path: string
  /** JSON text, a form with files, or nothing. */
  readonly body: string | FormData | null
  readonly signal?: AbortSignal
}

/** The answer to a call. */
export interface ApiResponse {
  readonly status: number
  readonly text: string
  /** Retry-After in ms; null or missing if the server sent none. */
  readonly retryAfter?: number | null
}

/** Sends calls to the API: by fetch in the browser, in process on the server. Throws if no answer arrives. */
export type Transport = (request: ApiRequest) => Promise<ApiResponse>

/** An input part that is required only if the contract's schema requires it. */
type Part<Name extends string, T> =
  undefined extends Sent<T>
    ? { readonly [key in Name]?: Sent<T> }
    : Record<never, never> extends Sent<T>
      ? { readonly [key in Name]?: Sent<T> }
      : { readonly [key in Name]: Sent<T> }

/** Input of a call. `timeout` in ms; `files` replaces the body of multipart routes. */
export type CallInput<C extends Contract> = Part<'params', C['params']> &
  Part<'query', C['query']> &
  Part<'body', C['body']> & { readonly signal?: AbortSignal; readonly timeout?: number; readonly files?: FormData }

/** A client typed by the API's contracts. */
export interface ApiClient {
  /** Throws an ApiError for every answer other than 2xx, and one with status 0 if no answer arrived. */
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

/** The URL of a call: path with its parameters, `.json` for JSON answers, and the query. */
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

/** Combines the caller's abort signal with the timeout. */
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

/** Makes a client. The output is not validated again: the server restricts it to the contract. */
export function createApiClient(transport: Transport): ApiClient {
  return {
    async call(contract, input) {
      const given = (input ?? {}) as LooseInput
      const body = given.files ?? (given.body === undefined ? null : JSON.stringify(given.body))
      const request = { method: contract.method, path: pathOf(contract, given), body, signal: signalOf(given) }
      const answer = await transport(request).catch((error: unknown) => {
        // The caller aborted the call and must get its own reason, not an ApiError.
        if (given.signal?.aborted) throw given.signal.reason
        throw isApiError(error) ? error : new ApiError(0, null)
      })
      const parsed = contract.output === 'html' ? answer.text : parseBody(answer.text)
      if (answer.status < 200 || answer.status > 299)
        throw apiErrorFrom(answer.status, parseBody(answer.text), answer.retryAfter)
      if (parsed === undefined && contract.output !== 'empty') throw new ApiError(answer.status, null)
      // The output's type follows from the contract, which the compiler cannot narrow here.
      return parsed as never
    },
  }
}
