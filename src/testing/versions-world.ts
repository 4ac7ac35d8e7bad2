import { blocks } from '../blocks/index.ts'
import type { Deck } from '../document/deck-model.ts'
import { contentHash } from '../document/ids.ts'
import { applyOps } from '../document/ops/apply-ops.ts'
import type { Op } from '../document/ops/op.ts'
import { OpError } from '../document/ops/op-error.ts'
import { opsBetween } from '../document/ops/ops-between.ts'
import { losesWork, transformOps } from '../document/ops/transform-ops.ts'
import { renderSlide } from '../document/render-slide.ts'
import { type Saved, SaveError, type SaveRequest } from '../editor/autosave/save-transport.ts'
import type { ReceivedBatch } from '../editor/sync/batch-inbox.ts'
import type { BatchLine, OutgoingBatch } from '../editor/sync/save-stream.ts'

type BatchAnswer = NonNullable<Awaited<ReturnType<BatchLine['send']>>>

/**
 * A server in memory with one deck, by the rules of acceptBatch and saveDeck: batches of the same user are merged, saves
 * by requests need the newest version. For tests of editors with thousands of messages.
 */
export class VersionsServer {
  readonly #decks: Deck[]
  readonly #batches: ReceivedBatch[] = []
  /** The version that each save made. */
  readonly #saves = new Map<string, number>()
  /** Decks that a forced save replaced, or before a deletion: they stay as revisions. */
  readonly revisions: Deck[] = []
  readonly #tell: (batch: ReceivedBatch) => void

  readonly #isCareless: boolean

  /** `isCareless`: for controls, saves by requests ignore their base. */
  constructor(deck: Deck, isCareless: boolean, tell: (batch: ReceivedBatch) => void) {
    this.#decks = [deck]
    this.#isCareless = isCareless
    this.#tell = tell
  }

  get version(): number {
    return this.#decks.length
  }

  get deck(): Deck {
    return this.#decks.at(-1)!
  }

  batch({ id, base, ops }: OutgoingBatch): BatchAnswer {
    const known = this.#saves.get(id)
    if (known !== undefined) return this.#written(base, known)
    let own: readonly Op[] = ops
    try {
      for (const { ops: theirs } of this.#since(base)) {
        if (losesWork(own, theirs)) return { ok: false }
        own = transformOps(own, theirs, true)
      }
      this.#push(applyOps(this.deck, own, blocks), id)
    } catch (error) {
      if (error instanceof OpError) return { ok: false }
      throw error
    }
    return this.#written(base, this.version)
  }

  /** Rejects with SaveError if the save's version is not the newest. */
  request({ saveId, version, overwrite, after }: SaveRequest): Saved {
    const known = this.#saves.get(saveId)
    if (known !== undefined) return savedAs(known)
    if (version !== this.version && !overwrite && !this.#isCareless) {
      const { deck } = this
      const newer = { version: this.version, own: true, by: null, theirs: () => deck } as const
      throw new SaveError({ kind: 'conflict', ...newer })
    }
    if (overwrite) this.revisions.push(this.deck)
    this.#push(after, saveId)
    return savedAs(this.version)
  }

  #since(base: number): readonly ReceivedBatch[] {
    return this.#batches.slice(base - 1)
  }

  #written(base: number, seq: number): BatchAnswer {
    const batches = this.#since(base).slice(0, seq - base)
    const { ops } = batches.at(-1)!
    return { ok: true, seq, slug: null, before: batches.slice(0, -1), ops, removed: [] }
  }

  #push(deck: Deck, saveId: string): void {
    const before = this.deck
    if (Object.keys(before.slides).some((id) => !deck.slides[id])) this.revisions.push(before)
    const ops = opsBetween(before, deck, blocks)
    const changed = Object.values(deck.slides).filter((slide) => slide !== before.slides[slide.id])
    const checks = changed.map((slide): Op => {
      return { kind: 'check-slide', slide: slide.id, hash: contentHash(renderSlide(slide, blocks)) }
    })
    this.#decks.push(deck)
    this.#saves.set(saveId, this.version)
    const batch = { seq: this.version, user_id: 1, ops: [...ops, ...checks] }
    this.#batches.push(batch)
    this.#tell(batch)
  }
}

function savedAs(version: number): Saved {
  return { deckId: 7, version, slug: null, cleaned: {}, removed: [] }
}
