import type { FastifyRequest } from 'fastify'

const address = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
const name = /^(([a-z0-9-]+\.)*localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i
/** Headers that proxies and tunnels add, besides those that begin with `x-forwarded`. */
const forwarding: ReadonlySet<string> = new Set([
  ...['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'x-cluster-client-ip', 'x-original-host'],
  ...['client-ip', 'x-original-forwarded-for', 'x-envoy-external-address', 'fastly-client-ip'],
  ...['true-client-ip', 'cf-connecting-ip', 'cf-ray', 'fly-client-ip', 'cdn-loop'],
])

/** Whether an IP address is a loopback address: 127.0.0.1, ::1. */
export function isLoopbackAddress(text: string): boolean {
  return address.test(text)
}

/** Whether a host name in a URL, without port, always means this machine: localhost, team.localhost, [::1]. */
export function isLoopbackName(text: string): boolean {
  return name.test(text)
}

/** Whether a proxy or a tunnel forwarded the request. */
function isForwarded({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return Object.keys(headers).some((header) => header.startsWith('x-forwarded') || forwarding.has(header))
}

/**
 * Whether a request comes from this machine itself, not through a proxy on it. It checks the host against DNS
 * rebinding: the name of a foreign page may resolve to this machine.
 */
export function isLocalRequest(request: Pick<FastifyRequest, 'headers' | 'socket'>): boolean {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '')
  return !isForwarded(request) && isLoopbackAddress(request.socket.remoteAddress ?? '') && isLoopbackName(host)
}
