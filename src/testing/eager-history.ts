import type { Deck, Slide, SlideId } from '../document/deck-model.ts'
import type { Command } from '../editor/commands/command.ts'
import { type History, historyLimit, type Mark, mergePause, type Step } from '../editor/history/history.ts'
import type { Snapshot } from '../editor/history/snapshot.ts'

interface EagerMark {
  readonly snapshot: Snapshot
  readonly past: readonly Step[]
  readonly future: readonly Step[]
  /** Number of foreign changes before the mark. */
  readonly rebased: number
}

/**
 * The reference for the history's tests and benchmark: it applies each foreign change to all kept decks at once, and
 * keeps every foreign change.
 */
export function createEagerHistory(): History {
  return new EagerHistory()
}

class EagerHistory implements History {
  #past: readonly Step[] = []
  #future: readonly Step[] = []
  #open = false
  readonly #changes: ((snapshot: Snapshot) => Snapshot)[] = []

  record(step: Step, undo: 'step' | 'merge'): void {
    const last = this.#past.at(-1)
    const merges = undo === 'merge' && this.#open && last?.key === step.key && step.time - last.time <= mergePause
    this.#past = merges
      ? [...this.#past.slice(0, -1), { ...step, before: last.before }]
      : [...this.#past.slice(-(historyLimit - 1)), step]
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
    return { ...step.before, slideId: changedSlide(step, step.before) }
  }

  redo(): Snapshot | null {
    const step = this.#future.at(-1)
    if (!step) return null
    this.#future = this.#future.slice(0, -1)
    this.#past = [...this.#past, step]
    this.#open = false
    return { ...step.after, slideId: changedSlide(step, step.after) }
  }

  undoLabel(): string | null {
    return this.#past.at(-1)?.label ?? null
  }

  redoLabel(): string | null {
    return this.#future.at(-1)?.label ?? null
  }

  rebase(command: Command, present: Deck): Deck {
    const shared = sharing(command)
    const change = (snapshot: Snapshot): Snapshot => ({ ...snapshot, deck: shared(snapshot.deck) })
    this.#changes.push(change)
    this.#past = changedSteps(this.#past, change)
    this.#future = changedSteps(this.#future, change)
    return shared(present)
  }

  mark(snapshot: Snapshot): Mark {
    this.#open = false
    const mark: EagerMark = { snapshot, past: this.#past, future: this.#future, rebased: this.#changes.length }
    // A mark's content is read only by the history that made it.
    return mark as unknown as Mark
  }

  cancelTo(made: Mark): Snapshot {
    const mark = this.#upToDate(made)
    this.#past = mark.past
    this.#future = mark.future
    this.#open = false
    return mark.snapshot
  }

  squashTo(made: Mark, after: Snapshot, label: string, time: number): void {
    const mark = this.#upToDate(made)
    this.#open = false
    if (after.deck === mark.snapshot.deck) {
      this.#past = mark.past
      this.#future = mark.future
      return
    }
    const step: Step = { before: mark.snapshot, after, label, key: label, time }
    this.#past = [...mark.past.slice(-(historyLimit - 1)), step]
    this.#future = []
  }

  #upToDate(made: Mark): EagerMark {
    // Made by mark() above.
    const mark = made as unknown as EagerMark
    let { snapshot, past, future } = mark
    for (const change of this.#changes.slice(mark.rebased)) {
      snapshot = change(snapshot)
      past = changedSteps(past, change)
      future = changedSteps(future, change)
    }
    return { snapshot, past, future, rebased: this.#changes.length }
  }
}

function changedSteps(steps: readonly Step[], change: (snapshot: Snapshot) => Snapshot): readonly Step[] {
  return steps.map((step) => ({ ...step, before: change(step.before), after: change(step.after) }))
}

function changedSlide(step: Step, target: Snapshot): SlideId {
  const before = step.before.deck.slides
  const after = step.after.deck.slides
  if (before === after || before[target.slideId] !== after[target.slideId]) return target.slideId
  for (const stack of target.deck.stacks) {
    for (const id of stack.slides) if (before[id] !== after[id]) return id
  }
  return target.slideId
}

/** The command with its results cached: decks and slides that were shared before stay shared. */
function sharing(command: Command): Command {
  const decks = new WeakMap<Deck, Deck>()
  const slides = new WeakMap<Slide, Slide>()
  return (deck) => {
    const known = decks.get(deck)
    if (known) return known
    const next = shareSlides(deck, command(deck), slides)
    decks.set(deck, next)
    return next
  }
}

function shareSlides(before: Deck, after: Deck, known: WeakMap<Slide, Slide>): Deck {
  if (before.slides === after.slides) return after
  const shared: Record<SlideId, Slide> = {}
  for (const [id, slide] of Object.entries(after.slides)) {
    const old = before.slides[id]
    const twin = old === undefined || old === slide ? slide : (known.get(old) ?? slide)
    if (old !== undefined) known.set(old, twin)
    shared[id] = twin
  }
  return { ...after, slides: shared }
}
