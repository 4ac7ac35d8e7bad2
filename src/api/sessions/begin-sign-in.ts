import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../server/db/open-database.ts'
import { clearCookie, readCookie, setCookie } from '../../server/http/cookies.ts'
import { openSession, type SessionOrigin, type UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { hasSecondStep } from '../two-step/queries.ts'
import { type ChallengeRow, findChallenge, insertChallenge } from './challenges.ts'

/** Time for the second step, in ms. */
const challengeLife = 10 * 60_000
const cookie = 'second-step'

/** The stored hash of a challenge. */
export function hashChallenge(challenge: string): string {
  return createHash('sha256').update(challenge).digest('hex')
}

/** The answer to a proven sign-in of a user with a second step: there is no session yet. */
export interface SecondStepNeeded {
  readonly second_step: true
}

/**
 * Signs a user in whose password, reset link, or identity at a team's provider is right. With a second step no session
 * starts: the browser gets a cookie with a challenge, to send with the code. `origin`: what the session gets from it.
 */
export async function beginSignIn(
  trx: Db,
  { services, request, reply }: { readonly services: Services; request: FastifyRequest; reply: FastifyReply },
  user: Pick<UserRow, 'id'>,
  { sign_on_team_id = null }: Pick<SessionOrigin, 'sign_on_team_id'> = {},
): Promise<SecondStepNeeded | null> {
  if (!(await hasSecondStep(trx, user.id))) {
    await openSession(trx, services, request, reply, user.id, { sign_on_team_id })
    return null
  }
  const challenge = randomBytes(32).toString('base64url')
  const now = services.now()
  await insertChallenge(trx, {
    ...{ id_hash: hashChallenge(challenge), kind: 'second-step', user_id: user.id, created_at: now },
    ...{ expires_at: new Date(now.getTime() + challengeLife), sign_on_team_id },
  })
  setCookie(reply, services.settings, cookie, challenge, challengeLife / 1000)
  return { second_step: true }
}

/** The challenge of the browser's cookie; undefined without a valid one. */
export async function secondStepOf(services: Services, request: FastifyRequest): Promise<ChallengeRow | undefined> {
  const challenge = readCookie(request, services.settings, cookie)
  if (!challenge) return undefined
  return findChallenge(services.database.read, hashChallenge(challenge), 'second-step', services.now())
}

/** Removes the browser's challenge cookie. */
export function forgetSecondStep(services: Services, reply: FastifyReply): void {
  clearCookie(reply, services.settings, cookie)
}
