import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import { pageMessages } from '../../rules/page-messages.ts'
import { databaseUnavailable, HttpError } from '../../server/http/http-error.ts'
import { sendFramedPage } from '../../server/http/plain-page.ts'

/**
 * Sends an error page that any page may frame, since browsers would otherwise show their own error page in the embed.
 * It contains nothing about the visitor. A missing deck and a private one get the same answer.
 */
export function sendEmbedError(log: Pick<FastifyBaseLogger, 'error' | 'warn'>, error: unknown, reply: FastifyReply) {
  const expected = error instanceof HttpError ? error : databaseUnavailable(error)
  if (!expected) log.error({ err: error, route: 'embed' }, 'page failed')
  else if (expected.status === 503) log.warn({ reason: String(error) }, 'the database cannot be reached')
  const status = expected?.status ?? 500
  const { title, text } = status === 404 ? pageMessages.embed.unavailable : pageMessages.embed.failed
  return sendFramedPage(reply.code(status).headers(expected?.headers() ?? {}), title, text)
}
