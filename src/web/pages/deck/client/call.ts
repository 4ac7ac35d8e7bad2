/** An answer that was not a success. `told`: the server's own sentence for people, if it gave one. */
export class CallError extends Error {
  readonly status: number
  readonly told: string | null
  constructor(status: number, told: string | null) {
    super(told ?? `The call failed with status ${status}`)
    this.status = status
    this.told = told
  }
}

/** Calls the API of this host and gives the answer's JSON, null when it has none. Throws a CallError; status 0: no answer came. */
export async function call(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<unknown> {
  const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? ''
  const headers: Record<string, string> = { accept: 'application/json', 'x-csrf-token': token }
  if (body !== undefined) headers['content-type'] = 'application/json'
  const request = fetch(path, {
    method,
    headers,
    credentials: 'same-origin',
    body: body === undefined ? null : JSON.stringify(body),
  })
  const answer = await request.catch(() => {
    throw new CallError(0, null)
  })
  const text = await answer.text()
  const json: unknown =
    text === ''
      ? null
      : await Promise.resolve(text)
          .then(JSON.parse)
          .catch(() => null)
  if (answer.ok) return json
  const told = typeof json === 'object' && json !== null && 'error' in json ? (json as { error: unknown }).error : null
  throw new CallError(answer.status, typeof told === 'string' ? told : null)
}
