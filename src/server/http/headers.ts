import type { FastifyInstance } from 'fastify'
import type { Settings } from '../env.ts'
import { isHttps } from './cookies.ts'

/** The policy of answers that are data: nothing in them is ever shown, run or framed. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** The policy of small pages without scripts (the API's description, the outbox). Nobody frames them unless told. */
export function plainPagePolicy(nonce: string, ancestors = "'none'", fonts = false): string {
  const own = fonts ? "; font-src 'self'" : ''
  return `default-src 'none'; style-src 'nonce-${nonce}'${own}; form-action 'none'; base-uri 'none'; frame-ancestors ${ancestors}`
}

const denied = 'camera microphone geolocation payment usb serial clipboard-read browsing-topics fullscreen autoplay'

/** Headers of every answer that does not bring its own: those of data that depends on who asks. */
function usualHeaders(settings: Settings): Record<string, string> {
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
 * Gives every answer the headers it lacks, errors and unknown addresses too: forgetting them leaves the strict ones. An
 * answer that must do without one gives it an empty value.
 */
export function secureHeaders(app: FastifyInstance, settings: Settings): void {
  const usual = Object.entries(usualHeaders(settings))
  app.addHook('onSend', async (request, reply, payload) => {
    // Addresses on content hosts carry tickets: they are told to nobody, by errors neither.
    const quiet = request.surface?.kind === 'content' && !reply.hasHeader('referrer-policy')
    if (quiet) reply.header('referrer-policy', 'no-referrer')
    for (const [name, value] of usual) {
      if (!reply.hasHeader(name)) reply.header(name, value)
      else if (reply.getHeader(name) === '') reply.removeHeader(name)
    }
    return payload
  })
}
