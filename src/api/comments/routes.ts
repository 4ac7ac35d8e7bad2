import { messages } from '../../rules/messages.ts'
import { HttpError } from '../../server/http/http-error.ts'
import { deleteMailsAbout } from '../../server/mail/delete-mails.ts'
import { announce } from '../deck-users/announce.ts'
import { type Acting, signedIn } from '../deck-users/lock-as-admin.ts'
import { pageAnswer, pageOf } from '../paging.ts'
import { readId } from '../read-id.ts'
import { type Context, type Route, route } from '../route.ts'
import { commentFor, rootFor } from './comment-for.ts'
import { commentJson, sentComment, threadsJson } from './comment-json.ts'
import { commentsContracts as contracts } from './contract.ts'
import { createComment } from './create-comment.ts'
import { announceComment, isHidden, slidesHiddenFrom } from './hidden-comments.ts'
import { mailMentioned, mailsAbout } from './mentions.ts'
import { deleteComment, findComment, listComments, setResolved, updateMessage } from './queries.ts'
import { countUnread, markRead } from './read-marks.ts'

async function list({ db, loaded, query, user }: Context<typeof contracts.list>) {
  const page = pageOf(query)
  const filter = { slideHash: query.slide_hash, offsetId: query.offset_id, isOpen: query.state === 'open' }
  const hidden = await slidesHiddenFrom(db, loaded, user)
  const { rows, total } = await listComments(db, loaded.deck.id, { ...filter, hidden }, page)
  return pageAnswer(page, total, await threadsJson(db, loaded.deck.id, rows))
}

async function read({ db, loaded, params, user }: Context<typeof contracts.read>) {
  const id = readId(params.comment_id)
  const found = id === null ? undefined : await findComment(db, loaded.deck.id, id)
  const root = found?.parent_id ? await findComment(db, loaded.deck.id, found.parent_id) : found
  const hidden = await slidesHiddenFrom(db, loaded, user)
  const isShown = root && !hidden.has(root.slide_hash ?? '')
  const [thread] = isShown ? await threadsJson(db, loaded.deck.id, [root]) : []
  if (!thread) throw new HttpError(404, messages.access.notFound)
  return thread
}

async function unread({ db, loaded, user }: Pick<Acting, 'db' | 'loaded' | 'user'>) {
  return countUnread(db, loaded.deck.id, signedIn(user).id, await slidesHiddenFrom(db, loaded, user))
}

async function change(context: Context<typeof contracts.change>) {
  const { body, db, services } = context
  const { row, loaded } = await commentFor(context, 'edit-comment')
  const { message } = body.comment
  if (message === row.message) return commentJson(row)
  const now = services.now()
  await updateMessage(db, row.id, message, now)
  const changed = { ...row, message, updated_at: now }
  await announceComment(context, loaded, 'updated', sentComment(changed))
  await mailMentioned(context, loaded, changed, row.message)
  return commentJson(changed)
}

async function resolve(context: Context<typeof contracts.resolve>) {
  const { body, db, services } = context
  const { row, loaded } = await rootFor(context)
  const { resolved } = body.comment
  if (resolved === (row.resolved_at !== null)) return commentJson(row)
  const by = resolved ? { at: services.now(), by: signedIn(context.user).id } : null
  await setResolved(db, row.id, by)
  const changed = { ...row, resolved_at: by?.at ?? null, resolved_by: by?.by ?? null }
  await announceComment(context, loaded, 'updated', sentComment(changed))
  return commentJson(changed)
}

/** Handlers of the routes for comments. */
export const commentsRoutes: readonly Route[] = [
  route(contracts.list, list),
  route(contracts.unread, (context) => unread(context)),
  route(contracts.markRead, async ({ body, db, loaded, services, user }) => {
    const who = { deckId: loaded.deck.id, userId: signedIn(user).id, now: services.now() }
    await markRead(db, who, body.read)
    return unread({ db, loaded, user })
  }),
  route(contracts.read, read),
  route(contracts.create, createComment),
  route(contracts.change, change),
  route(contracts.resolve, resolve),
  route(contracts.remove, async (context) => {
    const { row, loaded } = await commentFor(context, 'delete-comment')
    const next = await deleteComment(context.db, loaded.deck.id, row)
    await deleteMailsAbout(context.db, [mailsAbout(row.id)])
    const comment = { id: row.id, ...(next ? { next: sentComment(next) } : {}) }
    const onlyEditors = await isHidden(context.db, loaded, row)
    const type = 'collaboration:comment-removed'
    announce(context, loaded.deck.id, { type, comment, ...(onlyEditors ? { only_editors: true } : {}) })
    return undefined
  }),
]
