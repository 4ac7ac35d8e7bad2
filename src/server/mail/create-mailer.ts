import type { Selectable } from 'kysely'
import type { Transporter } from 'nodemailer'
import type { Database, Db } from '../db/open-database.ts'
import type { MailsTable } from '../db/schema.ts'
import type { Settings } from '../env.ts'
import { logoUrl, readInstanceFace } from '../instance.ts'
import { PermanentJobError } from '../jobs/permanent-job-error.ts'
import type { Jobs, Keys, Mail, Mailer } from '../services.ts'
import { type MailSite, withSite } from './compose-mail.ts'
import { decryptBody, encryptBody } from './encrypted-body.ts'

/** Options for creating a mailer. */
export interface MailerOptions {
  readonly database: Database
  readonly jobs: Jobs
  readonly keys: Keys
  readonly settings: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'baseUrl'>
  readonly now: () => Date
}

const headerBreak = /[\r\n\0]/
const oneAddress = /^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+$/

/** Throws if a header value has a line break, or if the number of recipients is not one. */
function checkMail(mail: Mail): void {
  const parts = [mail.to, mail.subject, mail.senderName ?? '', mail.replyTo ?? '', mail.unsubscribeUrl ?? '']
  if (parts.some((part) => headerBreak.test(part))) throw new Error('A line break in a header of a mail')
  if (!oneAddress.test(mail.to)) throw new Error('A mail goes to exactly one address')
  if (mail.replyTo !== undefined && !oneAddress.test(mail.replyTo)) throw new Error('Reply-To is not an address')
}

async function siteOf(db: Db, baseUrl: string): Promise<MailSite> {
  const { name, logoKey } = await readInstanceFace(db)
  const path = logoUrl(logoKey)
  // Outlook and others show no WebP.
  return { name, baseUrl, logoUrl: path && `${baseUrl}${path}&as=png` }
}

/**
 * Creates a mailer. A mail is inserted by the caller's transaction, and a job sends it over SMTP; until then its body is
 * stored encrypted. Without an SMTP server mails stay in the table, and /dev/mail shows them in development.
 */
export function createMailer(options: MailerOptions): Mailer {
  const { jobs, keys, settings, now } = options
  const { smtpUrl } = settings
  if (smtpUrl !== null) defineMailJob(options, smtpUrl)
  return {
    async send(db, composed) {
      const mail = withSite(composed, await siteOf(db, settings.baseUrl))
      checkMail(mail)
      const row = await db
        .insertInto('mails')
        .values({
          recipient: mail.to,
          sender_name: mail.senderName ?? null,
          reply_to: mail.replyTo ?? null,
          subject: mail.subject,
          about: mail.about ?? null,
          unsubscribe_url: mail.unsubscribeUrl ?? null,
          ...encryptBody(keys, mail),
          state: 'waiting',
          created_at: now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (smtpUrl !== null) await jobs.add(db, 'mail', { mailId: row.id })
    },
    async resend(db, id) {
      const failed = db.selectFrom('mails').select('text').where('id', '=', id).where('state', '=', 'failed')
      const mail = await failed.executeTakeFirst()
      if (!mail) return 'missing'
      if (mail.text === '') return 'forgotten'
      const waiting = { state: 'waiting' as const, error: null, sent_at: null }
      await db.updateTable('mails').set(waiting).where('id', '=', id).execute()
      if (smtpUrl !== null) await jobs.add(db, 'mail', { mailId: id })
      return 'queued'
    },
  }
}

function defineMailJob({ database, jobs, keys, settings, now }: MailerOptions, smtpUrl: string): void {
  let transport: Promise<Transporter> | undefined
  jobs.define('mail', async ({ payload, attempt }) => {
    const mail = await database.read
      .selectFrom('mails')
      .selectAll()
      .where('id', '=', Number(payload.mailId))
      .executeTakeFirst()
    if (mail?.state !== 'waiting') return undefined
    const { text, html } = decryptBody(keys, mail)
    transport ??= import('nodemailer').then(({ createTransport }) => createTransport(smtpUrl))
    const settle = (
      changes: Partial<Pick<Selectable<MailsTable>, 'state' | 'error' | 'text' | 'html' | 'unsubscribe_url'>>,
    ) =>
      database.write
        .updateTable('mails')
        .set({ ...changes, sent_at: now() })
        .where('id', '=', mail.id)
        .execute()
    try {
      await (await transport).sendMail({
        from: {
          name: senderName(mail.sender_name, (await readInstanceFace(database.read)).name),
          address: settings.mailFrom,
        },
        to: mail.recipient,
        ...(mail.reply_to ? { replyTo: mail.reply_to } : {}),
        ...unsubscribing(mail.unsubscribe_url),
        subject: mail.subject,
        text,
        html,
        // Every attempt has the same id: if only the server's answer was lost, mail programs show the mail once.
        messageId: `<mail-${mail.id}-${mail.created_at.getTime()}@${settings.mailFrom.split('@')[1]}>`,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    } catch (error) {
      const refused = Number((error as { responseCode?: number }).responseCode) >= 500
      // The text is kept for a week, encrypted: operators can send the mail again.
      if (refused || attempt >= 5) await settle({ state: 'failed', error: (error as Error).message.slice(0, 1_000) })
      throw refused ? new PermanentJobError(`The mail server refused it: ${(error as Error).message}`) : error
    }
    // The text is deleted: its links grant access to decks and accounts.
    await settle({ state: 'sent', error: null, text: '', html: '', unsubscribe_url: null })
    return undefined
  })
}

/** The headers by which mail programs offer to end such mails with one click. */
function unsubscribing(url: string | null) {
  if (url === null) return {}
  return { headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } }
}

function senderName(name: string | null, instance: string): string {
  return name ? `${name} via ${instance}` : instance
}
