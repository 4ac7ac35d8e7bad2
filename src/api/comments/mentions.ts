import { shownTitle } from '../../rules/deck-url.ts'
import { limits } from '../../rules/limits.ts'
import { mentionedIn } from '../../rules/mentions.ts'
import { decideDeck, roleMayEdit } from '../../rules/permissions.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { MailSubject, Services } from '../../server/services.ts'
import { actorOf, deckFacts } from '../actor.ts'
import { endUrl } from '../comment-mails/end-token.ts'
import { mailsTo } from '../comment-mails/queries.ts'
import { peopleOfDeck } from '../deck-users/queries.ts'
import { type LoadedDeck, loadDeckFor } from '../decks/load-deck.ts'
import { userById } from '../users/queries.ts'
import { mentionMail } from './emails.ts'
import { isHidden } from './hidden-comments.ts'
import type { CommentRow } from './queries.ts'

/** The mails of a comment that wait to be sent are deleted with it. */
export function mailsAbout(commentId: number): MailSubject {
  return `comment:${commentId}`
}

/** Comments that are looked up as mailed; people who missed more have missed others, too. */
const mostMailed = 50

/** Whether each of these comments was mailed to an address by itself: it mentions the person. */
export async function wereMailed(db: Db, recipient: string, commentIds: readonly number[]): Promise<boolean> {
  if (commentIds.length > mostMailed) return false
  const abouts = commentIds.map(mailsAbout)
  const mails = db.selectFrom('mails').where('recipient', '=', recipient).where('about', 'in', abouts)
  const rows = await mails.select('about').distinct().execute()
  return rows.length === commentIds.length
}

/** Suspended accounts and deactivated members of the deck's team are still listed as its people. */
async function mayRead(db: Db, loaded: LoadedDeck, userId: number): Promise<boolean> {
  const user = await userById(db, String(userId))
  return user !== undefined && decideDeck('list-comments', actorOf(user), deckFacts(loaded, userId)) === 'allow'
}

/**
 * Mails the people whom a comment mentions, and whom its earlier text did not: collaborators of the deck other than its
 * author, unless they have ended the mails about its comments. Other names are plain text, so that a mention reveals no
 * accounts.
 */
export async function mailMentioned(
  { db, services }: { readonly db: Db; readonly services: Services },
  of: LoadedDeck,
  row: CommentRow,
  earlier = '',
): Promise<void> {
  const { deck, owner } = of
  const known = new Set(mentionedIn(earlier))
  const names = mentionedIn(row.message).filter((name) => !known.has(name))
  if (names.length === 0) return
  const isOnHidden = await isHidden(db, of, row)
  const people = (await peopleOfDeck(db, { deck, owner })).flatMap(({ active, user }) => (active && user ? [user] : []))
  const mentioned = people.filter(({ id, username }) => id !== row.user_id && names.includes(username.toLowerCase()))
  for (const user of mentioned.slice(0, limits.comment.mentions)) {
    const loaded = await loadDeckFor(db, deck.id, user.id)
    if (!loaded || !(await mayRead(db, loaded, user.id)) || (isOnHidden && !roleMayEdit(loaded.role))) continue
    const recipient = { userId: user.id, deckId: deck.id }
    if ((await mailsTo(db, recipient))?.ended_at != null) continue
    const { allowed } = await services.limits.take('mention-mail', `user:${row.user_id} to:${user.id}`)
    if (!allowed) continue
    const mail = mentionMail(services.settings.baseUrl, {
      to: user.email,
      author: row.name?.trim() || row.username,
      deck: { id: deck.id, slug: deck.slug, username: owner.username, teamSlug: owner.team_slug },
      title: shownTitle(deck.title),
      comment: { id: row.id, message: row.message },
      endUrl: endUrl(services.keys, services.settings.baseUrl, recipient),
    })
    await services.mail.send(db, { ...mail, about: mailsAbout(row.id) })
  }
}
