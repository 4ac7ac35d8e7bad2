import type { ImageCandidates } from '../../document/output/image-candidates.ts'
import { isVideoType } from '../../rules/video-types.ts'
import type { Db } from '../../server/db/open-database.ts'
import { mediaKeysIn } from '../decks/deck-media.ts'
import { mediaUrl, renditionKey } from './media-keys.ts'

/** Keys per query: databases limit the parameters of a statement. */
const keysAtOnce = 500

/** The smaller versions of the pictures in slides. */
export interface FoundCandidates {
  /** By the picture's URL. */
  readonly candidates: ReadonlyMap<string, ImageCandidates>
  /** Whether those of a picture are still to be made. */
  readonly areMissing: boolean
}

/** Finds the smaller versions of the pictures in slides. */
export async function imageCandidates(db: Db, slides: string): Promise<FoundCandidates> {
  const keys = [...new Set(mediaKeysIn(slides))]
  const candidates = new Map<string, ImageCandidates>()
  let areMissing = false
  for (let start = 0; start < keys.length; start += keysAtOnce) {
    const rows = await db
      .selectFrom('media')
      .select(['key', 'content_type', 'width', 'height', 'renditions'])
      .where('key', 'in', keys.slice(start, start + keysAtOnce))
      .execute()
    for (const { key, content_type: type, width, height, renditions } of rows) {
      areMissing ||= renditions === null && type !== 'image/svg+xml' && !isVideoType(type)
      if (width === null || height === null || !renditions?.length) continue
      const smaller = renditions.map((one) => ({ url: mediaUrl(renditionKey(key, one.width)), width: one.width }))
      candidates.set(mediaUrl(key), { width, height, smaller })
    }
  }
  return { candidates, areMissing }
}
