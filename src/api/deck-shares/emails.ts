import { composeMail, siteName } from '../../server/mail/compose-mail.ts'
import type { Mail } from '../../server/services.ts'

/** Input of a mail that shares a deck. */
export interface ShareMail {
  readonly to: string
  /** The name that the sender entered. */
  readonly from: string
  /** The username of the sending account. */
  readonly username: string
  readonly title: string
  /** The sender's message; empty lines separate paragraphs. */
  readonly body: string
  /** The deck's URL, with its token if any. */
  readonly url: string
  /** The deck's thumbnail; null if the recipient's mail client cannot load it. */
  readonly pictureUrl: string | null
  /** Whether the link has a password. The mail does not contain it. */
  readonly hasPassword: boolean
}

/** Composes the mail that shares a deck. */
export function shareMail({ to, from, username, title, body, url, pictureUrl, hasPassword }: ShareMail): Mail {
  return composeMail({
    to,
    subject: `${from} shared “${title}” with you`,
    paragraphs: body
      .split(/(?:\r?\n[^\S\n]*){2,}/)
      .map((paragraph) => paragraph.trim())
      .filter((paragraph) => paragraph !== ''),
    button: { label: `View “${title}”`, url },
    ...(pictureUrl === null ? {} : { picture: { url: pictureUrl, alt: title, leadsTo: url } }),
    note: `${hasPassword ? 'The deck is protected: ask the sender for its password. ' : ''}This mail was sent by ${username} on ${siteName}.`,
    senderName: from,
  })
}
