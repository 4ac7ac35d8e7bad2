import type { Batch } from '../../api/batches/messages.ts'
import { hiddenSlides } from '../../api/batches/queries.ts'
import type { SlideId } from '../../document/deck-model.ts'
import type { Op, StructureOp } from '../../document/ops/op.ts'
import { isHiddenSection, slidesForAudience } from '../../document/output/audience-slides.ts'
import { isHiddenStack } from '../../document/structure.ts'
import type { Db } from '../../server/db/open-database.ts'

/** Batches for viewers. Null if slides were hidden or shown: viewers read the deck again. */
export interface AudienceBatches {
  /** For decks that share their notes. */
  readonly withNotes: readonly Batch[] | null
  /** The same array as all batches if they have nothing private. */
  readonly withoutNotes: readonly Batch[] | null
}

/**
 * Makes of a deck's batches what its viewers may read: without the slides that are hidden from audiences, with the notes
 * of the others or without. The hidden slides are read once and followed from batch to batch.
 */
export class AudienceFilter {
  readonly #db: Db
  readonly #deckId: number
  #hidden: Set<SlideId> | null = null

  constructor(db: Db, deckId: number) {
    this.#db = db
    this.#deckId = deckId
  }

  /** Call after versions that the filter has not seen. */
  reset(): void {
    this.#hidden = null
  }

  /** The batches after the version `since`. */
  async of(batches: readonly Batch[], since: number): Promise<AudienceBatches> {
    const ops = batches.flatMap((batch) => batch.ops)
    if (ops.every(({ kind }) => kind === 'setting')) return { withNotes: batches, withoutNotes: batches }
    const last = batches.at(-1)?.seq ?? since
    const before = this.#hidden ?? (await hiddenSlides(this.#db, this.#deckId, since, since))
    const known = this.#hidden ?? (await hiddenSlides(this.#db, this.#deckId, since, last))
    const hidden = new Set(known)
    for (const op of ops) if (op.kind === 'put-slide' && isHiddenSection(op.html)) hidden.add(op.slide)
    const added = addedSlides(ops)
    if (ops.some((op) => changesHiding(op, { before, known, added }))) {
      this.reset()
      return { withNotes: null, withoutNotes: null }
    }
    this.#hidden = hidden
    return {
      withNotes: publicParts(batches, hidden, true),
      withoutNotes: publicParts(batches, hidden, false),
    }
  }
}

function addedSlides(ops: readonly Op[]): ReadonlySet<SlideId> {
  const slidesIn = ({ stacks }: StructureOp['to']) => stacks.flatMap(({ slides }) => slides)
  const structures = ops.filter((op) => op.kind === 'structure')
  const before = new Set(structures.flatMap(({ from }) => slidesIn(from)))
  return new Set(structures.flatMap(({ to }) => slidesIn(to)).filter((id) => !before.has(id)))
}

/** Slides that were hidden at first, at any time, and that are new. */
interface Known {
  readonly before: ReadonlySet<SlideId>
  readonly known: ReadonlySet<SlideId>
  readonly added: ReadonlySet<SlideId>
}

/** Whether slides become hidden or visible, other than new ones. */
function changesHiding(op: Op, { before, known, added }: Known): boolean {
  if (op.kind === 'attribute') return op.name === 'data-visibility'
  if (op.kind === 'put-slide')
    return isHiddenSection(op.html) ? !before.has(op.slide) && !added.has(op.slide) : known.has(op.slide)
  return op.kind === 'structure' && hiddenStacks(op.from) !== hiddenStacks(op.to)
}

function hiddenStacks({ stacks }: StructureOp['to']): string {
  return JSON.stringify(stacks.filter(isHiddenStack).map(({ slides }) => slides))
}

/** The same array if nothing is private. */
function publicParts(batches: readonly Batch[], hidden: ReadonlySet<SlideId>, withNotes: boolean): readonly Batch[] {
  const partOf = (op: Op) => publicPart(op, hidden, withNotes)
  if (batches.every(({ ops }) => ops.every((op) => partOf(op) === op))) return batches
  return batches.map((batch) => ({ ...batch, ops: batch.ops.flatMap((op) => partOf(op) ?? []) }))
}

/** What viewers may read of an operation: the same object if all of it, null if nothing. */
function publicPart(op: Op, hidden: ReadonlySet<SlideId>, withNotes: boolean): Op | null {
  if (op.kind === 'structure' || op.kind === 'setting') return op
  if (hidden.has(op.slide)) return null
  if (op.kind === 'notes') return withNotes ? op : null
  if (op.kind !== 'put-slide') return op
  const html = slidesForAudience(op.html)
  const notes = withNotes ? op.notes : ''
  return html === op.html && notes === op.notes ? op : { ...op, html, notes }
}
