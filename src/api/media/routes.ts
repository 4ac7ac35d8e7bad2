import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import { route } from '../route.ts'
import { clearUnlessShown } from '../unused-files/own-files.ts'
import { mediaContracts } from './contract.ts'
import { mediaJson } from './media-json.ts'
import { deleteMedia, findMedia, listMedia, type MediaRow, storageTotal, storageUsed, updateMedia } from './queries.ts'
import { thumbnailKey, uploadMedia } from './upload.ts'

/** The person's own picture; somebody else's is not there for them. */
async function own(db: Db, user: UserRow, id: number): Promise<MediaRow> {
  const row = await findMedia(db, { user: user.id }, id)
  if (!row) throw new HttpError(404, messages.access.notFound)
  return row
}

/** What answers the calls about a person's media library. */
export const mediaRoutes = [
  route(mediaContracts.list, async (c) => {
    const owner = { user: c.user.id }
    const [page, perPage] = [Math.max(1, c.query.page), limits.list.perPage]
    const { rows, total } = await listMedia(c.db, owner, page, perPage)
    const value = await storageUsed(c.db, owner)
    const storage = { type: 'storage' as const, value, total: await storageTotal(c.db, owner, c.user.plan) }
    return { results: rows.map(mediaJson), total, page, per_page: perPage, storage }
  }),

  route(mediaContracts.upload, async (c) =>
    mediaJson(await uploadMedia(c.services, { owner: { user: c.user.id }, plan: c.user.plan }, c.request)),
  ),

  route(mediaContracts.change, async (c) => {
    const row = await own(c.db, c.user, c.params.id)
    const { label, hidden, inline } = c.body.media
    if (inline && row.content_type !== 'image/svg+xml') throw invalid('inline', 'Only drawings can be put in as markup')
    if (label === undefined && hidden === undefined && inline === undefined) return mediaJson(row)
    return mediaJson(await updateMedia(c.db, row.id, { label, hidden, inline }))
  }),

  route(mediaContracts.remove, async (c) => {
    const row = await own(c.db, c.user, c.params.id)
    const keys = new Set([row.key, thumbnailKey(row)])
    await deleteMedia(c.db, row.id)
    await clearUnlessShown(c.db, c.services, keys)
    return undefined
  }),
]
