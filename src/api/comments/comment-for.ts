import { messages } from '../../rules/messages.ts'
import type { DeckAction } from '../../rules/permissions.ts'
import { HttpError } from '../../server/http/http-error.ts'
import { type Acting, check } from '../deck-users/lock-as-admin.ts'
import { type LoadedDeck, loadDeckFor } from '../decks/load-deck.ts'
import { readId } from '../read-id.ts'
import { slidesHiddenFrom } from './hidden-comments.ts'
import { type CommentRow, findComment } from './queries.ts'

type ActingOnOne = Acting & { readonly params: { readonly comment_id: string } }

/** A comment with its deck, in the transaction of a change. */
interface Found {
  readonly row: CommentRow
  readonly loaded: LoadedDeck
}

/**
 * Checks the permission again, in the transaction of the change: the deck may be gone, or the user removed, since the
 * request was checked.
 */
export async function checkAgain({ db, loaded, user }: Acting, action: DeckAction): Promise<LoadedDeck> {
  const now = await loadDeckFor(db, loaded.deck.id, user?.id ?? null)
  if (!now) throw new HttpError(404, messages.access.notFound)
  check({ user }, now, action)
  return now
}

async function find({ db, user }: Acting, loaded: LoadedDeck, id: number | null): Promise<CommentRow> {
  const row = id === null ? undefined : await findComment(db, loaded.deck.id, id)
  const isHidden = row && (await slidesHiddenFrom(db, loaded, user)).has(row.slide_hash ?? '')
  if (!row || isHidden) throw new HttpError(404, messages.access.notFound)
  return row
}

/** The comment in the path, which the user may change. Throws 404 if the deck has no such comment. */
export async function commentFor(
  context: ActingOnOne,
  action: Extract<DeckAction, 'edit-comment' | 'delete-comment'>,
): Promise<Found> {
  const loaded = await checkAgain(context, action)
  const row = await find(context, loaded, readId(context.params.comment_id))
  check(context, loaded, action, { authorId: row.user_id })
  return { row, loaded }
}

/** The first comment of the thread in the path. Throws 404 if the deck has no such comment. */
export async function rootFor(context: ActingOnOne): Promise<Found> {
  const loaded = await checkAgain(context, 'comment')
  const row = await find(context, loaded, readId(context.params.comment_id))
  return { row: row.parent_id === null ? row : await find(context, loaded, row.parent_id), loaded }
}
