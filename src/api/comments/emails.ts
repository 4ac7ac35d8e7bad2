import { absoluteDeckUrl, type DeckAddress, type PageOwner } from '../../rules/deck-url.ts'
import { composeMail } from '../../server/mail/compose-mail.ts'
import type { Mail } from '../../server/services.ts'

/** The mention of a user in a comment. `author`: the display name of its author; `title`: as displayed. */
interface Mention {
  readonly to: string
  readonly author: string
  readonly deck: DeckAddress & PageOwner
  readonly title: string
  readonly comment: { readonly id: number; readonly message: string }
  /** The URL that ends the mails about this deck's comments. */
  readonly endUrl: string
}

/** The URL of a comment: the review, which every collaborator may open. */
export function commentUrl(baseUrl: string, deck: DeckAddress & PageOwner, commentId: number): string {
  return `${absoluteDeckUrl(baseUrl, deck, { view: 'review' })}?comment=${commentId}`
}

/**
 * Composes the mail to a collaborator who is mentioned in a comment. It contains the comment, but nothing of the slides:
 * neither pictures nor the words that the comment is pinned to.
 */
export function mentionMail(baseUrl: string, { to, author, deck, title, comment, endUrl }: Mention): Mail {
  return composeMail({
    to,
    subject: `${author} mentions you on “${title}”`,
    paragraphs: [`${author} mentions you in a comment on the deck “${title}”:`, comment.message],
    button: { label: 'Open the comment', url: commentUrl(baseUrl, deck, comment.id) },
    note: 'You get this mail because you are one of the people of this deck.',
    senderName: author,
    unsubscribe: { label: 'End these mails for this deck', url: endUrl },
  })
}
