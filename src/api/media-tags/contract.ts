import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { validateTagName } from '../../rules/validators.ts'
import { contract, type OwnerPlace } from '../contract.ts'
import { checked, nonNegativeInt, oneLineText } from '../inputs.ts'
import { pageOutput, pageQuery } from '../paging.ts'

/** A tag of a media library. */
export const mediaTag = z.object({
  id: z.number(),
  name: z.string(),
  /** Ids of the images with this tag, including hidden ones; newest first. */
  medias: z.array(z.number()),
})

const id = z.object({ id: nonNegativeInt })
const name = oneLineText(checked(validateTagName))
const mediaIds = z.object({ media_ids: z.array(nonNegativeInt).max(limits.tag.mediaIds) })

/** Routes for the tags of a user's or team's media library. */
export const mediaTagsContractsAt = ({ base, read, change, whose }: OwnerPlace) => ({
  list: contract({
    method: 'GET',
    path: `${base}/tags`,
    summary: `Lists the ${whose} media tags, oldest first. Without per_page it returns all.`,
    permission: read,
    rate: 'read',
    query: z.object(pageQuery(limits.tag.count)),
    output: z.object(pageOutput(mediaTag)),
  }),
  create: contract({
    method: 'POST',
    path: `${base}/tags`,
    summary: 'Creates a media tag. The name defaults to ‘Tag N’.',
    permission: change,
    rate: 'write',
    body: z.object({ tag: z.object({ name: name.optional() }).default({}) }),
    output: mediaTag,
    status: 201,
  }),
  change: contract({
    method: 'PUT',
    path: `${base}/tags/:id`,
    summary: 'Renames a media tag.',
    permission: change,
    rate: 'write',
    params: id,
    body: z.object({ tag: z.object({ name }) }),
    output: mediaTag,
  }),
  remove: contract({
    method: 'DELETE',
    path: `${base}/tags/:id`,
    summary: 'Deletes a media tag. Its images are kept.',
    permission: change,
    rate: 'write',
    params: id,
    output: 'empty',
  }),
  addMedia: contract({
    method: 'POST',
    path: `${base}/tags/:id/add_media`,
    summary: 'Adds images of the same library to a tag.',
    permission: change,
    rate: 'write',
    params: id,
    body: mediaIds,
    output: mediaTag,
  }),
  removeMedia: contract({
    method: 'DELETE',
    path: `${base}/tags/:id/remove_media`,
    summary: 'Removes images from a tag.',
    permission: change,
    rate: 'write',
    params: id,
    body: mediaIds,
    output: mediaTag,
  }),
})

/** Routes for the tags of a user's own media library. */
export const mediaTagsContracts = mediaTagsContractsAt({
  ...{ base: '/api/v1', read: 'own:tags', change: 'own:tags', whose: 'user’s' },
})

/** Routes for the tags of the media library of the user's team: members read, managers change. */
export const teamMediaTagsContracts = mediaTagsContractsAt({
  ...{ base: '/api/v1/team', read: 'team:read-media', change: 'team:change-media', whose: 'team’s' },
})
