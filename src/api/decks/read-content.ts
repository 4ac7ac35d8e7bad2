import type { Structure } from '../../document/structure.ts'
import { assemble } from '../../document/structure.ts'
import type { Db } from '../../server/db/open-database.ts'
import { missingSlides, slidesAt, structureAt } from './content-queries.ts'
import type { ContentRules } from './content-rules.ts'
import { freshHtml, freshStructure } from './fresh-content.ts'

/** A deck's content as of one version. */
export interface DeckContent {
  readonly version: number
  readonly structure: Structure
  /** HTML by slide id. */
  readonly html: Readonly<Record<string, string>>
  /** Notes by slide id; only those that are not empty. Private unless shared: hand them on with care. */
  readonly notes: Readonly<Record<string, string>>
}

async function contentAt(db: Db, deckId: number, version: number, rules: ContentRules): Promise<DeckContent | null> {
  const stored = await structureAt(db, deckId, version)
  const slides = await slidesAt(db, deckId, version)
  const structure = stored ? freshStructure(stored, rules) : { stacks: [], after: '' }
  if (missingSlides(structure, new Set(slides.map((slide) => slide.slide_id))).length > 0) return null
  const html = Object.fromEntries(slides.map((slide) => [slide.slide_id, freshHtml(slide, rules)]))
  const noted = slides.filter((slide) => slide.notes !== '')
  return { version, structure, html, notes: Object.fromEntries(noted.map((slide) => [slide.slide_id, slide.notes])) }
}

/** The content of a deck's version; null when that version has been cleared away. */
export async function readVersion(
  db: Db,
  deckId: number,
  version: number,
  rules: ContentRules,
): Promise<DeckContent | null> {
  return contentAt(db, deckId, version, rules)
}

/**
 * The content of a deck as it is now. All parts belong to one version, also while somebody saves: each is read as of
 * that version. Throws an Error when the deck does not exist any more.
 */
export async function readContent(
  db: Db,
  deck: { readonly id: number; readonly version: number },
  rules: ContentRules,
): Promise<DeckContent> {
  let { version } = deck
  // Between two reads a save may replace the version and a clearing job take it away: then there is a newer one.
  for (let tries = 0; tries < 5; tries++) {
    const content = await contentAt(db, deck.id, version, rules)
    if (content) return content
    const now = await db.selectFrom('decks').select('version').where('id', '=', deck.id).executeTakeFirstOrThrow()
    version = now.version
  }
  throw new Error(`The content of deck ${deck.id} is not complete`)
}

/** A content as one piece of HTML: what stands inside `.slides`. */
export function dataOf(content: DeckContent): string {
  return assemble(content.structure, content.html)
}
