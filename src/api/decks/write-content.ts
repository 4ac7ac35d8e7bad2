import { sameStructure } from '../../document/changes.ts'
import { SANITIZER_VERSION } from '../../document/sanitize/sanitize.ts'
import { textOf } from '../../document/slide-text.ts'
import { type Structure, singleStack, slideIds, structureFromOrder } from '../../document/structure.ts'
import type { SlideId } from '../../document/types.ts'
import { limits } from '../../rules/limits.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import type { CleanSlide } from './clean-content.ts'
import {
  beginSlides,
  currentSlides,
  endSlides,
  keepOriginals,
  type NewSlideContent,
  type StoredStructure,
  sizeOf,
  slidesAt,
  structureAt,
  writeStructure,
} from './content-queries.ts'
import type { PreparedContent } from './prepare-content.ts'
import type { DeckRow } from './queries.ts'

/** Where and as what content is written. */
export interface ContentWrite {
  readonly deck: Pick<DeckRow, 'id' | 'version' | 'slide_count' | 'content_bytes'>
  /** The version that this write makes. */
  readonly version: number
  /** The version that the client began from; a write over a newer one brings slides back from it. */
  readonly base: number
  /** Slides that are unknown by now are kept rather than refused. */
  readonly force: boolean
  readonly now: Date
}

/** What a write did. */
export interface ContentWritten {
  readonly slide_count: number
  readonly content_bytes: number
  /** Whether anything is different from before. */
  readonly changed: boolean
  /** Whether slides went away. */
  readonly dropped: boolean
}

const noStructure: StoredStructure = { structure: { stacks: [], after: '' }, sanitizer_version: SANITIZER_VERSION }

/** The order after the write, and the one before when that had to be read; nothing when the order stays. */
async function nextOrder(db: Db, content: PreparedContent, write: ContentWrite) {
  if (!content.structure && !content.order) return null
  const stored = (await structureAt(db, write.deck.id, write.deck.version)) ?? noStructure
  const before = stored.structure
  if (content.structure) return { before, after: content.structure, sanitizer_version: SANITIZER_VERSION }
  // The markup around slides that stay together is what was stored.
  return { before, after: asked(content, before), sanitizer_version: stored.sanitizer_version }
}

function asked(content: PreparedContent, before: Structure): Structure {
  try {
    return structureFromOrder(content.order ?? [], before)
  } catch (error) {
    throw invalid('slides', (error as Error).message)
  }
}

/** Slides that the order names and that neither the save nor the deck has: in a forced save they come back from the base. */
async function broughtBack(db: Db, ids: readonly SlideId[], write: ContentWrite): Promise<CleanSlide[]> {
  if (ids.length === 0) return []
  if (!write.force) throw invalid('slides', `Slide ${ids[0]} has no content`)
  const wanted = new Set(ids)
  const known = (await slidesAt(db, write.deck.id, write.base)).filter((slide) => wanted.has(slide.slide_id))
  if (known.length < wanted.size) throw invalid('slides', 'A slide of the order has no content')
  return known.map((slide) => ({ ...slide, text: textOf(slide.html), removed: [], original: null }))
}

/** Slides that are sent but stand in no order: refused, or in a forced save put at the end so that nothing is lost. */
function withStrays(order: Structure, sent: readonly SlideId[], write: ContentWrite): Structure {
  const known = new Set(slideIds(order))
  const strays = sent.filter((id) => !known.has(id))
  if (strays.length === 0) return order
  if (!write.force) throw invalid('slides', `Slide ${strays[0]} does not stand in the order`)
  return { ...order, stacks: [...order.stacks, ...strays.map(singleStack)] }
}

type Stored = Awaited<ReturnType<typeof currentSlides>>[number]

