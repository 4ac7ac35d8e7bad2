import type { Deck, SlideId } from '../../document/deck-model.ts'
import type { Command } from '../commands/command.ts'
import { ForeignChanges, type LazySnapshot } from './foreign-changes.ts'
import type { Snapshot } from './snapshot.ts'

/** One undo step. `time` in ms. */
export interface Step {
  readonly before: Snapshot
  readonly after: Snapshot
  readonly label: string
  /** Steps with the same key may merge. */
  readonly key: string
  readonly time: number
}

type LazyStep = Omit<Step, 'before' | 'after'> & { readonly before: LazySnapshot; readonly after: LazySnapshot }

/** A checkpoint of the history; see EditorModel.mark. Only the history reads its content. */
export interface Mark {
  readonly snapshot: LazySnapshot
  readonly past: readonly LazyStep[]
  readonly future: readonly LazyStep[]
}

/** Maximum number of undo steps. Their decks share unchanged parts, so a step needs little memory. */
export const historyLimit = 500

/** Steps with the same key merge if at most this long apart, in ms: a pause in typing ends a step. */
export const mergePause = 1000

/** Every snapshot is brought up to date once in this many foreign changes, so at most twice as many are kept. */
export const foreignChangesSpan = 128

/** The undo and redo steps. They keep whole decks: a slide that a step does not change keeps its identity. */
export interface History {
  record(step: Step, undo: 'step' | 'merge'): void
  /** Ends merging: the next change is a step of its own, whatever its key. */
  close(): void
  /** The state before the last step; null if there is none. */
  undo(): Snapshot | null
  /** The state after the last undone step; null if there is none. */
  redo(): Snapshot | null
  undoLabel(): string | null
  redoLabel(): string | null
  /**
   * Applies a foreign change to the current deck, which is returned, and later to the decks of steps: undo never
   * reverts it. The command must be pure: it is applied to a step's deck when that is needed.
   */
  rebase(command: Command, present: Deck): Deck
  /** Sets a checkpoint, for cancelTo and squashTo. */
  mark(present: Snapshot): Mark
  /** Returns to the mark. Foreign changes since then stay. */
  cancelTo(mark: Mark): Snapshot
  /** Replaces the steps since the mark by one; by none if the deck is the same. */
  squashTo(mark: Mark, after: Snapshot, label: string, time: number): void
}

/** An empty history. `span`: see foreignChangesSpan. */
export function createHistory(span = foreignChangesSpan): History {
  return new DeckHistory(span)
}

class DeckHistory implements History {
  readonly #span: number
  readonly #foreign = new ForeignChanges()
  #past: readonly LazyStep[] = []
  #future: readonly LazyStep[] = []
  #open = false
  /** Weak: a caller that drops its mark does not say so. */
  #marks: readonly WeakRef<Mark>[] = []
  /** Number of foreign changes since the last span began. */
  #inSpan = 0
  /** Snapshots that must be brought up to date before the span ends. */
  #due: LazySnapshot[] = []
  /** How many of them per foreign change. */
  #dueAtOnce = 0

  constructor(span: number) {
    this.#span = span
  }

  record(step: Step, undo: 'step' | 'merge'): void {
    const last = this.#past.at(-1)
    const merges = undo === 'merge' && this.#open && last?.key === step.key && step.time - last.time <= mergePause
    const after = this.#foreign.lazy(step.after)
    this.#past = merges
      ? [...this.#past.slice(0, -1), { ...step, before: last.before, after }]
      : [...this.#past.slice(-(historyLimit - 1)), { ...step, before: this.#foreign.lazy(step.before), after }]
    this.#future = []
    this.#open = true
  }

  close(): void {
    this.#open = false
  }

  undo(): Snapshot | null {
    const step = this.#past.at(-1)
    if (!step) return null
    this.#past = this.#past.slice(0, -1)
    this.#future = [...this.#future, step]
    this.#open = false
    const [before, after] = [step.before.read(), step.after.read()]
    return { ...before, slideId: changedSlide(before.deck, after.deck, before) }
  }

  redo(): Snapshot | null {
    const step = this.#future.at(-1)
    if (!step) return null
    this.#future = this.#future.slice(0, -1)
    this.#past = [...this.#past, step]
    this.#open = false
    const [before, after] = [step.before.read(), step.after.read()]
    return { ...after, slideId: changedSlide(before.deck, after.deck, after) }
  }

  undoLabel(): string | null {
    return this.#past.at(-1)?.label ?? null
  }

  redoLabel(): string | null {
    return this.#future.at(-1)?.label ?? null
  }

  rebase(command: Command, present: Deck): Deck {
    const deck = this.#foreign.apply(command, present)
    this.#bringForward()
    return deck
  }

  mark(present: Snapshot): Mark {
    this.#open = false
    const mark = { snapshot: this.#foreign.lazy(present), past: this.#past, future: this.#future }
    this.#marks = [...this.#marks.filter((one) => one.deref()), new WeakRef(mark)]
    return mark
  }

  cancelTo(mark: Mark): Snapshot {
    this.#past = mark.past
    this.#future = mark.future
    this.#open = false
    return mark.snapshot.read()
  }

  squashTo(mark: Mark, after: Snapshot, label: string, time: number): void {
    this.#open = false
    if (after.deck === mark.snapshot.read().deck) {
      this.#past = mark.past
      this.#future = mark.future
      return
    }
    const step = { before: mark.snapshot, after: this.#foreign.lazy(after), label, key: label, time }
    this.#past = [...mark.past.slice(-(historyLimit - 1)), step]
    this.#future = []
  }

  /** Brings a few snapshots up to date, so that no snapshot needs changes older than two spans. */
  #bringForward(): void {
    this.#inSpan += 1
    if (this.#inSpan === this.#span) {
      this.#inSpan = 0
      this.#due = this.#allSnapshots()
      this.#dueAtOnce = Math.ceil(this.#due.length / this.#span)
    }
    for (const snapshot of this.#due.splice(-this.#dueAtOnce, this.#dueAtOnce)) snapshot.read()
  }

  #allSnapshots(): LazySnapshot[] {
    const all = new Set<LazySnapshot>()
    const add = (steps: readonly LazyStep[]): void => {
      for (const { before, after } of steps) all.add(before).add(after)
    }
    add(this.#past)
    add(this.#future)
    for (const mark of this.#marks.map((one) => one.deref()).filter((one) => one !== undefined)) {
      all.add(mark.snapshot)
      add(mark.past)
      add(mark.future)
    }
    return [...all]
  }
}

/**
 * The slide to show when a step is undone or redone: the snapshot's, or the first changed one if the step changed only
 * others. A change out of sight would go unnoticed.
 */
function changedSlide(before: Deck, after: Deck, { deck, slideId }: Snapshot): SlideId {
  const [was, is] = [before.slides, after.slides]
  if (was === is || was[slideId] !== is[slideId]) return slideId
  for (const stack of deck.stacks) {
    for (const id of stack.slides) if (was[id] !== is[id]) return id
  }
  return slideId
}
