import { sameStructure } from '../../document/changes.ts'
import type { SlideId } from '../../document/deck-model.ts'
import { SANITIZER_VERSION } from '../../document/sanitize/sanitize.ts'
import { textOf } from '../../document/slide-text.ts'
import { type Structure, singleStack, slideIds, structureFromOrder } from '../../document/structure.ts'
import { limits } from '../../rules/limits.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { keepHiding } from '../comments/deleted-slides.ts'
import { movePins } from '../comments/move-pins.ts'
import {
  beginSlides,
  currentSlides,
  endSlides,
  type NewSlideContent,
  type StoredStructure,
  sizeOf,
  slidesAt,
  storeOriginals,
  structureAt,
  writeStructure,
} from './content-queries.ts'
import type { PreparedContent } from './prepare-content.ts'
import type { DeckRow } from './queries.ts'
import type { SanitizedSlide } from './sanitize-content.ts'

/** Target and mode of a write. */
export interface ContentWrite {
  readonly deck: Pick<DeckRow, 'id' | 'version' | 'slide_count' | 'content_bytes'>
  /** The version that this write creates. */
  readonly version: number
  /** The client's base version. A forced write restores deleted slides from it. */
  readonly base: number
  /** Whether to restore slides that were deleted since the base version, instead of refusing the save. */
  readonly force: boolean
  readonly now: Date
  /** The present rows of all slides of the content, if they were read at the deck's present version. */
  readonly current?: readonly CurrentSlide[] | undefined
}

/** The result of a write. */
export interface ContentWritten {
  readonly slide_count: number
  readonly content_bytes: number
  /** Whether anything changed. */
  readonly changed: boolean
  /** Whether slides were deleted. */
  readonly deleted: boolean
}

const noStructure: StoredStructure = { structure: { stacks: [], after: '' }, sanitizer_version: SANITIZER_VERSION }

/** The structure after and before the write; null if it is unchanged. */
async function nextOrder(db: Db, content: PreparedContent, write: ContentWrite) {
  if (!content.structure && !content.order) return null
  const stored = (await structureAt(db, write.deck.id, write.deck.version)) ?? noStructure
  const before = stored.structure
  if (content.structure) return { before, after: content.structure, sanitizer_version: SANITIZER_VERSION }
  // An order without markup keeps the stored structure's markup, and therefore its sanitizer version.
  return { before, after: structureAfter(content, before), sanitizer_version: stored.sanitizer_version }
}

function structureAfter(content: PreparedContent, before: Structure): Structure {
  try {
    return structureFromOrder(content.order ?? [], before)
  } catch (error) {
    throw invalid('slides', (error as Error).message)
  }
}

/**
 * Slides in the order that are neither in the save nor in the deck. A forced save restores them from the base version;
 * other saves are refused.
 */
async function restoredSlides(db: Db, ids: readonly SlideId[], write: ContentWrite): Promise<SanitizedSlide[]> {
  if (ids.length === 0) return []
  if (!write.force) throw invalid('slides', `Slide ${ids[0]} has no content`)
  const wanted = new Set(ids)
  const fromBase = (await slidesAt(db, write.deck.id, write.base)).filter((slide) => wanted.has(slide.slide_id))
  if (fromBase.length < wanted.size) throw invalid('slides', 'A slide of the order has no content')
  return fromBase.map((slide) => ({ ...slide, text: textOf(slide.html), removed: [], original: null }))
}

/**
 * Handles sent slides missing in the order. A forced save appends them, so that nothing is lost; other saves are
 * refused.
 */
function withUnlisted(order: Structure, sent: readonly SlideId[], write: ContentWrite): Structure {
  const listed = new Set(slideIds(order))
  const unlisted = sent.filter((id) => !listed.has(id))
  if (unlisted.length === 0) return order
  if (!write.force) throw invalid('slides', `Slide ${unlisted[0]} does not stand in the order`)
  return { ...order, stacks: [...order.stacks, ...unlisted.map(singleStack)] }
}

/** A slide's present row. */
export type CurrentSlide = Awaited<ReturnType<typeof currentSlides>>[number]

/** The rows to write: sent slides and notes, completed from the deck. Unchanged slides are omitted. */
function rowsOf(
  content: PreparedContent,
  slides: readonly SanitizedSlide[],
  current: ReadonlyMap<SlideId, CurrentSlide>,
): NewSlideContent[] {
  const sent = new Map(slides.map((slide) => [slide.slide_id, slide]))
  const ids = new Set([...sent.keys(), ...Object.keys(content.notes)])
  const rows: NewSlideContent[] = []
  for (const slide_id of ids) {
    const before = current.get(slide_id)
    const base = sent.get(slide_id) ?? before
    if (!base) throw invalid('notes', `There is no slide ${slide_id}`)
    const notes = content.notes[slide_id] ?? sent.get(slide_id)?.notes ?? before?.notes ?? ''
    if (before && before.html === base.html && before.notes === notes) continue
    const { html, text, sanitizer_version } = base
    rows.push({ slide_id, html, notes, text, sanitizer_version })
  }
  return rows
}