/** The rows to write: what was sent, completed with what the deck has, and without what is the same as before. */
function rowsOf(
  content: PreparedContent,
  slides: readonly CleanSlide[],
  current: ReadonlyMap<SlideId, Stored>,
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
  readonly slides: readonly CleanSlide[]
  /** Null: the order stays. */
  readonly structure: StoredStructure | null
  readonly dropped: readonly SlideId[]
  readonly current: ReadonlyMap<SlideId, Stored>
}

/** Works out what a write means for the deck as it is now. */
async function planWrite(db: Db, content: PreparedContent, write: ContentWrite): Promise<Plan> {
  const written = new Set(content.slides.map((slide) => slide.slide_id))
  const sent = [...new Set([...written, ...Object.keys(content.notes)])]
  const order = await nextOrder(db, content, write)
  if (!order) return planInOrder(db, content, write, sent)
  const before = new Set(slideIds(order.before))
  const structure = withStrays(order.after, sent, write)
  const after = slideIds(structure)
  const added = after.filter((id) => !before.has(id))
  const stored = await currentSlides(db, write.deck.id, [...new Set([...sent, ...added])])
  const back = await broughtBack(
    db,
    added.filter((id) => !written.has(id)),
    write,
  )
  const kept = new Set(after)
  return {
    slides: [...content.slides, ...back],
    structure: sameStructure(order.before, structure)
      ? null
      : { structure, sanitizer_version: order.sanitizer_version },
    dropped: [...before].filter((id) => !kept.has(id)),
    current: new Map(stored.map((slide) => [slide.slide_id, slide])),
  }
}

/** The same where the order stays: it is not even read, unless a forced save has slides that others threw away. */
async function planInOrder(
  db: Db,
  content: PreparedContent,
  write: ContentWrite,
  sent: readonly SlideId[],
): Promise<Plan> {
  const current = new Map((await currentSlides(db, write.deck.id, sent)).map((slide) => [slide.slide_id, slide]))
  const strays = sent.filter((id) => !current.has(id))
  if (strays.length === 0) return { slides: content.slides, structure: null, dropped: [], current }
  const stored = (await structureAt(db, write.deck.id, write.deck.version)) ?? noStructure
  const structure = { ...stored, structure: withStrays(stored.structure, strays, write) }
  const written = new Set(content.slides.map((slide) => slide.slide_id))
  const back = await broughtBack(
    db,
    strays.filter((id) => !written.has(id)),
    write,
  )
  return { slides: [...content.slides, ...back], structure, dropped: [], current }
}

/**
 * Writes content into a deck that the transaction has locked. Only slides that are different are written, and the order
 * only when it is: the cost follows what changed. Throws 413 and 422.
 */
export async function writeContent(db: Db, content: PreparedContent, write: ContentWrite): Promise<ContentWritten> {
  const { deck, version } = write
  const plan = await planWrite(db, content, write)
  const rows = rowsOf(content, plan.slides, plan.current)
  const dropped = plan.dropped.length > 0 ? await currentSlides(db, deck.id, plan.dropped) : []
  const replaced = rows.map((row) => plan.current.get(row.slide_id)).filter((slide) => slide !== undefined)
  const gone = [...replaced, ...dropped]
  const bytes =
    deck.content_bytes +
    rows.reduce((sum, row) => sum + sizeOf(row), 0) -
    gone.reduce((sum, slide) => sum + slide.size, 0)
  const count = plan.structure ? slideIds(plan.structure.structure).length : deck.slide_count
  if (bytes > limits.deck.bytes) throw new HttpError(413, 'This deck is too large')
  if (count > limits.deck.slides && count > deck.slide_count) {
    throw invalid('slides', `At most ${limits.deck.slides} slides`)
  }
  await endSlides(
    db,
    deck.id,
    gone.map((slide) => slide.slide_id),
    version,
  )
  await beginSlides(db, deck.id, rows, version)
  if (plan.structure) await writeStructure(db, deck.id, plan.structure, version)
  const originals = plan.slides.filter((slide) => slide.original !== null)
  await keepOriginals(
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
    dropped: plan.dropped.length > 0,
  }
}
