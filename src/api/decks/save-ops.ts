import { blocks } from '../../blocks/index.ts'
import type { Slide, SlideId, Slides } from '../../document/deck-model.ts'
import { contentHash } from '../../document/ids.ts'
import type { Op } from '../../document/ops/op.ts'
import { opsBetween } from '../../document/ops/ops-between.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { type Structure, slideIds, structureFromOrder } from '../../document/structure.ts'
import { settingsOf } from '../../rules/deck-columns.ts'
import { limits } from '../../rules/limits.ts'
import type { Db } from '../../server/db/open-database.ts'
import { type StoredSlide, slidesOfVersion, structureAt } from './content-queries.ts'
import type { ContentRules } from './content-rules.ts'
import { parsedSlide } from './parsed-slides.ts'
import type { PreparedContent } from './prepare-content.ts'
import type { DeckRow } from './queries.ts'
import { sanitizedHtml, sanitizedStructure } from './sanitized-content.ts'

/** The base of a save's operations. */
interface SaveBase {
  readonly deckId: number
  /** The version that the save is based on. */
  readonly version: number
  readonly rules: ContentRules
}

/**
 * The operations from a save's base to its sanitized content. Parses slides, so call it outside transactions. Null if
 * the save is not broadcast as operations: a whole deck, large slides, or a base that is no longer stored.
 */
export async function contentOps(db: Db, content: PreparedContent, base: SaveBase): Promise<Op[] | null> {
  if (content.whole) return null
  const stored = content.structure || content.order ? await structureAt(db, base.deckId, base.version) : undefined
  if (stored === null) return null
  const from = stored && sanitizedStructure(stored, base.rules)
  const to = from && structureAfter(content, from)
  if (to === null) return null
  const remaining = to && new Set(slideIds(to))
  const deleted = from && remaining ? slideIds(from).filter((id) => !remaining.has(id)) : []
  const sent = new Set([...content.slides.map((slide) => slide.slide_id), ...Object.keys(content.notes)])
  const rows = await slidesOfVersion(db, base.deckId, base.version, [...sent, ...deleted])
  const texts = [...rows, ...content.slides].flatMap(({ html, notes }) => [html, notes ?? ''])
  const compared = [...texts, ...Object.values(content.notes)].reduce((sum, text) => sum + text.length, 0)
  if (compared > limits.batch.characters) return null
  const before = new Map(rows.map((row) => [row.slide_id, parsed(sanitizedHtml(row, base.rules), row.notes)]))
  const after = new Map([...before].filter(([id]) => !deleted.includes(id)))
  for (const { slide_id: id, html, notes } of content.slides) {
    after.set(id, parsed(html, content.notes[id] ?? notes ?? before.get(id)?.notes ?? ''))
  }
  for (const [id, notes] of Object.entries(content.notes)) {
    const slide = after.get(id)
    if (!slide) return null
    after.set(id, { ...slide, notes })
  }
  const ops = opsBetween(deckOf(from, before), deckOf(to, after), blocks)
  return [...ops, ...checksOf(ops, after)]
}

/** Operations with the hashes of changed slides: clients compare them with their own copies. */
function checksOf(ops: readonly Op[], slides: ReadonlyMap<SlideId, Slide>): Op[] {
  const parts = ops.filter(({ kind }) => ['attribute', 'blocks', 'set', 'text'].includes(kind))
  const changed = new Set(parts.flatMap((op) => ('slide' in op ? [op.slide] : [])))
  const hashOf = (id: SlideId): string => contentHash(renderSlide(slides.get(id)!, blocks))
  return [...changed].map((slide) => ({ kind: 'check-slide', slide, hash: hashOf(slide) }))
}

/** The structure after the save; null if its order is invalid, so that the save will be refused. */
function structureAfter(content: PreparedContent, before: Structure): Structure | null {
  if (content.structure) return content.structure
  try {
    return structureFromOrder(content.order ?? [], before)
  } catch {
    return null
  }
}

/** The operations of changed settings. */
export function settingOps(before: DeckRow, after: DeckRow): Op[] {
  const [old, next] = [settingsOf(before), settingsOf(after)]
  return opsBetween(
    { ...deckOf(undefined, new Map()), settings: old },
    { ...deckOf(undefined, new Map()), settings: next },
    blocks,
  )
}

function parsed(html: StoredSlide['html'], notes: string): Slide {
  const slide = parsedSlide(html)
  return slide.notes === notes ? slide : { ...slide, notes }
}

const noStructure: Structure = { stacks: [], after: '' }

function deckOf(structure: Structure | undefined, slides: ReadonlyMap<SlideId, Slide>): Slides {
  return { ...(structure ?? noStructure), slides: Object.fromEntries(slides) }
}
