import type { FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../../rules/limits.ts'
import { readCookie, setCookie } from '../../server/http/cookies.ts'
import type { Services } from '../../server/services.ts'

/** The fields of a link that its unlock cookie signs. */
interface UnlockedLink {
  readonly id: number
  /** Incremented with each password change, which invalidates earlier cookies. */
  readonly password_version: number
}

const nameFor = ({ id }: UnlockedLink) => `unlock-${id}`

/** Whether this browser has given the link's current password within the last twelve hours. */
export function isUnlocked(
  services: Pick<Services, 'keys' | 'settings' | 'now'>,
  request: Pick<FastifyRequest, 'headers'>,
  link: UnlockedLink,
): boolean {
  const value = readCookie(request, services.settings, nameFor(link)) ?? ''
  const [expires = '', signature = ''] = value.split('.')
  if (!services.keys.verify('unlock', textOf(link, expires), signature)) return false
  return Number.parseInt(expires, 36) > services.now().getTime()
}

/** Sets the unlock cookie: valid for twelve hours or until the password changes. */
export function setUnlockCookie(
  services: Pick<Services, 'keys' | 'settings' | 'now'>,
  reply: FastifyReply,
  link: UnlockedLink,
): void {
  const life = limits.token.unlockHours * 3_600_000
  const expires = (services.now().getTime() + life).toString(36)
  const value = `${expires}.${services.keys.sign('unlock', textOf(link, expires))}`
  setCookie(reply, services.settings, nameFor(link), value, life / 1000)
}

function textOf(link: UnlockedLink, expires: string): string {
  return `${link.id}.${link.password_version}.${expires}`
}
