import type { Deck, Slide, SlideId } from '../../document/deck-model.ts'
import type { Command } from '../commands/command.ts'
import { isSlideCommand, type SlideCommand } from '../commands/slide-command.ts'
import type { Snapshot } from './snapshot.ts'

/** A position in the list of foreign changes; `next` is null at its end. */
interface Position {
  next: ForeignChange | null
}

/** A deck, and the position up to which foreign changes are applied to it. */
interface DeckAt {
  readonly deck: Deck
  readonly at: Position
}

interface ForeignChange {
  readonly command: Command
  readonly end: Position
  /** Results by input, so that equal inputs share one result. Weak: the list outlives most of these decks. */
  readonly decks: WeakMap<Deck, DeckAt>
  readonly slides: WeakMap<Slide, Slide>
}

/**
 * The changes of a deck by others than its user: the server, another window. They are applied to the current deck at
 * once, and to snapshots when these are read. A linked list that leads only forward: changes that no snapshot needs any
 * more are garbage collected.
 */
export class ForeignChanges {
  #end: Position = { next: null }

  /** Appends a change. Returns the current deck with it. */
  apply(command: Command, present: Deck): Deck {
    const start = this.#end
    this.#end = { next: null }
    start.next = { command, end: this.#end, decks: new WeakMap(), slides: new WeakMap() }
    return advanced({ deck: present, at: start }).deck
  }

  /** Wraps a snapshot that contains all changes so far. */
  lazy(snapshot: Snapshot): LazySnapshot {
    return new LazySnapshot(snapshot, this.#end)
  }
}

/** A snapshot to which later foreign changes are applied when it is read. */
export class LazySnapshot {
  #snapshot: Snapshot
  #at: Position

  constructor(snapshot: Snapshot, at: Position) {
    this.#snapshot = snapshot
    this.#at = at
  }

  /** The snapshot with all foreign changes so far. */
  read(): Snapshot {
    const { deck, at } = advanced({ deck: this.#snapshot.deck, at: this.#at })
    this.#at = at
    if (deck !== this.#snapshot.deck) this.#snapshot = { ...this.#snapshot, deck }
    return this.#snapshot
  }
}

/** Applies all changes from a position on. */
function advanced(from: DeckAt): DeckAt {
  let now = from
  for (let change = now.at.next; change; change = now.at.next) {
    const { deck } = now
    now = change.decks.get(deck) ?? (isSlideCommand(change.command) ? withSlides(now) : withChange(deck, change))
    if (now.deck !== deck) change.decks.set(deck, now)
  }
  return now
}

/** Applies the next changes, all of single slides, with one copy of the deck; only the first if it does nothing. */
function withSlides({ deck, at }: DeckAt): DeckAt {
  let slides: Record<SlideId, Slide> | null = null
  let end = at
  for (let change = end.next; change && isSlideCommand(change.command); change = end.next) {
    end = change.end
    const slide: Slide | undefined = (slides ?? deck.slides)[change.command.slideId]
    const next = slide && withSlideChange(slide, change.command, change.slides)
    if (slides === null && next === slide) break
    slides ??= { ...deck.slides }
    if (next) slides[change.command.slideId] = next
  }
  return { deck: slides === null ? deck : { ...deck, slides }, at: end }
}

function withSlideChange(slide: Slide, { change }: SlideCommand, results: WeakMap<Slide, Slide>): Slide {
  const next = results.get(slide) ?? change(slide)
  results.set(slide, next)
  return next
}

function withChange(deck: Deck, { command, slides, end }: ForeignChange): DeckAt {
  return { deck: withSharedSlides(deck, command(deck), slides), at: end }
}

/** The result of a change, in which slides shared by several decks are shared again. `results`: changed slides so far. */
function withSharedSlides(before: Deck, after: Deck, results: WeakMap<Slide, Slide>): Deck {
  if (before.slides === after.slides) return after
  const slides: Record<SlideId, Slide> = { ...after.slides }
  for (const id in after.slides) {
    const [old, slide] = [before.slides[id], after.slides[id]!]
    if (old === undefined || old === slide) continue
    const shared = results.get(old) ?? slide
    results.set(old, shared)
    slides[id] = shared
  }
  return { ...after, slides }
}
