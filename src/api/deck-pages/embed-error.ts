import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import { messages } from '../../rules/messages.ts'
import { databaseAway, HttpError } from '../../server/http/http-error.ts'
import { sendFramedPage } from '../../server/http/plain-page.ts'

/**
 * Answers for an embed that cannot be shown, with words that any page may frame: a browser draws a broken page for an
 * answer that may not be framed. Nothing of the visitor is in it, and a missing deck answers just like a private one.
 */
export function sendEmbedError(log: Pick<FastifyBaseLogger, 'error' | 'warn'>, error: unknown, reply: FastifyReply) {
  const known = error instanceof HttpError ? error : databaseAway(error)
  if (!known) log.error({ err: error, route: 'embed' }, 'page failed')
  else if (known.status === 503) log.warn({ reason: String(error) }, 'the database cannot be reached')
  const status = known?.status ?? 500
  const { title, text } = status === 404 ? messages.embed.unavailable : messages.embed.failed
  return sendFramedPage(reply.code(status).headers(known?.headers() ?? {}), title, text)
}
