import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { validateMediaLabel } from '../../rules/validators.ts'
import { contract, type OwnerPlace } from '../contract.ts'
import { checked, flag, nonNegativeInt, oneLineText, shortText, time } from '../inputs.ts'
import { pageOutput, pageQuery } from '../paging.ts'

/** An image or video of a library. */
export const media = z.object({
  id: z.number(),
  label: z.string(),
  /** The same as the label, for clients that show files. */
  name: z.string(),
  /** image/png, image/jpeg, image/gif, image/webp, image/svg+xml, video/mp4 or video/webm. An AVIF is stored as WebP. */
  content_type: z.string(),
  /** The same as content_type. */
  type: z.string(),
  /** Whether an SVG is inserted into slides as markup; false for other types. */
  inline: z.boolean(),
  hidden: z.boolean(),
  /** Alternative text for blocks made from it; empty if unknown. */
  alt: z.string(),
  /** Bytes, including the thumbnail and the renditions. */
  size: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** Seconds of a video; null for images, and if unknown. */
  duration: z.number().nullable(),
  /** The URL in slides: /m/… on every host. */
  url: z.string(),
  /** A picture of at most 320 px; of SVGs and videos the file itself. */
  thumb_url: z.string(),
  /** Smaller versions as WebP, smallest first. Empty until they are made, and for images that need none. */
  renditions: z.array(z.object({ url: z.string(), width: z.number(), height: z.number() })),
  /**
   * Why a stored SVG is shown empty: today's sanitizer refuses it. Null for all others. Its file is kept, since a later
   * version may accept it.
   */
  refusal: z.string().nullable(),
  created_at: time,
})

const id = z.object({ id: nonNegativeInt })

/** A deck with an image in its current slides. */
export const mediaUse = z.object({
  id: z.number(),
  title: z.string(),
  /** The parts of its URL. */
  slug: z.string().nullable(),
  user: z.object({ username: z.string(), team_slug: z.string().nullable() }),
  /** Whether the signed-in user may edit it now. */
  editable: z.boolean(),
})

/** Routes for the images of a user's or team's library. */
const itemContractsAt = ({ base, read, change, whose }: OwnerPlace) => ({
  list: contract({
    method: 'GET',
    path: `${base}/media`,
    summary: `Lists the ${whose} images, newest first, with the storage used. The search compares labels.`,
    permission: read,
    rate: 'read',
    query: z.object({
      ...pageQuery(),
      search: shortText(limits.media.search).optional(),
      /** Only images with this tag, by its id. */
      tag: nonNegativeInt.optional(),
      /** Only hidden images instead of only visible ones. */
      hidden: flag.default(false),
    }),
    output: z.object({
      ...pageOutput(media),
      storage: z.object({ type: z.literal('storage'), value: z.number(), total: z.number() }),
    }),
  }),
  upload: contract({
    method: 'POST',
    path: `${base}/media`,
    summary:
      'Uploads one image (PNG, JPG, GIF, SVG, WebP or AVIF), or one video (MP4 or WebM) where the operator allows it, as multipart/form-data.',
    permission: change,
    rate: 'upload',
    input: 'multipart',
    // The file and the multipart overhead. Images have a lower limit, which the handler applies.
    bodyLimit: limits.upload.videoKilobytes * 1000 + 100_000,
    output: media,
    status: 201,
    transaction: 'own',
  }),
  change: contract({
    method: 'PUT',
    path: `${base}/media/:id`,
    summary: 'Changes an image’s label, alternative text, visibility in the library, or how an SVG is inserted.',
    permission: change,
    rate: 'write',
    params: id,
    body: z.object({
      media: z.object({
        label: oneLineText(checked(validateMediaLabel)).optional(),
        alt: oneLineText(shortText(limits.media.alt)).optional(),
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

/** Routes for the decks with an image. */
const deckContractsAt = ({ base, read, change }: OwnerPlace) => ({
  uses: contract({
    method: 'GET',
    path: `${base}/media/:id/uses`,
    summary:
      'Lists the decks with the image that the signed-in user may see, newest first, and counts the others, and the owner’s themes and slide templates with it.',
    permission: read,
    rate: 'read',
    params: id,
    query: z.object(pageQuery(limits.list.perPageMax)),
    output: z.object({ ...pageOutput(mediaUse), others: z.number(), themes: z.number(), templates: z.number() }),
  }),
  replace: contract({
    method: 'POST',
    path: `${base}/media/:id/replace`,
    summary:
      'Replaces the image by another of the library in all decks that the signed-in user may edit. Themes and slide templates keep it.',
    permission: change,
    rate: 'write',
    params: id,
    body: z.object({ media: z.object({ replacement_id: nonNegativeInt }) }),
    output: z.object({
      /** Decks with the other image, each saved as a revision. */
      changed: z.array(mediaUse),
      /** Decks that keep the image, since the user may not edit them now; and the number of those that are hidden. */
      unchanged: z.array(mediaUse),
      others: z.number(),
    }),
    transaction: 'own',
  }),
})

/** Routes for the media library of a user or team. */
export const mediaContractsAt = (place: OwnerPlace) => ({ ...itemContractsAt(place), ...deckContractsAt(place) })

/** Routes for the media library of the user's team: members read, managers change. */
export const teamMediaContracts = mediaContractsAt({
  ...{ base: '/api/v1/team', read: 'team:read-media', change: 'team:change-media', whose: 'team’s' },
})

/** Routes for a user's own media library. */
export const mediaContracts = mediaContractsAt({
  ...{ base: '/api/v1', read: 'own:media', change: 'own:media', whose: 'user’s' },
})
