import type { z } from 'zod'
import type { media } from './contract.ts'
import { mediaUrl, renditionKey, thumbnailKey } from './media-keys.ts'
import type { MediaRow } from './queries.ts'

/** An image or video as JSON. */
export function mediaJson(row: MediaRow): z.input<typeof media> {
  return {
    id: row.id,
    label: row.label,
    name: row.label,
    content_type: row.content_type,
    type: row.content_type,
    inline: row.inline,
    hidden: row.hidden,
    alt: row.alt,
    size: row.size,
    width: row.width,
    height: row.height,
    duration: row.duration === null ? null : row.duration / 1000,
    url: mediaUrl(row.key),
    thumb_url: mediaUrl(thumbnailKey(row)),
    renditions: (row.renditions ?? []).map(({ width, height }) => ({
      ...{ url: mediaUrl(renditionKey(row.key, width)), width, height },
    })),
    refusal: row.refusal,
    created_at: row.created_at,
  }
}
