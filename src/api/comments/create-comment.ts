import { commentMessages } from '../../rules/comment-messages.ts'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import type { Db } from '../../server/db/open-database.ts'
import { invalid } from '../../server/http/http-error.ts'
import { signedIn } from '../deck-users/lock-as-admin.ts'
import type { LoadedDeck } from '../decks/load-deck.ts'
import type { Context } from '../route.ts'
import { checkAgain } from './comment-for.ts'
import { commentJson, sentComment } from './comment-json.ts'
import type { commentsContracts } from './contract.ts'
import { announceComment, isHidden, slidesHiddenFrom } from './hidden-comments.ts'
import { mailMentioned } from './mentions.ts'
import { pinNow } from './move-pins.ts'
import { type CommentRow, commentSavedAs, countReplies, findComment, insertComment, setResolved } from './queries.ts'

type Create = Context<typeof commentsContracts.create>
type Sent = Create['body']['comment']

/** The comment that is replied to. Throws 422 if it is not one of the deck, a reply itself, or has too many replies. */
async function parentOf(
  db: Db,
  deckId: number,
  { parent_id }: Sent,
  hidden: ReadonlySet<string>,
): Promise<CommentRow | null> {
  if (parent_id === null) return null
  const parent = await findComment(db, deckId, parent_id)
  if (!parent || parent.parent_id !== null || hidden.has(parent.slide_hash ?? ''))
    throw invalid('parent_id', commentMessages.replyGone)
  if ((await countReplies(db, parent.id)) >= limits.comment.replies) {
    throw invalid('parent_id', `At most ${limits.comment.replies} replies`)
  }
  return parent
}

/** Where a comment is: on its slide, with its pin. A reply is where the comment is that it replies to. */
async function placeOf(db: Db, { deck }: LoadedDeck, sent: Sent, parent: CommentRow | null) {
  if (parent) return { slide_hash: parent.slide_hash, parent_id: parent.id }
  const { slide_hash, pin } = sent
  if (!pin) return { slide_hash }
  if (slide_hash === null) throw invalid('pin', messages.form.option)
  const { block, quote, offset } = await pinNow(db, deck, slide_hash, pin)
  return { slide_hash, pin_block: block, pin_quote: quote, pin_offset: offset }
}

/** Adds a comment or a reply. A reply opens a resolved comment again. */
export async function createComment(context: Create) {
  const { body, db, services } = context
  const { message, save_id = null } = body.comment
  const loaded = await checkAgain(context, 'comment')
  const { deck } = loaded
  const author = signedIn(context.user).id
  // A repeated request is answered, even if what it replied to is gone.
  const repeated = save_id !== null && (await commentSavedAs(db, deck.id, author, save_id))
  const hidden = await slidesHiddenFrom(db, loaded, context.user)
  // A pin follows its words: on a slide that is hidden now it would disclose the new ones.
  if (repeated && hidden.has(repeated.slide_hash ?? '')) return { ...commentJson(repeated), pin: null }
  if (repeated) return commentJson(repeated)
  const parent = await parentOf(db, deck.id, body.comment, hidden)
  if (!parent && hidden.has(body.comment.slide_hash ?? '')) throw invalid('slide_hash', commentMessages.slideGone)
  const place = await placeOf(db, loaded, body.comment, parent)
  const fields = { deck_id: deck.id, user_id: author, message, save_id, created_at: services.now() }
  const slide_was_hidden = await isHidden(db, loaded, place)
  const id = await insertComment(db, { ...fields, ...place, slide_was_hidden })
  const row =
    id !== null
      ? await findComment(db, deck.id, id)
      : save_id !== null
        ? await commentSavedAs(db, deck.id, author, save_id)
        : undefined
  if (!row) throw new Error('A comment was not stored')
  if (id === null) return commentJson(row)
  await announceComment(context, loaded, 'added', sentComment(row))
  if (parent?.resolved_at) {
    await setResolved(db, parent.id, null)
    const opened = { ...parent, resolved_at: null, resolved_by: null }
    await announceComment(context, loaded, 'updated', sentComment(opened))
  }
  await mailMentioned(context, loaded, row)
  return commentJson(row)
}
