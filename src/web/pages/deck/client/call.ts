/** An unsuccessful answer. `serverMessage`: the server's message for the user, if any. Status 0: no answer. */
export class CallError extends Error {
  readonly status: number
  readonly serverMessage: string | null
  constructor(status: number, serverMessage: string | null) {
    super(serverMessage ?? `The call failed with status ${status}`)
    this.status = status
    this.serverMessage = serverMessage
  }
}

/** Calls the API of this host. Resolves to the answer's JSON, null for an empty body. Throws a CallError. */
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
  const serverMessage =
    typeof json === 'object' && json !== null && 'error' in json ? (json as { error: unknown }).error : null
  throw new CallError(answer.status, typeof serverMessage === 'string' ? serverMessage : null)
}
