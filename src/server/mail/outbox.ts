import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../../rules/escape-html.ts'
import { messages } from '../../rules/messages.ts'
import { HttpError } from '../http/http-error.ts'
import { sendPlainPage } from '../http/plain-page.ts'
import { isLocalRequest } from '../loopback.ts'
import type { Keys, Services } from '../services.ts'
import { decryptBody } from './encrypted-body.ts'

const maxShown = 100

/** Links the URLs of a mail's text, without the sentence's punctuation after them; the rest is escaped. */
function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?])/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('')
}

/** A mail encrypted with an unknown key is listed with the error. */
function readable<Kept extends { text: string; html: string }>(keys: Keys, mail: Kept): Kept {
  try {
    return decryptBody(keys, mail)
  } catch (error) {
    return { ...mail, text: (error as Error).message, html: '' }
  }
}

/**
 * Mounts the outbox at /dev/mail: all mails, newest first, as a page or as JSON. Only in development and for requests of
 * this machine: links in mails grant access to accounts.
 */
export function mountOutbox(app: FastifyInstance, { database, instance, keys, settings }: Services): void {
  if (settings.production) return
  app.get('/dev/mail', async (request, reply) => {
    if (!isLocalRequest(request)) throw new HttpError(404, messages.access.notFound)
    const rows = await database.read.selectFrom('mails').selectAll().orderBy('id', 'desc').limit(maxShown).execute()
    const mails = rows.map((mail) => readable(keys, mail))
    if (request.headers.accept?.includes('application/json')) return reply.send(mails)
    const articles = mails.map(
      (mail) => `<article><h3>${escapeHtml(mail.subject)}</h3>
<p class="quiet">To ${escapeHtml(mail.recipient)}, ${escapeHtml(mail.created_at.toUTCString())}, ${mail.state}</p>
<pre>${withLinks(mail.text)}</pre></article>`,
    )
    const none = '<p>No mail has been written yet. What the app sends while developing is kept here.</p>'
    const body = `<h1>Outbox</h1>${articles.join('') || none}`
    return sendPlainPage(reply, instance, { title: 'Outbox', body })
  })
}
