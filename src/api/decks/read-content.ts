import type { Structure } from '../../document/structure.ts'
import { assemble } from '../../document/structure.ts'
import type { Db } from '../../server/db/open-database.ts'
import { missingSlides, slidesAt, structureAt } from './content-queries.ts'
import type { ContentRules } from './content-rules.ts'
import { sanitizedHtml, sanitizedStructure } from './sanitized-content.ts'

/** A deck's content at one version. */
export interface DeckContent {
  readonly version: number
  readonly structure: Structure
  /** HTML by slide id. */
  readonly html: Readonly<Record<string, string>>
  /** Notes by slide id, without empty ones. Private unless shared: the caller checks access. */
  readonly notes: Readonly<Record<string, string>>
}

async function contentAt(db: Db, deckId: number, version: number, rules: ContentRules): Promise<DeckContent | null> {
  const stored = await structureAt(db, deckId, version)
  const slides = await slidesAt(db, deckId, version)
  const structure = stored ? sanitizedStructure(stored, rules) : { stacks: [], after: '' }
  if (missingSlides(structure, new Set(slides.map((slide) => slide.slide_id))).length > 0) return null
  const html = Object.fromEntries(slides.map((slide) => [slide.slide_id, sanitizedHtml(slide, rules)]))
  const noted = slides.filter((slide) => slide.notes !== '')
  return { version, structure, html, notes: Object.fromEntries(noted.map((slide) => [slide.slide_id, slide.notes])) }
}

/** A deck's content at a version; null if the version was deleted. */
export async function readVersion(
  db: Db,
  deckId: number,
  version: number,
  rules: ContentRules,
): Promise<DeckContent | null> {
  return contentAt(db, deckId, version, rules)
}

/**
 * A deck's current content. All parts belong to one version, even during concurrent saves. Throws if the deck no longer
 * exists.
 */
export async function readContent(
  db: Db,
  deck: { readonly id: number; readonly version: number },
  rules: ContentRules,
): Promise<DeckContent> {
  let { version } = deck
  // Between two reads, a save and a cleanup job may delete the version. A newer version then exists.
  for (let tries = 0; tries < 5; tries++) {
    const content = await contentAt(db, deck.id, version, rules)
    if (content) return content
    const now = await db.selectFrom('decks').select('version').where('id', '=', deck.id).executeTakeFirstOrThrow()
    version = now.version
  }
  throw new Error(`The content of deck ${deck.id} is not complete`)
}

/** The content as one HTML string: the children of `.slides`. */
export function dataOf(content: DeckContent): string {
  return assemble(content.structure, content.html)
}
