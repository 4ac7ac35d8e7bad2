import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import { readCookie, setCookie } from './cookies.ts'

/** How long a browser is remembered after its last sign-in, in seconds. */
const life = 365 * 24 * 60 * 60

function claim(nonce: string, userId: number): string {
  return `${nonce}:${userId}`
}

/** Remembers that this browser was signed in to an account. Grants no access: see knownDevice. */
export function rememberDevice(services: Services, reply: FastifyReply, userId: number): void {
  const nonce = randomBytes(16).toString('base64url')
  const value = `${nonce}.${services.keys.sign('device', claim(nonce, userId))}`
  setCookie(reply, services.settings, 'device', value, life)
}

/**
 * The browser's device id if it was signed in to this account before, else null. Wrong passwords of a known device are
 * counted separately, so that guesses from other browsers do not lock the owner out. A browser that is new to the
 * account is met only at sign-in and at a password reset.
 */
export function knownDevice(services: Services, request: FastifyRequest, userId: number): string | null {
  const [nonce = '', signature = ''] = (readCookie(request, services.settings, 'device') ?? '').split('.')
  return services.keys.verify('device', claim(nonce, userId), signature) ? nonce : null
}
