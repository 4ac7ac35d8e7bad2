import type { EditingEntry } from '../../blocks/block-editor.ts'
import type { BlockId, Deck, Slide, SlideId } from '../../document/types.ts'
import type { Command } from '../commands/command.ts'
import { blockOf } from '../commands/find-slide.ts'
import { followOnSlide, followTies } from '../commands/follow-ties.ts'
import { createHistory, type History, type Mark, type Moment } from '../history/history.ts'
import { type EditorState, initialState, type PanelsFollow } from './editor-state.ts'

/** Options of apply(). */
export interface ApplyOptions {
  /**
   * `step`: undo takes this back on its own. `merge`: it joins the step before when that has the same key and came
   * less than a second earlier (typing, nudging, dragging a slider), else it is a step. `none`: not the person's own
   * doing (the server's, somebody else's); it holds before and after every step, so undo never takes it back.
   */
  readonly undo: 'step' | 'merge' | 'none'
  /** What was done, as the undo button names it: 'Move', 'Delete slide'. */
  readonly label: string
  /** Which steps may merge; the label when missing. */
  readonly key?: string
  /** The slide to show afterward; the present one when missing. */
  readonly goTo?: SlideId
  /** The selection afterward; the present one, as far as it still exists, when missing. */
  readonly select?: readonly BlockId[]
  /** When the panels learn of it; at once when missing. */
  readonly panels?: PanelsFollow
}

/** Changes that are no edits and that undo leaves alone. */
export type ViewChange = Partial<
  Omit<EditorState, 'deck' | 'slideId' | 'selection' | 'editing' | 'jumps' | 'undoLabel' | 'redoLabel'>
>

/** The deck, its history, and what is selected and shown of it. It knows no DOM, no network and no React. */
export interface EditorModel {
  getState(): EditorState
  /** Calls the listener, synchronously, after each change of state. Returns what ends it. */
  subscribe(listener: () => void): () => void
  /** The only write to the deck. */
  apply(command: Command, options: ApplyOptions): void
  undo(): void
  redo(): void
  /** Remembers this moment, for cancelToMark and squashToMark. */
  mark(): Mark
  /** Back to the mark, as if nothing had happened since; redo steps of that moment return too. */
  cancelToMark(mark: Mark): void
  /** Makes everything since the mark one undo step. */
  squashToMark(mark: Mark, label: string): void
  /** Replaces the selection; ids that aren't on the slide are left out. Ends text editing of an unselected block. */
  select(ids: readonly BlockId[]): void
  /** Shows another slide, with nothing selected. */
  goTo(slideId: SlideId): void
  /** Selects a block and begins typing into it. Nothing happens when it isn't on the slide or is locked. */
  startEditing(blockId: BlockId, entry?: EditingEntry): void
  stopEditing(): void
  /** How the running text editing began. */
  editingEntry(): EditingEntry
  /** Changes the view: tool, zoom, panels, hover. */
  show(change: ViewChange): void
  /** The slide on the canvas. */
  slide(): Slide
}

/** What a model takes from outside. */
export interface ModelOptions {
  readonly deck: Deck
  /** The slide to begin with; the first when null. */
  readonly slideId: SlideId | null
  /** Milliseconds since any fixed moment. */
  now(): number
  /** A block's height as it is laid out, in slide px; 0 when it isn't shown. */
  heightOf(blockId: BlockId): number
  /** Called after all listeners of a change. */
  changed(state: EditorState, panels: PanelsFollow): void
}

/** Opens a model on a deck. */
export function createModel(options: ModelOptions): EditorModel {
  return new DeckModel(options)
}

class DeckModel implements EditorModel {
  readonly #options: ModelOptions
  readonly #history: History = createHistory()
  readonly #listeners = new Set<() => void>()
  #state: EditorState
  #entry: EditingEntry = { kind: 'end' }

  constructor(options: ModelOptions) {
    this.#options = options
    this.#state = initialState(options.deck, options.slideId)
  }

