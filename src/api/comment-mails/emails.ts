import { counted } from '../../rules/counted.ts'
import type { DeckAddress, PageOwner } from '../../rules/deck-url.ts'
import { composeMail } from '../../server/mail/compose-mail.ts'
import type { Mail } from '../../server/services.ts'
import { commentUrl } from '../comments/emails.ts'
import type { MissedOf } from './queries.ts'

/** Authors who are listed by name. */
const mostAuthors = 10

/** The comments that a user missed on a deck. `missed` has at least one author; `title`: as displayed. */
interface Missed {
  readonly to: string
  readonly deck: DeckAddress & PageOwner
  readonly title: string
  readonly missed: readonly MissedOf[]
  /** The URL that ends these mails. */
  readonly endUrl: string
}

const comments = (count: number) => counted(count, 'comment', 'comments')

/**
 * Composes the summary of the comments that a user missed: who wrote how many, each with a link. It contains nothing of
 * the slides, and no words of the comments, which may quote them.
 */
export function missedMail(baseUrl: string, { to, deck, title, missed, endUrl }: Missed): Mail {
  const total = missed.reduce((sum, { ids }) => sum + ids.length, 0)
  const others = missed.slice(mostAuthors)
  const rows = missed.slice(0, mostAuthors).map(({ author, ids }) => ({
    ...{ name: author, value: comments(ids.length), url: commentUrl(baseUrl, deck, ids[0]) },
  }))
  const rest = { name: counted(others.length, 'other person', 'other people'), count: 0 }
  const more = others.reduce(({ name, count }, other) => ({ name, count: count + other.ids.length }), rest)
  return composeMail({
    to,
    subject: `${counted(total, 'new comment', 'new comments')} on “${title}”`,
    paragraphs: [`While you were away, the people of the deck “${title}” wrote ${comments(total)}:`],
    rows: others.length > 0 ? [...rows, { name: more.name, value: comments(more.count) }] : rows,
    button: { label: 'Open the comments', url: commentUrl(baseUrl, deck, missed[0]!.ids[0]) },
    note: 'You get this mail because you are one of the people of this deck, and no other until you open the deck again.',
    unsubscribe: { label: 'End these mails for this deck', url: endUrl },
  })
}