interface Plan {
  readonly slides: readonly SanitizedSlide[]
  /** The new structure; null keeps the current one. */
  readonly structure: StoredStructure | null
  readonly deleted: readonly SlideId[]
  readonly current: ReadonlyMap<SlideId, CurrentSlide>
}

/** Computes the changes of a write against the current deck. */
async function planWrite(db: Db, content: PreparedContent, write: ContentWrite): Promise<Plan> {
  const written = new Set(content.slides.map((slide) => slide.slide_id))
  const sent = [...new Set([...written, ...Object.keys(content.notes)])]
  const order = await nextOrder(db, content, write)
  if (!order) return planInOrder(db, content, write, sent)
  const before = new Set(slideIds(order.before))
  const structure = withUnlisted(order.after, sent, write)
  const after = slideIds(structure)
  const added = after.filter((id) => !before.has(id))
  const stored = await currentSlides(db, write.deck.id, [...new Set([...sent, ...added])])
  const restored = await restoredSlides(
    db,
    added.filter((id) => !written.has(id)),
    write,
  )
  const remaining = new Set(after)
  return {
    slides: [...content.slides, ...restored],
    structure: sameStructure(order.before, structure)
      ? null
      : { structure, sanitizer_version: order.sanitizer_version },
    deleted: [...before].filter((id) => !remaining.has(id)),
    current: new Map(stored.map((slide) => [slide.slide_id, slide])),
  }
}

/**
 * Like planWrite, for an unchanged structure. Reads the structure only if a forced save has slides that others deleted.
 */
async function planInOrder(
  db: Db,
  content: PreparedContent,
  write: ContentWrite,
  sent: readonly SlideId[],
): Promise<Plan> {
  const rows = write.current ?? (await currentSlides(db, write.deck.id, sent))
  const current = new Map(rows.map((slide) => [slide.slide_id, slide]))
  const unlisted = sent.filter((id) => !current.has(id))
  if (unlisted.length === 0) return { slides: content.slides, structure: null, deleted: [], current }
  const stored = (await structureAt(db, write.deck.id, write.deck.version)) ?? noStructure
  const structure = { ...stored, structure: withUnlisted(stored.structure, unlisted, write) }
  const written = new Set(content.slides.map((slide) => slide.slide_id))
  const restored = await restoredSlides(
    db,
    unlisted.filter((id) => !written.has(id)),
    write,
  )
  return { slides: [...content.slides, ...restored], structure, deleted: [], current }
}

/**
 * Writes content to a deck that the transaction has locked. Writes only changed slides, and the structure only if it
 * changed. Throws 413 and 422.
 */
export async function writeContent(db: Db, content: PreparedContent, write: ContentWrite): Promise<ContentWritten> {
  const { deck, version } = write
  const plan = await planWrite(db, content, write)
  const rows = rowsOf(content, plan.slides, plan.current)
  const deleted = plan.deleted.length > 0 ? await currentSlides(db, deck.id, plan.deleted) : []
  const replaced = rows.map((row) => plan.current.get(row.slide_id)).filter((slide) => slide !== undefined)
  const ended = [...replaced, ...deleted]
  const bytes =
    deck.content_bytes +
    rows.reduce((sum, row) => sum + sizeOf(row), 0) -
    ended.reduce((sum, slide) => sum + slide.size, 0)
  const count = plan.structure ? slideIds(plan.structure.structure).length : deck.slide_count
  if (bytes > limits.deck.bytes) throw new HttpError(413, 'This deck is too large')
  if (count > limits.deck.slides && count > deck.slide_count) {
    throw invalid('slides', `At most ${limits.deck.slides} slides`)
  }
  await endSlides(db, deck.id, ended, version)
  await beginSlides(db, deck.id, rows, version)
  await movePins(db, deck.id, rows, version)
  await keepHiding(db, deck.id, plan.deleted, version)
  if (plan.structure) await writeStructure(db, deck.id, plan.structure, version)
  const originals = plan.slides.filter((slide) => slide.original !== null)
  await storeOriginals(
    db,
    deck.id,
    originals.map((slide) => ({ slide_id: slide.slide_id, html: slide.original ?? '' })),
    version,
    write.now,
  )
  return {
    slide_count: count,
    content_bytes: bytes,
    changed: rows.length > 0 || plan.structure !== null,
    deleted: plan.deleted.length > 0,
  }
}