  getState = (): EditorState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  apply(command: Command, options: ApplyOptions): void {
    const { undo, label, key = label, panels = 'now' } = options
    const before = this.#moment()
    const deck =
      undo === 'none'
        ? this.#history.rebase(command, before.deck)
        : followTies(before.deck, command(before.deck), this.#options.heightOf)
    const after = this.#settle(deck, options.goTo ?? before.slideId, options.select ?? before.selection, before.deck)
    if (undo !== 'none' && deck !== before.deck) {
      this.#history.record({ before, after, label, key, time: this.#options.now() }, undo)
    }
    this.#become(after, {}, panels)
    if (undo !== 'none' && deck !== before.deck) this.#followHeights(label, key, panels)
  }

  /** Once a change is drawn, heights that follow from content are known: lines tied to such blocks go along, in the same step. */
  #followHeights(label: string, key: string, panels: PanelsFollow): void {
    const before = this.#moment()
    const slide = this.slide()
    const next = followOnSlide(slide, slide, this.#options.heightOf)
    if (next === slide) return
    const after = { ...before, deck: { ...before.deck, slides: { ...before.deck.slides, [slide.id]: next } } }
    this.#history.record({ before, after, label, key, time: this.#options.now() }, 'merge')
    this.#become(after, {}, panels)
  }

  undo(): void {
    const moment = this.#history.undo()
    if (moment) this.#return(this.#settle(moment.deck, moment.slideId, moment.selection, this.#state.deck))
  }

  redo(): void {
    const moment = this.#history.redo()
    if (moment) this.#return(this.#settle(moment.deck, moment.slideId, moment.selection, this.#state.deck))
  }

  mark(): Mark {
    return this.#history.mark(this.#moment())
  }

  cancelToMark(mark: Mark): void {
    this.#become(this.#history.cancelTo(mark))
  }

  squashToMark(mark: Mark, label: string): void {
    this.#history.squashTo(mark, this.#moment(), label, this.#options.now())
    this.#update({ ...this.#labels() })
  }

  select(ids: readonly BlockId[]): void {
    const { deck, slideId, selection } = this.#state
    const next = existing(deck.slides[slideId], ids)
    if (sameList(next, selection)) return
    this.#history.close()
    this.#become({ deck, slideId, selection: next })
  }

  goTo(slideId: SlideId): void {
    if (!this.#state.deck.slides[slideId] || slideId === this.#state.slideId) return
    this.#history.close()
    this.#become({ deck: this.#state.deck, slideId, selection: [] }, {}, 'after-paint')
  }

  startEditing(blockId: BlockId, entry: EditingEntry = { kind: 'end' }): void {
    const block = blockOf(this.slide(), blockId)
    if (!block || block.locked || this.#state.editing === blockId) return
    this.#history.close()
    this.#entry = entry
    this.#update({ selection: [blockId], editing: blockId, hover: null, tool: { kind: 'select' }, part: null })
  }

  stopEditing(): void {
    if (this.#state.editing === null) return
    this.#history.close()
    this.#update({ editing: null, textFormat: null, part: null })
  }

  editingEntry(): EditingEntry {
    return this.#entry
  }

  show(change: ViewChange): void {
    this.#update(change)
  }

  slide(): Slide {
    return this.#state.deck.slides[this.#state.slideId]!
  }

  #moment(): Moment {
    const { deck, slideId, selection } = this.#state
    return { deck, slideId, selection }
  }

  /** A moment whose slide exists (the nearest one when it was deleted) and whose selection is on it. */
  #settle(deck: Deck, wanted: SlideId, selection: readonly BlockId[], before: Deck): Moment {
    const slideId = deck.slides[wanted] ? wanted : nearestSlide(deck, wanted, before)
    return { deck, slideId, selection: existing(deck.slides[slideId], selection) }
  }

  /** Undo and redo go where the change is; the canvas points out that it is another slide. */
  #return(moment: Moment): void {
    const { slideId, jumps } = this.#state
    this.#become(moment, moment.slideId === slideId ? {} : { jumps: jumps + 1 }, 'after-paint')
  }

  #become(moment: Moment, besides: Partial<EditorState> = {}, panels: PanelsFollow = 'now'): void {
    const { editing } = this.#state
    const stays = editing !== null && moment.selection.length === 1 && moment.selection[0] === editing
    const left = moment.slideId === this.#state.slideId ? {} : { hover: null }
    const rest = stays ? {} : { editing: null, textFormat: null, part: null }
    const picked = stillPicked(this.#state.picked, moment)
    this.#update({ ...moment, ...besides, picked, ...this.#labels(), ...left, ...rest }, panels)
  }

  #labels(): Pick<EditorState, 'undoLabel' | 'redoLabel'> {
    return { undoLabel: this.#history.undoLabel(), redoLabel: this.#history.redoLabel() }
  }

  #update(change: Partial<EditorState>, panels: PanelsFollow = 'now'): void {
    const next = { ...this.#state, ...change }
    if (sameState(this.#state, next)) return
    this.#state = next
    for (const listener of [...this.#listeners]) listener()
    // A listener may have changed more.
    this.#options.changed(this.#state, panels)
  }
}

function existing(slide: Slide | undefined, ids: readonly BlockId[]): readonly BlockId[] {
  if (ids.length === 0) return ids
  const known = new Set(slide?.blocks.map((block) => block.id))
  return ids.every((id) => known.has(id)) ? ids : ids.filter((id) => known.has(id))
}

/** The slide that stands where a deleted one stood: the next that is left, or else the last before it. */
function nearestSlide(deck: Deck, gone: SlideId, before: Deck): SlideId {
  const order = before.stacks.flatMap((stack) => stack.slides)
  const from = Math.max(0, order.indexOf(gone))
  const after = order.slice(from).find((id) => deck.slides[id])
  const earlier = order.slice(0, from).findLast((id) => deck.slides[id])
  return after ?? earlier ?? deck.stacks[0]!.slides[0]!
}

/** The slides chosen together stay so as long as the one on the canvas is one of them. */
function stillPicked(picked: readonly SlideId[], { deck, slideId }: Moment): readonly SlideId[] {
  const left = picked.every((id) => deck.slides[id]) ? picked : picked.filter((id) => deck.slides[id])
  return left.length > 1 && left.includes(slideId) ? left : none
}

const none: readonly SlideId[] = []

function sameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index])
}

function sameState(a: EditorState, b: EditorState): boolean {
  return (Object.keys(b) as (keyof EditorState)[]).every((key) => a[key] === b[key])
}
