import { product } from '../../rules/product.ts'
import { composeMail } from '../../server/mail/compose-mail.ts'
import type { Mail } from '../../server/services.ts'

/** What a mail that shows somebody a deck is made from. */
export interface ShareMail {
  readonly to: string
  /** Who sends it, as they call themselves. */
  readonly from: string
  /** The account that really sends it. */
  readonly username: string
  readonly title: string
  /** What the sender wrote; empty lines part paragraphs. */
  readonly body: string
  /** The deck's address, with its token where it has one. */
  readonly url: string
  /** The deck's picture, where the reader's mail program can fetch it; null otherwise. */
  readonly pictureUrl: string | null
  /** The link asks for a password, which does not stand in the mail. */
  readonly asksPassword: boolean
}

/** Brings a deck's link to somebody, with what the sender wrote. */
export function shareMail({ to, from, username, title, body, url, pictureUrl, asksPassword }: ShareMail): Mail {
  return composeMail({
    to,
    subject: `${from} shared “${title}” with you`,
    paragraphs: body
      .split(/(?:\r?\n[^\S\n]*){2,}/)
      .map((paragraph) => paragraph.trim())
      .filter((paragraph) => paragraph !== ''),
    button: { label: `View “${title}”`, url },
    ...(pictureUrl === null ? {} : { picture: { url: pictureUrl, alt: title, leadsTo: url } }),
    note: `${asksPassword ? 'The deck is protected: ask the sender for its password. ' : ''}This mail was sent by ${username} on ${product.name}.`,
    senderName: from,
  })
}
