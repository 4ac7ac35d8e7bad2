import type { BlockId, BlockType, Deck, SlideId } from '../../document/types.ts'
import type { Pasted } from '../clipboard/pasted.ts'
import { firstSlideId } from '../commands/find-slide.ts'
import type { Look } from '../commands/looks.ts'
import type { FindState } from '../find/find-state.ts'
import type { Point } from '../geometry/point.ts'
import type { Overflow } from './overflow.ts'
import type { TextFormat } from './text-format.ts'

/** What the pointer does: select and move, give the copied look to what is clicked (to many if it `stays`), or draw a new block of a type (with these props over its defaults). */
export type Tool =
  | { readonly kind: 'select' }
  | { readonly kind: 'paint'; readonly stays: boolean }
  | { readonly kind: 'draw'; readonly type: BlockType; readonly props: Readonly<Record<string, unknown>> }

/** A running gesture. Toolbars that float over the slide hide while there is one. */
export type GestureName = 'move' | 'resize' | 'rotate' | 'marquee' | 'line-end' | 'draw' | 'pan'

/** The side panels. `block` shows the selected blocks' properties, `slide` the slide's, `layers` the list of its blocks, `deck` the deck's settings. */
export const allPanels = ['block', 'slide', 'animation', 'layers', 'deck'] as const
export type PanelName = (typeof allPanels)[number]

/** The dialogs of slides, their HTML and their look. */
export type SlideDialogName = 'edit-slide-html' | 'edit-html' | 'import-html' | 'slide-options' | 'custom-fonts'

/** The dialogs about many slides at once, or the whole deck. */
export type DeckDialogName = 'overview' | 'slide-templates' | 'share'

/** The dialogs that actions may ask for; the page draws them and closes them with model.show({ dialog: null }). */
export type DialogName =
  | 'palette'
  | 'shortcuts'
  | 'insert-image'
  | 'revisions'
  | 'link'
  | 'insert-snippet'
  | SlideDialogName
  | DeckDialogName

/** A file on its way to the server; the canvas shows a box with the progress where the image will stand. */
export interface PendingUpload {
  readonly id: number
  readonly name: string
  /** From 0 to 1. */
  readonly progress: number
}

/** What several selected things are aligned to: their common rectangle, the slide, or the one that was chosen last. */
export type AlignTo = 'selection' | 'slide' | 'key'

/** Lines that somebody drew to place things by: where they stand, in slide px. They hold for all slides. */
export interface UserGuides {
  /** Upright ones. */
  readonly x: readonly number[]
  /** Level ones. */
  readonly y: readonly number[]
}

/** How the slide is shown on the canvas. */
export interface Viewport {
  /** 'fit': the whole slide with a margin; otherwise screen px per slide px (0.1 to 8). */
  readonly zoom: 'fit' | number
  /** How far the slide is pushed from the middle of the canvas, in screen px. Ignored (and zero) while zoom is 'fit'. */
  readonly panX: number
  readonly panY: number
}

/**
 * When the panels and the list of slides learn of a change: at once, or after the canvas has been painted with it.
 * `after-paint` is for what comes from the canvas and must be seen there first: typing, undo, another slide. What a
 * field of a panel changes must come back to it at once, or the field would fall back to what it was.
 */
export type PanelsFollow = 'now' | 'after-paint'

/** Everything the editor shows. Immutable: a change makes a new object and shares what did not change. */
export interface EditorState {
  readonly deck: Deck
  /** The slide on the canvas; always one of the deck's. */
  readonly slideId: SlideId
  /** The slides chosen together in the list, the one on the canvas among them; empty when it is only that one. */
  readonly picked: readonly SlideId[]
  /** Selected blocks of that slide, in the order they were chosen. */
  readonly selection: readonly BlockId[]
  /** The block whose text is being typed into; always selected too. */
  readonly editing: BlockId | null
  /** What the caret stands in while editing, for the state of the text buttons; null otherwise. */
  readonly textFormat: TextFormat | null
  /** What is chosen inside the block that is edited (cells of a table), as its type says it; null otherwise. */
  readonly part: unknown
  /** What was pasted last, for the menu with its other readings; null once it was closed. */
  readonly pasted: Pasted | null
  /** The block under the pointer, when a click would select it. */
  readonly hover: BlockId | null
  readonly tool: Tool
  readonly gesture: GestureName | null
  readonly alignTo: AlignTo
  /** The look that was copied last, for the brush and for pasting; null: none yet. */
  readonly look: Look | null
  /** How often undo or redo has gone to another slide: a reason to point it out. */
  readonly jumps: number
  /** Where the menu of the selection (or of the canvas) is open, in screen px of the canvas; null: it is closed. */
  readonly menu: Point | null
  readonly viewport: Viewport
  /** Kept in this browser and not in the deck. */
  readonly userGuides: UserGuides
  /** Whether rulers stand at the edges of the canvas. */
  readonly rulers: boolean
  readonly uploads: readonly PendingUpload[]
  /** What does not fit; measured when there is time. */
  readonly overflow: Overflow
  readonly panel: PanelName | null
  readonly dialog: DialogName | null
  /** The search that is open; null when none is. */
  readonly find: FindState | null
  /** The label of the step that undo (redo) would take back (do again); null when there is none. */
  readonly undoLabel: string | null
  readonly redoLabel: string | null
}

/** The state in which a deck opens: first slide, nothing selected, the whole slide in view. */
export function initialState(deck: Deck, slideId: SlideId | null): EditorState {
  return {
    deck,
    slideId: slideId !== null && deck.slides[slideId] ? slideId : firstSlideId(deck),
    picked: [],
    selection: [],
    editing: null,
    textFormat: null,
    part: null,
    pasted: null,
    hover: null,
    tool: { kind: 'select' },
    gesture: null,
    alignTo: 'selection',
    look: null,
    jumps: 0,
    menu: null,
    viewport: { zoom: 'fit', panX: 0, panY: 0 },
    userGuides: { x: [], y: [] },
    rulers: false,
    uploads: [],
    overflow: {},
    panel: null,
    dialog: null,
    find: null,
    undoLabel: null,
    redoLabel: null,
  }
}
