import type { z } from 'zod'
import { composeMail, siteName } from '../../server/mail/compose-mail.ts'
import type { Mail } from '../../server/services.ts'
import type { contactContracts } from './contract.ts'

/** The fields of the contact form. */
export type ContactMessage = z.output<NonNullable<(typeof contactContracts)['send']['body']>>['contact']

/** Composes the mail of a contact message to one operator. A reply goes to the sender. */
export function contactMail(message: ContactMessage, to: string, username: string | null): Mail {
  const about = [
    message.deck_title && `Deck: ${message.deck_title}`,
    message.deck_id !== undefined && `Deck number: ${message.deck_id}`,
    message.deck_url && `Deck address: ${message.deck_url}`,
  ].filter((line) => typeof line === 'string')
  const sender = `${message.name ? `${message.name}, ` : ''}${message.email}${username ? ` (signed in as ${username})` : ''}`
  return composeMail({
    to,
    subject: `A message for ${siteName}`,
    paragraphs: [`${sender} writes:`, ...message.message.split(/\n{2,}/), ...about],
    replyTo: message.email,
  })
}
