import type { FastifyInstance } from 'fastify'
import type { Settings } from '../env.ts'
import { isHttps } from './cookies.ts'

/** The CSP of data responses: nothing in them is displayed, run or framed. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** The CSP of small pages without scripts (API docs, outbox). Not frameable unless `ancestors` says so. */
export function plainPagePolicy(nonce: string, ancestors = "'none'", { fonts = false, forms = false } = {}): string {
  const fontSource = fonts ? "; font-src 'self'" : ''
  return `default-src 'none'; style-src 'nonce-${nonce}'${fontSource}; form-action ${forms ? "'self'" : "'none'"}; base-uri 'none'; frame-ancestors ${ancestors}`
}

const denied = 'camera microphone geolocation payment usb serial clipboard-read browsing-topics fullscreen autoplay'

/** The default headers, as for private data. */
function defaultHeaders(settings: Settings): Record<string, string> {
  return {
    'content-security-policy': dataPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': denied
      .split(' ')
      .map((name) => `${name}=()`)
      .join(', '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'cache-control': 'private, no-store',
    ...(isHttps(settings) ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  }
}

/**
 * Adds default headers that a response lacks, even to errors and unknown paths, so that a forgotten header is safe. A
 * response opts out of a header by setting it to an empty value.
 */
export function secureHeaders(app: FastifyInstance, settings: Settings): void {
  const defaults = Object.entries(defaultHeaders(settings))
  app.addHook('onSend', async (request, reply, payload) => {
    // URLs on content hosts carry tokens: never in Referer, not even from errors.
    const needsNoReferrer = request.surface?.kind === 'content' && !reply.hasHeader('referrer-policy')
    if (needsNoReferrer) reply.header('referrer-policy', 'no-referrer')
    for (const [name, value] of defaults) {
      if (!reply.hasHeader(name)) reply.header(name, value)
      else if (reply.getHeader(name) === '') reply.removeHeader(name)
    }
    return payload
  })
}
