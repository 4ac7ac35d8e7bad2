import type { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { lockOwner, type Owner, ownerColumns } from '../owner.ts'
import { pageAnswer, pageOf } from '../paging.ts'
import { route } from '../route.ts'
import { type mediaTag, mediaTagsContracts, type mediaTagsContractsAt, teamMediaTagsContracts } from './contract.ts'
import {
  addTagItems,
  countOwnMedia,
  deleteTag,
  findTag,
  insertTag,
  listTags,
  type MediaTagRow,
  mediaOfTags,
  removeTagItems,
  renameTag,
  tagNames,
} from './queries.ts'

/** The error for a missing tag and for another owner's tag. */
const missing = () => new HttpError(404, messages.access.notFound)

async function owned(db: Db, owner: Owner, id: number): Promise<MediaTagRow> {
  const row = await findTag(db, owner, id)
  if (!row) throw missing()
  return row
}

/** Tags as JSON. */
async function withMedia(db: Db, rows: readonly MediaTagRow[]): Promise<z.input<typeof mediaTag>[]> {
  const ids = rows.map(({ id }) => id)
  const media = await mediaOfTags(db, ids)
  return rows.map(({ id, name }) => ({ id, name, medias: media.get(id) ?? [] }))
}

async function tagJson(db: Db, row: MediaTagRow): Promise<z.input<typeof mediaTag>> {
  const [tag] = await withMedia(db, [row])
  if (!tag) throw missing()
  return tag
}

/** 'Tag N' with the new tag's ordinal, or the next number whose name is free. */
function defaultName(names: readonly string[]): string {
  let number = names.length + 1
  while (names.includes(`Tag ${number}`)) number += 1
  return `Tag ${number}`
}

/** Handlers of media tag routes, for users and for teams. */
const mediaTagsRoutesOf = (contracts: ReturnType<typeof mediaTagsContractsAt>) => [
  route(contracts.list, async ({ db, owner, query }) => {
    const page = pageOf(query)
    const { rows, total } = await listTags(db, owner, page)
    return pageAnswer(page, total, await withMedia(db, rows))
  }),

  route(contracts.create, async ({ db, owner, body, services }) => {
    await lockOwner(db, services.database.kind, owner)
    const names = await tagNames(db, owner)
    if (names.length >= limits.tag.count) throw invalid('name', messages.tag.full)
    const name = body.tag.name ?? defaultName(names)
    const row = await insertTag(db, { ...ownerColumns(owner), name, created_at: services.now() })
    return { id: row.id, name: row.name, medias: [] }
  }),

  route(contracts.change, async ({ db, owner, params, body }) => {
    const row = await renameTag(db, owner, params.id, body.tag.name)
    if (!row) throw missing()
    return tagJson(db, row)
  }),

  route(contracts.remove, async ({ db, owner, params, services }) => {
    await lockOwner(db, services.database.kind, owner)
    if (!(await deleteTag(db, owner, params.id))) throw missing()
    return undefined
  }),

  route(contracts.addMedia, async ({ db, owner, params, body, services }) => {
    // Neither the tag nor the images can be deleted meanwhile.
    await lockOwner(db, services.database.kind, owner)
    const row = await owned(db, owner, params.id)
    const ids = [...new Set(body.media_ids)]
    if (ids.length === 0) return tagJson(db, row)
    if ((await countOwnMedia(db, owner, ids)) !== ids.length) throw invalid('media_ids', messages.tag.otherMedia)
    await addTagItems(db, row.id, ids)
    return tagJson(db, row)
  }),

  route(contracts.removeMedia, async ({ db, owner, params, body }) => {
    const row = await owned(db, owner, params.id)
    if (body.media_ids.length > 0) await removeTagItems(db, row.id, body.media_ids)
    return tagJson(db, row)
  }),
]

/** Handlers of the tags of a user's own media library and of the team's. */
export const mediaTagsRoutes = [mediaTagsContracts, teamMediaTagsContracts].flatMap(mediaTagsRoutesOf)
