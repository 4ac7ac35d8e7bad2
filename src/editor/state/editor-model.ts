import type { EditingEntry } from '../../blocks/block-editor.ts'
import type { BlockId, Deck, Slide, SlideId } from '../../document/deck-model.ts'
import type { Command } from '../commands/command.ts'
import { blockOf } from '../commands/find-slide.ts'
import { followConnectors, followOnSlide, touchedBlocks } from '../commands/follow-connectors.ts'
import { createHistory, type History, type Mark } from '../history/history.ts'
import type { Snapshot } from '../history/snapshot.ts'
import { type EditorState, initialState, type PanelsFollow } from './editor-state.ts'

/** Options of apply(). */
export interface ApplyOptions {
  /**
   * `step`: one undo step. `merge`: part of the previous step if that has the same key and is at most a second old
   * (typing, nudging, dragging a slider), else a step. `none`: a foreign change (the server's, another window's). It is
   * in every state that undo returns to, so undo never reverts it, and connected lines do not follow it.
   */
  readonly undo: 'step' | 'merge' | 'none'
  /** Name of the step on the undo button: 'Move', 'Delete slide'. */
  readonly label: string
  /** Steps with the same key may merge. Default: the label. */
  readonly key?: string
  /** The slide to show afterward. Default: the current one. */
  readonly goTo?: SlideId
  /** The selection afterward. Default: the current one, without deleted blocks. */
  readonly select?: readonly BlockId[]
  /** When the panels are updated. Default: at once. */
  readonly panels?: PanelsFollow
}

/** Changes of the view: no edits, and not in the undo history. */
export type ViewChange = Partial<
  Omit<
    EditorState,
    'deck' | 'slideId' | 'selection' | 'editing' | 'jumps' | 'foreignChanges' | 'undoLabel' | 'redoLabel'
  >
>

/** The deck, its history, the selection and the current slide. Independent of DOM, network and React. */
export interface EditorModel {
  getState(): EditorState
  /** Calls the listener synchronously after each change of state. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /** The only write to the deck. */
  apply(command: Command, options: ApplyOptions): void
  undo(): void
  redo(): void
  /** Sets a checkpoint, for cancelToMark and squashToMark. */
  mark(): Mark
  /** Reverts all own changes since the mark, without a step. Steps undone before the mark can be redone again. */
  cancelToMark(mark: Mark): void
  /** Replaces the steps since the mark by one. */
  squashToMark(mark: Mark, label: string): void
  /** Replaces the selection; ids that are not on the slide are ignored. Ends text editing of an unselected block. */
  select(ids: readonly BlockId[]): void
  /** Shows another slide and clears the selection. */
  goTo(slideId: SlideId): void
  /** Selects a block and starts editing its text. Ignored if it is locked or not on the slide. */
  startEditing(blockId: BlockId, entry?: EditingEntry): void
  stopEditing(): void
  /** How the current text editing started. */
  editingEntry(): EditingEntry
  /** Changes the view: tool, zoom, panels, hover. */
  show(change: ViewChange): void
  /** The slide on the canvas. */
  slide(): Slide
}

/** Dependencies of a model. */
export interface ModelOptions {
  readonly deck: Deck
  /** The initial slide; null for the first. */
  readonly slideId: SlideId | null
  /** ms since any fixed time. */
  now(): number
  /** A block's laid-out height in slide px; 0 if it is not shown. */
  heightOf(blockId: BlockId): number
  /** Called after all listeners of a change. */
  changed(state: EditorState, panels: PanelsFollow): void
}

/** Creates the model of a deck. */
export function createModel(options: ModelOptions, history: History = createHistory()): EditorModel {
  return new DeckModel(options, history)
}

class DeckModel implements EditorModel {
  readonly #options: ModelOptions
  readonly #history: History
  readonly #listeners = new Set<() => void>()
  #state: EditorState
  #entry: EditingEntry = { kind: 'end' }

  constructor(options: ModelOptions, history: History) {
    this.#options = options
    this.#history = history
    this.#state = initialState(options.deck, options.slideId)
  }

