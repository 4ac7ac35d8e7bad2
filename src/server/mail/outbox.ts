import type { FastifyInstance } from 'fastify'
import { messages } from '../../rules/messages.ts'
import { HttpError } from '../http/http-error.ts'
import { escaped, sendPlainPage } from '../http/plain-page.ts'
import { isLocalRequest } from '../loopback.ts'
import type { Keys, Services } from '../services.ts'
import { openBody } from './sealed-body.ts'

const shown = 100

/** Addresses in a mail's text, to click on; the text around them is escaped. */
function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) => (index % 2 === 1 ? `<a href="${escaped(part)}">${escaped(part)}</a>` : escaped(part)))
    .join('')
}

/** A mail that was sealed with a key from before is listed all the same. */
function readable<Kept extends { text: string; html: string }>(keys: Keys, mail: Kept): Kept {
  try {
    return openBody(keys, mail)
  } catch (error) {
    return { ...mail, text: (error as Error).message, html: '' }
  }
}

/**
 * The mails that would have gone out, newest first, at /dev/mail: as a page, or as JSON where that is asked for. Not in
 * production, and for requests of this machine only: the links in mails open accounts.
 */
export function mountOutbox(app: FastifyInstance, { database, keys, settings }: Services): void {
  if (settings.production) return
  app.get('/dev/mail', async (request, reply) => {
    if (!isLocalRequest(request)) throw new HttpError(404, messages.access.notFound)
    const kept = await database.read.selectFrom('mails').selectAll().orderBy('id', 'desc').limit(shown).execute()
    const mails = kept.map((mail) => readable(keys, mail))
    if (request.headers.accept?.includes('application/json')) return reply.send(mails)
    const articles = mails.map(
      (mail) => `<article><h3>${escaped(mail.subject)}</h3>
<p class="quiet">To ${escaped(mail.recipient)}, ${escaped(mail.created_at.toUTCString())}, ${mail.state}</p>
<pre>${withLinks(mail.text)}</pre></article>`,
    )
    const none = '<p>No mail has been written yet. What the app sends while developing is kept here.</p>'
    return sendPlainPage(reply, 'Outbox', `<h1>Outbox</h1>${articles.join('') || none}`)
  })
}
