import { blocks } from '../../blocks/index.ts'
import type { Deck } from '../../document/deck-model.ts'
import { applyOps } from '../../document/ops/apply-ops.ts'
import type { Op } from '../../document/ops/op.ts'
import { OpError } from '../../document/ops/op-error.ts'
import { limits } from '../../rules/limits.ts'
import type { Saver } from '../autosave/create-saver.ts'
import type { NewerVersion } from '../autosave/save-transport.ts'
import type { EditorModel } from '../state/editor-model.ts'

/** What another version of the deck changed. */
export interface ReceivedBatch {
  /** The version that it made. */
  readonly seq: number
  readonly user_id: number
  readonly ops: readonly Op[]
}

export interface InboxOptions {
  readonly model: EditorModel
  readonly saver: Saver
  readonly userId: number
  /** Called with a newer version, while no save or gesture is in progress. */
  readonly onNewer: (newer: NewerVersion) => void
  /** Reads the newest version of the deck another way: batches are missing, or do not fit. */
  readonly onGap: (version: number) => void
}

/** Applies the batches of other windows and devices to the deck on the server, in order, and hands it on. */
export class BatchInbox {
  readonly #options: InboxOptions
  #waiting: readonly ReceivedBatch[] = []
  #delivering = false

  constructor(options: InboxOptions) {
    this.#options = options
    options.saver.subscribe(() => this.#deliver())
    options.model.subscribe(() => {
      if (this.#waiting.length > 0) this.#deliver()
    })
  }

  receive(batches: readonly ReceivedBatch[]): void {
    // A window that cannot save may wait for hours. Without the first of them, it reads the newest version.
    this.#waiting = [...this.#waiting, ...batches].slice(-limits.batch.readVersions)
    this.#deliver()
  }

  /** A batch waits for the end of a save, whose answer may contain it, and of a gesture. */
  #isFree(): boolean {
    const { kind } = this.#options.saver.state()
    return (kind === 'saved' || kind === 'changed') && this.#options.model.getState().gesture === null
  }

  #deliver(): void {
    if (this.#delivering || this.#waiting.length === 0 || !this.#isFree()) return
    const { saver, userId, onNewer, onGap } = this.#options
    const { version, deck } = saver.savedPoint()
    const batches = this.#waiting.filter(({ seq }) => seq > version).toSorted((a, b) => a.seq - b.seq)
    this.#waiting = []
    const last = batches.at(-1)
    if (!last) return
    const theirs = batches.every(({ seq }, at) => seq === version + 1 + at) ? followed(deck, batches) : null
    this.#delivering = true
    const own = batches.every(({ user_id }) => user_id === userId)
    try {
      if (theirs)
        onNewer({ version: last.seq, own, by: null, theirs: () => theirs, ...(own ? { byBlocks: true } : {}) })
      else onGap(last.seq)
    } finally {
      // Also after a failed merge: no later batch would be applied.
      this.#delivering = false
    }
  }
}

/** The deck after batches; null if they do not fit it. */
export function followed(deck: Deck, batches: readonly Pick<ReceivedBatch, 'ops'>[]): Deck | null {
  try {
    return batches.reduce((before, { ops }) => applyOps(before, ops, blocks), deck)
  } catch (error) {
    if (error instanceof OpError) return null
    throw error
  }
}
