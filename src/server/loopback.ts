import type { FastifyRequest } from 'fastify'

const address = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
const name = /^(([a-z0-9-]+\.)*localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i
/** Headers that proxies and tunnels add, besides all that begin with `x-forwarded`. */
const forwarding: ReadonlySet<string> = new Set([
  ...['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'x-cluster-client-ip', 'x-original-host'],
  ...['client-ip', 'x-original-forwarded-for', 'x-envoy-external-address', 'fastly-client-ip'],
  ...['true-client-ip', 'cf-connecting-ip', 'cf-ray', 'fly-client-ip', 'cdn-loop'],
])

/** Whether an IP address is this machine's own: 127.0.0.1, ::1. */
export function isLoopbackAddress(text: string): boolean {
  return address.test(text)
}

/** Whether a host name as it stands in a URL, without a port, leads to this machine alone: localhost, team.localhost, [::1]. */
export function isLoopbackName(text: string): boolean {
  return name.test(text)
}

/** Whether a proxy or a tunnel has passed the request on. */
export function isForwarded({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return Object.keys(headers).some((header) => header.startsWith('x-forwarded') || forwarding.has(header))
}

/**
 * Whether a request comes from this machine itself, and not through a proxy that runs on it. The host is compared too:
 * a page elsewhere may have a name of its own lead here.
 */
export function isLocalRequest(request: Pick<FastifyRequest, 'headers' | 'socket'>): boolean {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '')
  return !isForwarded(request) && isLoopbackAddress(request.socket.remoteAddress ?? '') && isLoopbackName(host)
}
