import type { Batch } from '../../api/batches/messages.ts'
import { hiddenSlides } from '../../api/batches/queries.ts'
import type { SlideId } from '../../document/deck-model.ts'
import type { Op, StructureOp } from '../../document/ops/op.ts'
import { isHiddenSection, slidesForAudience } from '../../document/output/audience-slides.ts'
import { isHiddenStack } from '../../document/structure.ts'
import type { Db } from '../../server/db/open-database.ts'

/**
 * Makes of a deck's batches what its viewers may read: without notes, and without the slides that are hidden from
 * audiences. The hidden slides are read once and followed from batch to batch.
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

  /**
   * The batches after the version `since` for viewers: the same array if they may read all of it. Null if slides were
   * hidden or shown: viewers read the deck again.
   */
  async of(batches: readonly Batch[], since: number): Promise<readonly Batch[] | null> {
    const ops = batches.flatMap((batch) => batch.ops)
    if (ops.every(({ kind }) => kind === 'setting')) return batches
    const last = batches.at(-1)?.seq ?? since
    const known = this.#hidden ?? (await hiddenSlides(this.#db, this.#deckId, since, last))
    const hidden = new Set(known)
    for (const op of ops) if (op.kind === 'put-slide' && isHiddenSection(op.html)) hidden.add(op.slide)
    if (ops.some((op) => changesHiding(op, known))) {
      this.reset()
      return null
    }
    this.#hidden = hidden
    if (!ops.some((op) => isPrivate(op, hidden))) return batches
    return batches.map((batch) => ({ ...batch, ops: batch.ops.flatMap((op) => publicPart(op, hidden)) }))
  }
}

/** Whether slides become hidden or visible, other than new ones. */
function changesHiding(op: Op, before: ReadonlySet<SlideId>): boolean {
  if (op.kind === 'attribute') return op.name === 'data-visibility'
  if (op.kind === 'put-slide') return before.has(op.slide) && !isHiddenSection(op.html)
  return op.kind === 'structure' && hiddenStacks(op.from) !== hiddenStacks(op.to)
}

function hiddenStacks({ stacks }: StructureOp['to']): string {
  return JSON.stringify(stacks.filter(isHiddenStack).map(({ slides }) => slides))
}

function isPrivate(op: Op, hidden: ReadonlySet<SlideId>): boolean {
  if (op.kind === 'structure' || op.kind === 'setting') return false
  if (op.kind === 'notes' || hidden.has(op.slide)) return true
  return op.kind === 'put-slide' && (op.notes !== '' || slidesForAudience(op.html) !== op.html)
}

function publicPart(op: Op, hidden: ReadonlySet<SlideId>): Op[] {
  if (!isPrivate(op, hidden)) return [op]
  const isShown = op.kind === 'put-slide' && !hidden.has(op.slide)
  return isShown ? [{ ...op, html: slidesForAudience(op.html), notes: '' }] : []
}
