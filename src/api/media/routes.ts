import { messages } from '../../rules/messages.ts'
import { isVideoType } from '../../rules/video-types.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { deleteUnlessInSlides } from '../orphaned-files/file-references.ts'
import { lockOwner, type Owner } from '../owner.ts'
import { pageAnswer, pageOf } from '../paging.ts'
import { route } from '../route.ts'
import { mediaContracts, type mediaContractsAt, teamMediaContracts } from './contract.ts'
import { mediaJson } from './media-json.ts'
import { mediaKeys } from './media-keys.ts'
import { deleteMedia, findMedia, listMedia, type MediaRow, storageTotal, storageUsed, updateMedia } from './queries.ts'
import { replaceMedia } from './replace-media.ts'
import { uploadMedia } from './upload.ts'
import { keptUses, mediaUses, useJson } from './uses.ts'

/** The owner's image. Throws 404 for others. */
async function owned(db: Db, owner: Owner, id: number): Promise<MediaRow> {
  const row = await findMedia(db, owner, id)
  if (!row) throw new HttpError(404, messages.access.notFound)
  return row
}

/** Handlers of media library routes, for users and for teams. */
const mediaRoutesOf = (contracts: ReturnType<typeof mediaContractsAt>) => [
  route(contracts.list, async (c) => {
    const page = pageOf(c.query)
    const { rows, total } = await listMedia(c.db, c.owner, c.query, page)
    const value = await storageUsed(c.db, c.owner)
    const storage = {
      type: 'storage' as const,
      value,
      total: await storageTotal(c.db, c.services.settings, c.owner, c.ownerPlan),
    }
    return { ...pageAnswer(page, total, rows.map(mediaJson)), storage }
  }),

  route(contracts.upload, async (c) =>
    mediaJson(await uploadMedia(c.services, { owner: c.owner, plan: c.ownerPlan }, c.request)),
  ),

  route(contracts.change, async (c) => {
    const row = await owned(c.db, c.owner, c.params.id)
    const { inline } = c.body.media
    if (inline && row.content_type !== 'image/svg+xml') throw invalid('inline', 'Only drawings can be put in as markup')
    if (Object.values(c.body.media).every((value) => value === undefined)) return mediaJson(row)
    return mediaJson(await updateMedia(c.db, row.id, c.body.media))
  }),

  route(contracts.uses, async ({ db, owner, params, query, user }) => {
    const { key } = await owned(db, owner, params.id)
    const { visible, others } = await mediaUses(db, key, user)
    const page = pageOf(query)
    const shown = visible.slice((page.page - 1) * page.perPage, page.page * page.perPage)
    const results = shown.map((loaded) => useJson(loaded, user))
    return { ...pageAnswer(page, visible.length, results), others, ...(await keptUses(db, owner, key)) }
  }),

  route(contracts.replace, async ({ db, owner, params, body, user, services }) => {
    const from = await owned(db, owner, params.id)
    const to = await findMedia(db, owner, body.media.replacement_id)
    if (!to || to.id === from.id || isVideoType(to.content_type) !== isVideoType(from.content_type))
      throw invalid('replacement_id', messages.media.noReplacement)
    const { changed, unchanged, others } = await replaceMedia(services, { from: from.key, to: to.key }, user)
    const json = (decks: typeof changed) => decks.map((loaded) => useJson(loaded, user))
    return { changed: json(changed), unchanged: json(unchanged), others }
  }),

  route(contracts.remove, async (c) => {
    // A tag does not get the image meanwhile.
    await lockOwner(c.db, c.services.database.kind, c.owner)
    const row = await owned(c.db, c.owner, c.params.id)
    await deleteMedia(c.db, row.id)
    await deleteUnlessInSlides(c.db, c.services, mediaKeys(row))
    return undefined
  }),
]

/** Handlers of a user's own media library and of the team's. */
export const mediaRoutes = [mediaContracts, teamMediaContracts].flatMap(mediaRoutesOf)