  getState = (): EditorState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  apply(command: Command, options: ApplyOptions): void {
    const { undo, label, key = label, panels = 'now' } = options
    const before = this.#snapshot()
    const deck =
      undo === 'none'
        ? this.#history.rebase(command, before.deck)
        : followConnectors(before.deck, command(before.deck), this.#options.heightOf)
    const after = this.#settle(deck, options.goTo ?? before.slideId, options.select ?? before.selection, before.deck)
    if (undo !== 'none' && deck !== before.deck) {
      this.#history.record({ before, after, label, key, time: this.#options.now() }, undo)
    }
    const { foreignChanges } = this.#state
    this.#become(after, undo === 'none' ? { foreignChanges: foreignChanges + 1 } : {}, panels)
    if (undo !== 'none' && deck !== before.deck) this.#followHeights(before.deck, label, key, panels)
  }

  /** Heights that follow from content are known once a change is drawn: lines connected to it move in the same step. */
  #followHeights(previous: Deck, label: string, key: string, panels: PanelsFollow): void {
    const before = this.#snapshot()
    const slide = this.slide()
    // Settings, such as the font, may change the height of every block.
    const isRestyled = previous.settings !== before.deck.settings
    const touched = isRestyled
      ? new Set(slide.blocks.map((block) => block.id))
      : touchedBlocks(previous.slides[slide.id], slide)
    const next = followOnSlide(slide, slide, this.#options.heightOf, touched)
    if (next === slide) return
    const after = { ...before, deck: { ...before.deck, slides: { ...before.deck.slides, [slide.id]: next } } }
    this.#history.record({ before, after, label, key, time: this.#options.now() }, 'merge')
    this.#become(after, {}, panels)
  }

  undo(): void {
    this.#return(this.#history.undo())
  }

  redo(): void {
    this.#return(this.#history.redo())
  }

  mark(): Mark {
    return this.#history.mark(this.#snapshot())
  }

  cancelToMark(mark: Mark): void {
    const { deck, slideId, selection } = this.#history.cancelTo(mark)
    this.#become(this.#settle(deck, slideId, selection, this.#state.deck))
  }

  squashToMark(mark: Mark, label: string): void {
    this.#history.squashTo(mark, this.#snapshot(), label, this.#options.now())
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

  #snapshot(): Snapshot {
    const { deck, slideId, selection } = this.#state
    return { deck, slideId, selection }
  }

  /** A snapshot with an existing slide (the nearest one if it was deleted) and only blocks of it selected. */
  #settle(deck: Deck, wanted: SlideId, selection: readonly BlockId[], before: Deck): Snapshot {
    const slideId = deck.slides[wanted] ? wanted : nearestSlide(deck, wanted, before)
    return { deck, slideId, selection: existing(deck.slides[slideId], selection) }
  }

  /** Shows the result of undo or redo. Counts a change of slide, which the canvas highlights. */
  #return(target: Snapshot | null): void {
    if (!target) return
    const { deck, slideId, jumps } = this.#state
    const snapshot = this.#settle(target.deck, target.slideId, target.selection, deck)
    this.#become(snapshot, snapshot.slideId === slideId ? {} : { jumps: jumps + 1 }, 'after-paint')
  }

  #become(snapshot: Snapshot, other: Partial<EditorState> = {}, panels: PanelsFollow = 'now'): void {
    const { editing } = this.#state
    const staysInText = editing !== null && snapshot.selection.length === 1 && snapshot.selection[0] === editing
    const hover = snapshot.slideId === this.#state.slideId ? {} : { hover: null }
    const text = staysInText ? {} : { editing: null, textFormat: null, part: null }
    const selectedSlides = remainingSlides(this.#state.selectedSlides, snapshot)
    this.#update({ ...snapshot, ...other, selectedSlides, ...this.#labels(), ...hover, ...text }, panels)
  }

  #labels(): Pick<EditorState, 'undoLabel' | 'redoLabel'> {
    return { undoLabel: this.#history.undoLabel(), redoLabel: this.#history.redoLabel() }
  }

  #update(change: Partial<EditorState>, panels: PanelsFollow = 'now'): void {
    const next = { ...this.#state, ...change }
    if (sameState(this.#state, next)) return
    this.#state = next
    for (const listener of [...this.#listeners]) listener()
    // The current state: a listener may have changed it again.
    this.#options.changed(this.#state, panels)
  }
}

function existing(slide: Slide | undefined, ids: readonly BlockId[]): readonly BlockId[] {
  if (ids.length === 0) return ids
  const onSlide = new Set(slide?.blocks.map((block) => block.id))
  return ids.every((id) => onSlide.has(id)) ? ids : ids.filter((id) => onSlide.has(id))
}

/** The slide in the position of a deleted one: the next remaining, else the last before it. */
function nearestSlide(deck: Deck, deleted: SlideId, before: Deck): SlideId {
  const order = before.stacks.flatMap((stack) => stack.slides)
  const from = Math.max(0, order.indexOf(deleted))
  const after = order.slice(from).find((id) => deck.slides[id])
  const earlier = order.slice(0, from).findLast((id) => deck.slides[id])
  return after ?? earlier ?? deck.stacks[0]!.slides[0]!
}

/** The selected slides without deleted ones; empty if the slide on the canvas is not among them. */
function remainingSlides(selected: readonly SlideId[], { deck, slideId }: Snapshot): readonly SlideId[] {
  const remaining = selected.every((id) => deck.slides[id]) ? selected : selected.filter((id) => deck.slides[id])
  return remaining.length > 1 && remaining.includes(slideId) ? remaining : none
}

const none: readonly SlideId[] = []

function sameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index])
}

function sameState(a: EditorState, b: EditorState): boolean {
  return (Object.keys(b) as (keyof EditorState)[]).every((key) => a[key] === b[key])
}
