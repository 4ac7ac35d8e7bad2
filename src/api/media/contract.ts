import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { validateMediaLabel } from '../../rules/validators.ts'
import { contract, type OwnerPlace } from '../contract.ts'
import { checked, flag, nonNegativeInt, oneLineText, time } from '../inputs.ts'
import { pageOutput, pageQuery } from '../paging.ts'

/** An image of a library. */
export const media = z.object({
  id: z.number(),
  label: z.string(),
  /** The same as the label, for clients that show files. */
  name: z.string(),
  /** image/png, image/jpeg, image/gif, image/webp or image/svg+xml. An AVIF is stored as WebP. */
  content_type: z.string(),
  /** The same as content_type. */
  type: z.string(),
  /** Whether an SVG is inserted into slides as markup; false for other types. */
  inline: z.boolean(),
  hidden: z.boolean(),
  /** Bytes, including the thumbnail. */
  size: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** The URL in slides: /m/… on every host. */
  url: z.string(),
  thumb_url: z.string(),
  /**
   * Why a stored SVG is shown empty: today's sanitizer refuses it. Null for all others. Its file is kept, since a later
   * version may accept it.
   */
  refusal: z.string().nullable(),
  created_at: time,
})

const id = z.object({ id: nonNegativeInt })

/** Routes for the media library of a user or team. */
export const mediaContractsAt = ({ base, read, change, whose }: OwnerPlace) => ({
  list: contract({
    method: 'GET',
    path: `${base}/media`,
    summary: `Lists the ${whose} visible images, newest first, with the storage used.`,
    permission: read,
    rate: 'read',
    query: z.object(pageQuery()),
    output: z.object({
      ...pageOutput(media),
      storage: z.object({ type: z.literal('storage'), value: z.number(), total: z.number() }),
    }),
  }),
  upload: contract({
    method: 'POST',
    path: `${base}/media`,
    summary: 'Uploads one image (PNG, JPG, GIF, SVG, WebP or AVIF) as multipart/form-data.',
    permission: change,
    rate: 'upload',
    input: 'multipart',
    // The image and the multipart overhead.
    bodyLimit: limits.upload.imageKilobytes * 1000 + 100_000,
    output: media,
    status: 201,
    transaction: 'own',
  }),
  change: contract({
    method: 'PUT',
    path: `${base}/media/:id`,
    summary: 'Changes an image’s label, its visibility in the library, or how an SVG is inserted into slides.',
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
    summary: 'Permanently deletes an image.',
    permission: change,
    rate: 'write',
    params: id,
    output: 'empty',
  }),
})

/** Routes for a user's own media library. */
export const mediaContracts = mediaContractsAt({
  ...{ base: '/api/v1', read: 'own:media', change: 'own:media', whose: 'own' },
})
