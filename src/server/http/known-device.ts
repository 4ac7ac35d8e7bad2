import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import { readCookie, setCookie } from './cookies.ts'

/** Seconds that a browser is remembered after its last sign-in. */
const life = 365 * 24 * 60 * 60

function claim(nonce: string, userId: number): string {
  return `${nonce}:${userId}`
}

/** Remembers that this browser has been signed in to an account. It opens nothing: see knownDevice. */
export function rememberDevice(services: Services, reply: FastifyReply, userId: number): void {
  const nonce = randomBytes(16).toString('base64url')
  const value = `${nonce}.${services.keys.sign('device', claim(nonce, userId))}`
  setCookie(reply, services.settings, 'device', value, life)
}

/**
 * The name of the browser that asks when it has been signed in to this account before, else null. Wrong passwords from
 * it are counted apart, so that whoever guesses at an account from elsewhere does not lock its owner out.
 */
export function knownDevice(services: Services, request: FastifyRequest, userId: number): string | null {
  const [nonce = '', signature = ''] = (readCookie(request, services.settings, 'device') ?? '').split('.')
  return services.keys.verify('device', claim(nonce, userId), signature) ? nonce : null
}
