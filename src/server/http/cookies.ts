import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../env.ts'

/**
 * The name of one of our cookies. With https it has the prefix `__Host-`, which binds it to exactly this host: a
 * sibling host can neither read nor set it.
 */
export function cookieName(settings: Settings, name: string): string {
  return isHttps(settings) ? `__Host-${name}` : name
}

/** Whether the app is served over https. */
export function isHttps(settings: Pick<Settings, 'baseUrl'>): boolean {
  return settings.baseUrl.startsWith('https:')
}

/** A cookie's value; null if missing, malformed or present twice. A duplicate may have been planted by another host. */
export function readCookie(request: Pick<FastifyRequest, 'headers'>, settings: Settings, name: string): string | null {
  const prefix = `${cookieName(settings, name)}=`
  const found = (request.headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix))
  const value = found.length === 1 ? found[0] : undefined
  if (value === undefined) return null
  try {
    return decodeURIComponent(value.slice(prefix.length))
  } catch {
    return null
  }
}

/** Sets one of our cookies: HttpOnly, SameSite=Lax, for this host only. `maxAge` in seconds; missing: a session cookie. */
export function setCookie(reply: FastifyReply, settings: Settings, name: string, value: string, maxAge?: number): void {
  const parts = [`${cookieName(settings, name)}=${encodeURIComponent(value)}`, 'Path=/', 'HttpOnly', 'SameSite=Lax']
  if (isHttps(settings)) parts.push('Secure')
  if (maxAge !== undefined) parts.push(`Max-Age=${Math.round(maxAge)}`)
  const earlier = reply.getHeader('set-cookie')
  const list = earlier === undefined ? [] : Array.isArray(earlier) ? earlier : [String(earlier)]
  // Fastify appends to this header instead of replacing it.
  reply.removeHeader('set-cookie')
  reply.header('set-cookie', [...list.filter((c) => !c.startsWith(`${cookieName(settings, name)}=`)), parts.join('; ')])
}

/** Removes one of our cookies. */
export function clearCookie(reply: FastifyReply, settings: Settings, name: string): void {
  setCookie(reply, settings, name, '', 0)
}
