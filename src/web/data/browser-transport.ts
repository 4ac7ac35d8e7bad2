import type { ApiRequest, ApiResponse, Transport } from '../../api/client.ts'

/** The page's CSRF token, from its meta tag. */
export function csrfToken(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? ''
}

/** Replaces the page's CSRF token: signing in and out changes the session it is bound to. */
export function renewCsrfToken(token: string): void {
  document.querySelector('meta[name="csrf-token"]')?.setAttribute('content', token)
}

/** The Retry-After header in ms: it is in seconds or a date; null if missing or malformed. */
function retryAfterOf(header: string | null): number | null {
  if (header === null || header.trim() === '') return null
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}

/** Calls the API with fetch. The CSRF token is sent to the page's own origin only: another site could misuse it. */
export function browserTransport(): Transport {
  return async ({ method, path, body, signal }: ApiRequest): Promise<ApiResponse> => {
    const url = new URL(path, window.location.href)
    const own = url.origin === window.location.origin
    const headers = new Headers({ accept: 'application/json' })
    if (own && method !== 'GET') headers.set('x-csrf-token', csrfToken())
    // For FormData the browser sets the content type, with its boundary.
    if (typeof body === 'string') headers.set('content-type', 'application/json')
    // A deletion is often the last thing that a page does: it outlives the page.
    const keepalive = method === 'DELETE'
    const response = await fetch(url, { method, headers, body, signal, credentials: 'same-origin', keepalive })
    const renewed = own ? response.headers.get('x-csrf-token') : null
    if (renewed !== null) renewCsrfToken(renewed)
    const retryAfter = retryAfterOf(response.headers.get('retry-after'))
    return { status: response.status, text: await response.text(), retryAfter }
  }
}
