import type { Route } from 'playwright-core'
import type { PictureOptions } from '../services.ts'

/** The origin of a document to draw; it cannot resolve (RFC 6761). */
export const pictureOrigin = 'http://slides.invalid'

/** Intercepts all requests of the browser; a request without an answer is blocked. */
export async function respond(
  route: Route,
  html: string,
  { answer, policy }: Pick<PictureOptions, 'answer' | 'policy'>,
): Promise<void> {
  const address = route.request().url()
  if (address === `${pictureOrigin}/`) {
    const headers: Record<string, string> = policy ? { 'content-security-policy': policy } : {}
    return route.fulfill({ contentType: 'text/html; charset=utf-8', body: html, headers })
  }
  if (route.request().isNavigationRequest()) return route.abort('blockedbyclient')
  const path = address.startsWith(`${pictureOrigin}/`) ? address.slice(pictureOrigin.length) : address
  const found = (await answer?.(path).catch(() => null)) ?? null
  if (!found) return route.abort('blockedbyclient')
  const body = typeof found.body === 'string' ? found.body : Buffer.from(found.body)
  return route.fulfill({ contentType: found.type, body, headers: { 'access-control-allow-origin': '*' } })
}
