import type { z } from 'zod'
import { messages } from '../../rules/messages.ts'
import type { DeckAction } from '../../rules/permissions.ts'
import { HttpError } from '../../server/http/http-error.ts'
import { announce } from '../deck-users/announce.ts'
import { type Acting, check, signedIn } from '../deck-users/lock-as-admin.ts'
import { userThumbnailUrl } from '../decks/deck-json.ts'
import { type LoadedDeck, loadDeckFor } from '../decks/load-deck.ts'
import { pageAnswer, pageOf } from '../paging.ts'
import { readId } from '../read-id.ts'
import { type Context, type Route, route } from '../route.ts'
import { comment, commentsContracts as contracts } from './contract.ts'
import {
  type CommentRow,
  commentSavedAs,
  deleteComment,
  findComment,
  insertComment,
  listComments,
  updateMessage,
} from './queries.ts'

function commentJson({ name, username, picture_key, ...row }: CommentRow): z.input<typeof comment> {
  const thumbnail_url = userThumbnailUrl({ id: row.user_id, picture_key })
  return { ...row, name: name?.trim() || username, username, thumbnail_url }
}

/** A comment as the channel sends it. */
function sentComment(row: CommentRow) {
  return comment.parse(commentJson(row))
}

/**
 * Checks the permission again, in the transaction of the change: the deck may be gone, or the user removed, since the
 * request was checked.
 */
async function checkAgain({ db, loaded, user }: Acting, action: DeckAction): Promise<LoadedDeck> {
  const now = await loadDeckFor(db, loaded.deck.id, user?.id ?? null)
  if (!now) throw new HttpError(404, messages.access.notFound)
  check({ user }, now, action)
  return now
}

/** The comment in the path, which the user may change. Throws 404 if the deck has no such comment. */
async function commentFor(
  context: Acting & { readonly params: { readonly comment_id: string } },
  action: Extract<DeckAction, 'edit-comment' | 'delete-comment'>,
): Promise<CommentRow> {
  const loaded = await checkAgain(context, action)
  const id = readId(context.params.comment_id)
  const row = id === null ? undefined : await findComment(context.db, loaded.deck.id, id)
  if (!row) throw new HttpError(404, messages.access.notFound)
  check(context, loaded, action, { authorId: row.user_id })
  return row
}

async function create(context: Context<typeof contracts.create>) {
  const { body, db, services } = context
  const { message, slide_hash, save_id = null } = body.comment
  const { deck } = await checkAgain(context, 'comment')
  const author = signedIn(context.user).id
  const id = await insertComment(db, {
    ...{ deck_id: deck.id, user_id: author, message, slide_hash, save_id, created_at: services.now() },
  })
  const row =
    id !== null
      ? await findComment(db, deck.id, id)
      : save_id !== null
        ? await commentSavedAs(db, deck.id, author, save_id)
        : undefined
  if (!row) throw new Error('A comment was not stored')
  if (id !== null) announce(context, deck.id, { type: 'collaboration:comment-added', comment: sentComment(row) })
  return commentJson(row)
}

async function change(context: Context<typeof contracts.change>) {
  const { body, db, loaded, services } = context
  const row = await commentFor(context, 'edit-comment')
  const { message } = body.comment
  if (message === row.message) return commentJson(row)
  const now = services.now()
  await updateMessage(db, row.id, message, now)
  const changed = { ...row, message, updated_at: now }
  announce(context, loaded.deck.id, { type: 'collaboration:comment-updated', comment: sentComment(changed) })
  return commentJson(changed)
}

/** Handlers of the routes for comments. */
export const commentsRoutes: readonly Route[] = [
  route(contracts.list, async ({ db, loaded, query }) => {
    const page = pageOf(query)
    const filter = { slideHash: query.slide_hash, offsetId: query.offset_id }
    const { rows, total } = await listComments(db, loaded.deck.id, filter, page)
    return pageAnswer(page, total, rows.map(commentJson))
  }),
  route(contracts.create, create),
  route(contracts.change, change),
  route(contracts.remove, async (context) => {
    const { id } = await commentFor(context, 'delete-comment')
    await deleteComment(context.db, id)
    announce(context, context.loaded.deck.id, { type: 'collaboration:comment-removed', comment: { id } })
    return undefined
  }),
]
