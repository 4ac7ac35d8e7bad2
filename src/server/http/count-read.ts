import type { FastifyRequest } from 'fastify'
import { messages } from '../../rules/messages.ts'
import type { Services } from '../services.ts'
import { HttpError } from './http-error.ts'

/**
 * Counts a page as one read of its address, regardless of its API calls during rendering. Above the limit, throws 429
 * with the seconds to wait.
 */
export async function countRead({ limits }: Pick<Services, 'limits'>, request: Pick<FastifyRequest, 'ip'>) {
  const { allowed, retryAfter } = await limits.take('read', request.ip)
  if (!allowed) throw new HttpError(429, messages.access.tooMany, { retryAfter })
}
