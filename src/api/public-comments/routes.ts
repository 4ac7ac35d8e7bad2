import type { z } from 'zod'
import { messages } from '../../rules/messages.ts'
import { decideDeck } from '../../rules/permissions.ts'
import { audit } from '../../server/audit.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import { actorOf, deckFacts } from '../actor.ts'
import { check, lockAs, signedIn } from '../deck-users/lock-as-admin.ts'
import { userThumbnailUrl } from '../decks/deck-json.ts'
import type { LoadedDeck } from '../decks/load-deck.ts'
import { pageAnswer, pageOf } from '../paging.ts'
import { readId } from '../read-id.ts'
import { insertReport } from '../reports/queries.ts'
import { type Context, type Route, route } from '../route.ts'
import { publicCommentsContracts as contracts, type publicComment } from './contract.ts'
import {
  deletePublicComment,
  findPublicComment,
  insertPublicComment,
  listPublicComments,
  type PublicCommentRow,
  publicCommentSavedAs,
} from './queries.ts'

/** Makes the answers of comments for a viewer. */
function jsonFor(loaded: LoadedDeck, viewer: UserRow | null) {
  const [actor, facts] = [actorOf(viewer), deckFacts(loaded, viewer?.id ?? null)]
  return ({ user_id, name, picture_key, ...row }: PublicCommentRow): z.input<typeof publicComment> => ({
    ...{ id: row.id, created_at: row.created_at, message: row.message, username: row.username },
    name: name?.trim() || row.username,
    thumbnail_url: userThumbnailUrl({ id: user_id, picture_key }),
    own: user_id === viewer?.id,
    may_delete: decideDeck('delete-public-comment', actor, facts, { authorId: user_id }) === 'allow',
  })
}

/** The comment in the path. Throws 404 if the deck has no such comment. */
async function commentIn({
  db,
  loaded,
  params,
}: Pick<Context<typeof contracts.report>, 'db' | 'loaded' | 'params'>): Promise<PublicCommentRow> {
  const id = readId(params.comment_id)
  const row = id === null ? undefined : await findPublicComment(db, loaded.deck.id, id)
  if (!row) throw new HttpError(404, messages.access.notFound)
  return row
}

/** Locks the deck, so that no comment is added after the owner has switched them off. */
async function create(context: Context<typeof contracts.create>) {
  const { body, db, services } = context
  const { message, save_id = null } = body.comment
  const loaded = await lockAs(context, 'comment-publicly')
  const author = signedIn(context.user)
  const [deckId, userId] = [loaded.deck.id, author.id]
  const fields = { deck_id: deckId, user_id: userId, message, save_id, created_at: services.now() }
  const id = await insertPublicComment(db, fields)
  const row =
    id !== null
      ? await findPublicComment(db, deckId, id)
      : save_id !== null
        ? await publicCommentSavedAs(db, deckId, userId, save_id)
        : undefined
  if (!row) throw new Error('A public comment was not stored')
  return jsonFor(loaded, author)(row)
}

async function removeAsOperator(context: Context<typeof contracts.removeAsOperator>): Promise<undefined> {
  const { db, services, request, user, params, body } = context
  const id = readId(params.id)
  const deleted = id === null ? undefined : await deletePublicComment(db, id)
  if (!deleted) throw new HttpError(404, messages.access.notFound)
  const detail = { comment: id, author: deleted.user_id, reason: body.change.reason }
  const entry = { actorId: user.id, action: 'admin.public-comment', resource: `deck:${deleted.deck_id}`, detail }
  await audit(db, services, request, entry)
  return undefined
}

/** Handlers of the routes for public comments. */
export const publicCommentsRoutes: readonly Route[] = [
  route(contracts.list, async ({ db, loaded, query, user }) => {
    const page = pageOf(query)
    const { rows, total } = await listPublicComments(db, loaded.deck.id, query.offset_id, page)
    return pageAnswer(page, total, rows.map(jsonFor(loaded, user)))
  }),
  route(contracts.create, create),
  route(contracts.remove, async (context) => {
    const { id, user_id } = await commentIn(context)
    check(context, context.loaded, 'delete-public-comment', { authorId: user_id })
    await deletePublicComment(context.db, id)
    return undefined
  }),
  route(contracts.report, async (context) => {
    const { db, services, loaded, user, body } = context
    const { id } = await commentIn(context)
    const report = { deckId: loaded.deck.id, commentId: id, reporterId: user?.id ?? null, ...body.report }
    await insertReport(db, report, services.now())
    return undefined
  }),
  route(contracts.removeAsOperator, removeAsOperator),
]
