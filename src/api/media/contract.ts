import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { validateMediaLabel } from '../../rules/validators.ts'
import { contract, type OwnerPlace } from '../contract.ts'
import { checked, flag, oneLineText, time, whole } from '../inputs.ts'

/** A picture of a library. */
export const media = z.object({
  id: z.number(),
  label: z.string(),
  /** The same as the label; programs that show files read it. */
  name: z.string(),
  /** image/png, image/jpeg, image/gif, image/webp or image/svg+xml. An AVIF is stored as WebP. */
  content_type: z.string(),
  /** The same as content_type. */
  type: z.string(),
  /** Whether a drawing is put into slides as markup; drawings only. */
  inline: z.boolean(),
  hidden: z.boolean(),
  /** Bytes, with its small picture. */
  size: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** As slides name it: /m/… on every host. */
  url: z.string(),
  thumb_url: z.string(),
  /**
   * Why a stored drawing is shown as an empty one: what today's sanitizer says of it. Null for all others. Its file stays,
   * and a later version may take it.
   */
  refusal: z.string().nullable(),
  created_at: time,
})

const id = z.object({ id: whole })

/** The calls about the media library of a user or a team. */
export const mediaContractsAt = ({ base, read, change, whose }: OwnerPlace) => ({
  list: contract({
    method: 'GET',
    path: `${base}/media`,
    summary: `The ${whose} pictures, newest first, without the hidden ones; and how full the storage is.`,
    permission: read,
    rate: 'read',
    query: z.object({ page: whole.default(1) }),
    output: z.object({
      results: z.array(media),
      total: z.number(),
      page: z.number(),
      per_page: z.number(),
      storage: z.object({ type: z.literal('storage'), value: z.number(), total: z.number() }),
    }),
  }),
  upload: contract({
    method: 'POST',
    path: `${base}/media`,
    summary: 'Uploads one picture (PNG, JPG, GIF, SVG, WebP or AVIF) as multipart/form-data.',
    permission: change,
    rate: 'upload',
    input: 'multipart',
    // The picture, and a little around it.
    bodyLimit: limits.upload.imageKilobytes * 1000 + 100_000,
    output: media,
    status: 201,
    transaction: 'own',
  }),
  change: contract({
    method: 'PUT',
    path: `${base}/media/:id`,
    summary: 'Changes the label of a picture, hides it from the library, or says how a drawing is put into slides.',
    permission: change,
    rate: 'write',
    params: id,
    body: z.object({
      media: z.object({
        label: oneLineText(checked(validateMediaLabel)).optional(),
        hidden: flag.optional(),
        inline: flag.optional(),
      }),
    }),
    output: media,
  }),
  remove: contract({
    method: 'DELETE',
    path: `${base}/media/:id`,
    summary: 'Deletes a picture for good.',
    permission: change,
    rate: 'write',
    params: id,
    output: 'empty',
  }),
})

/** The calls about a user's own media library. */
export const mediaContracts = mediaContractsAt({
  ...{ base: '/api/v1', read: 'own:media', change: 'own:media', whose: 'own' },
})
