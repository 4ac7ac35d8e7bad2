import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../env.ts'

/**
 * The name of one of our cookies. With https it carries `__Host-`, which ties it to exactly this host: a
 * neighboring host can neither read nor plant it.
 */
export function cookieName(settings: Settings, name: string): string {
  return isHttps(settings) ? `__Host-${name}` : name
}

/** Whether people reach the app over https. */
export function isHttps(settings: Pick<Settings, 'baseUrl'>): boolean {
  return settings.baseUrl.startsWith('https:')
}

/**
 * A cookie's value; null when missing, when it is not of our writing, and when it came twice, since then somebody else
 * planted one.
 */
export function readCookie(request: Pick<FastifyRequest, 'headers'>, settings: Settings, name: string): string | null {
  const wanted = `${cookieName(settings, name)}=`
  const found = (request.headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(wanted))
  const only = found.length === 1 ? found[0] : undefined
  if (only === undefined) return null
  try {
    return decodeURIComponent(only.slice(wanted.length))
  } catch {
    return null
  }
}

/** Sets one of our cookies: HttpOnly, SameSite=Lax, for this host alone. `maxAge` in seconds; without one it ends with the browser. */
export function setCookie(reply: FastifyReply, settings: Settings, name: string, value: string, maxAge?: number): void {
  const parts = [`${cookieName(settings, name)}=${encodeURIComponent(value)}`, 'Path=/', 'HttpOnly', 'SameSite=Lax']
  if (isHttps(settings)) parts.push('Secure')
  if (maxAge !== undefined) parts.push(`Max-Age=${Math.round(maxAge)}`)
  const earlier = reply.getHeader('set-cookie')
  const list = earlier === undefined ? [] : Array.isArray(earlier) ? earlier : [String(earlier)]
  // The framework adds to this header instead of replacing it.
  reply.removeHeader('set-cookie')
  reply.header('set-cookie', [...list.filter((c) => !c.startsWith(`${cookieName(settings, name)}=`)), parts.join('; ')])
}

/** Removes one of our cookies. */
export function clearCookie(reply: FastifyReply, settings: Settings, name: string): void {
  setCookie(reply, settings, name, '', 0)
}
