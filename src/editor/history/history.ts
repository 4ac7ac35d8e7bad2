import type { BlockId, Deck, Slide, SlideId } from '../../document/types.ts'
import type { Command } from '../commands/command.ts'

/** A moment one can come back to: the deck, and what the person looked at and had selected. */
export interface Moment {
  readonly deck: Deck
  readonly slideId: SlideId
  readonly selection: readonly BlockId[]
}

/** One undo step. `time` in ms. */
export interface Step {
  readonly before: Moment
  readonly after: Moment
  readonly label: string
  readonly key: string
  readonly time: number
}

/** A place in the history; see EditorModel.mark. Its content is the history's own business. */
export interface Mark {
  readonly moment: Moment
  readonly past: readonly Step[]
  readonly future: readonly Step[]
  /** How many rebases it has been through. */
  readonly rebased: number
}

/** How many steps can be taken back. Decks share what they have in common, so a step costs little. */
export const historyLimit = 500

/** Steps with the same key merge when no more than this lies between them, in ms: a pause in typing ends a step. */
export const mergePause = 1000

/** What was done and undone. It keeps whole decks: a slide that a step didn't touch keeps its identity. */
export interface History {
  record(step: Step, undo: 'step' | 'merge'): void
  /** The next change begins a step of its own, whatever its key. */
  close(): void
  undo(): Moment | null
  redo(): Moment | null
  undoLabel(): string | null
  redoLabel(): string | null
  /** Does the command to every deck that is kept and to the present one, which it answers: no undo takes it back. */
  rebase(command: Command, present: Deck): Deck
  mark(moment: Moment): Mark
  /** Forgets what came after the mark. */
  cancelTo(mark: Mark): Moment
  squashTo(mark: Mark, after: Moment, label: string, time: number): void
}

/** An empty history. */
export function createHistory(): History {
  return new DeckHistory()
}

class DeckHistory implements History {
  #past: readonly Step[] = []
  #future: readonly Step[] = []
  #open = false
  /** What was done to every kept deck, in order: marks made before must go through it too. */
  #rebases: ((moment: Moment) => Moment)[] = []

  record(step: Step, undo: 'step' | 'merge'): void {
    const last = this.#past.at(-1)
    const joins = undo === 'merge' && this.#open && last?.key === step.key && step.time - last.time <= mergePause
    this.#past = joins
      ? [...this.#past.slice(0, -1), { ...step, before: last.before }]
      : [...this.#past.slice(-(historyLimit - 1)), step]
    this.#future = []
    this.#open = true
  }

  close(): void {
    this.#open = false
  }

  undo(): Moment | null {
    const step = this.#past.at(-1)
    if (!step) return null
    this.#past = this.#past.slice(0, -1)
    this.#future = [...this.#future, step]
    this.#open = false
    return { ...step.before, slideId: whereItHappened(step, step.before) }
  }

  redo(): Moment | null {
    const step = this.#future.at(-1)
    if (!step) return null
    this.#future = this.#future.slice(0, -1)
    this.#past = [...this.#past, step]
    this.#open = false
    return { ...step.after, slideId: whereItHappened(step, step.after) }
  }

  undoLabel(): string | null {
    return this.#past.at(-1)?.label ?? null
  }

  redoLabel(): string | null {
    return this.#future.at(-1)?.label ?? null
  }

  rebase(command: Command, present: Deck): Deck {
    const again = sharing(command)
    const moved = (moment: Moment): Moment => ({ ...moment, deck: again(moment.deck) })
    this.#rebases.push(moved)
    this.#past = movedSteps(this.#past, moved)
    this.#future = movedSteps(this.#future, moved)
    return again(present)
  }

  mark(moment: Moment): Mark {
    this.#open = false
    return { moment, past: this.#past, future: this.#future, rebased: this.#rebases.length }
  }

  cancelTo(made: Mark): Moment {
    const mark = this.#upToDate(made)
    this.#past = mark.past
    this.#future = mark.future
    this.#open = false
    return mark.moment
  }

  squashTo(made: Mark, after: Moment, label: string, time: number): void {
    const mark = this.#upToDate(made)
    this.#open = false
    if (after.deck === mark.moment.deck) {
      this.#past = mark.past
      this.#future = mark.future
      return
    }
    const step: Step = { before: mark.moment, after, label, key: label, time }
    this.#past = [...mark.past.slice(-(historyLimit - 1)), step]
    this.#future = []
  }

  /** The mark as it would be if it had been made after the latest rebase. */
  #upToDate(mark: Mark): Mark {
    let { moment, past, future } = mark
    for (const moved of this.#rebases.slice(mark.rebased)) {
      moment = moved(moment)
      past = movedSteps(past, moved)
      future = movedSteps(future, moved)
    }
    return { moment, past, future, rebased: this.#rebases.length }
  }
}

function movedSteps(steps: readonly Step[], moved: (moment: Moment) => Moment): readonly Step[] {
  return steps.map((step) => ({ ...step, before: moved(step.before), after: moved(step.after) }))
}

/**
 * The slide to show when a step is undone or redone: where the person stood, unless the change happened elsewhere;
 * then the first slide that changed, for nobody should undo something out of sight.
 */
function whereItHappened(step: Step, target: Moment): SlideId {
  const before = step.before.deck.slides
  const after = step.after.deck.slides
  if (before === after || before[target.slideId] !== after[target.slideId]) return target.slideId
  for (const stack of target.deck.stacks) {
    for (const id of stack.slides) if (before[id] !== after[id]) return id
  }
  return target.slideId
}

/** The command, remembering its results: decks and slides that were shared before stay shared after. */
function sharing(command: Command): Command {
  // Weak: the function outlives most of the decks that it was done to.
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
