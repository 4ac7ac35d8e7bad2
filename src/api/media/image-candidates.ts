import type { ImageCandidates } from '../../document/output/image-candidates.ts'
import type { Db } from '../../server/db/open-database.ts'
import { mediaKeysIn } from '../decks/deck-media.ts'
import { mediaUrl, renditionKey } from './media-keys.ts'

/** Keys per query: databases limit the parameters of a statement. */
const keysAtOnce = 500

/** The smaller versions of the pictures in slides, by the picture's URL. */
export async function imageCandidates(db: Db, slides: string): Promise<Map<string, ImageCandidates>> {
  const keys = [...new Set(mediaKeysIn(slides))]
  const found = new Map<string, ImageCandidates>()
  for (let start = 0; start < keys.length; start += keysAtOnce) {
    const rows = await db
      .selectFrom('media')
      .select(['key', 'width', 'height', 'renditions'])
      .where('key', 'in', keys.slice(start, start + keysAtOnce))
      .where('renditions', 'is not', null)
      .execute()
    for (const { key, width, height, renditions } of rows) {
      if (width === null || height === null || !renditions?.length) continue
      const smaller = renditions.map((one) => ({ url: mediaUrl(renditionKey(key, one.width)), width: one.width }))
      found.set(mediaUrl(key), { width, height, smaller })
    }
  }
  return found
}
