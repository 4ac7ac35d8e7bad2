import { slideIdPattern } from '../../document/page-deck.ts'
import type { Services } from '../../server/services.ts'
import { hiddenSlides } from '../batches/queries.ts'
import { slidesOfVersion } from '../decks/content-queries.ts'
import { contentRules } from '../decks/content-rules.ts'
import type { LoadedDeck } from '../decks/load-deck.ts'
import { sanitizedHtml } from '../decks/sanitized-content.ts'
import type { ReviewSlides } from './page-data.ts'

/** Slides of one request. */
const maxSlides = 100

/** The ids of slides in a query, separated by commas; null if there are none, or too many. */
export function slidesIn(query: unknown): string[] | null {
  const { slides } = query as Record<string, unknown>
  if (typeof slides !== 'string') return null
  const ids = slides.split(',')
  return ids.length <= maxSlides && ids.every((id) => slideIdPattern.test(id)) ? ids : null
}

/** Slides of a deck as stored, without those that are hidden from audiences. */
export async function reviewSlides(
  services: Services,
  { deck, owner }: LoadedDeck,
  ids: readonly string[],
  withNotes: boolean,
): Promise<ReviewSlides> {
  const { read } = services.database
  const rules = contentRules(services.settings, owner.plan)
  const hidden = await hiddenSlides(read, deck.id, deck.version, deck.version)
  const stored = await slidesOfVersion(read, deck.id, deck.version, ids)
  const rows = stored.filter((row) => !hidden.has(row.slide_id))
  return {
    version: deck.version,
    html: Object.fromEntries(rows.map((row) => [row.slide_id, sanitizedHtml(row, rules)])),
    notes: withNotes ? Object.fromEntries(rows.map((row) => [row.slide_id, row.notes])) : null,
  }
}
