import type { BlockId, BlockType, Deck, SlideId } from '../../document/types.ts'
import { firstSlideId } from '../commands/find-slide.ts'
import type { TextFormat } from './text-format.ts'

/** What the pointer does on empty canvas: select and move, or draw a new block of a type (with these props over its defaults). */
export type Tool =
  | { readonly kind: 'select' }
  | { readonly kind: 'draw'; readonly type: BlockType; readonly props: Readonly<Record<string, unknown>> }

/** A running gesture. Toolbars that float over the slide hide while there is one. */
export type GestureName = 'move' | 'resize' | 'rotate' | 'marquee' | 'line-end' | 'draw' | 'pan'

/** The side panels. `block` shows the selected blocks' properties, `slide` the slide's, `deck` the deck's settings. */
export type PanelName = 'block' | 'slide' | 'deck'

/** The dialogs that actions may ask for; the page draws them and closes them with editor.openDialog(null). */
export type DialogName = 'shortcuts' | 'insert-image' | 'revisions'

/** A file on its way to the server; the canvas shows a box with the progress where the image will stand. */
export interface PendingUpload {
  readonly id: number
  readonly name: string
  /** From 0 to 1. */
  readonly progress: number
}

/** How the slide is shown on the canvas. */
export interface Viewport {
  /** 'fit': the whole slide with a margin; otherwise screen px per slide px (0.1 to 8). */
  readonly zoom: 'fit' | number
  /** How far the slide is pushed from the middle of the canvas, in screen px. Ignored (and zero) while zoom is 'fit'. */
  readonly panX: number
  readonly panY: number
}

/** Everything the editor shows. Immutable: a change makes a new object and shares what did not change. */
export interface EditorState {
  readonly deck: Deck
  /** The slide on the canvas; always one of the deck's. */
  readonly slideId: SlideId
  /** Selected blocks of that slide, in the order they were chosen. */
  readonly selection: readonly BlockId[]
  /** The block whose text is being typed into; always selected too. */
  readonly editing: BlockId | null
  /** What the caret stands in while editing, for the state of the text buttons; null otherwise. */
  readonly textFormat: TextFormat | null
  /** The block under the pointer, when a click would select it. */
  readonly hover: BlockId | null
  readonly tool: Tool
  readonly gesture: GestureName | null
  readonly viewport: Viewport
  readonly uploads: readonly PendingUpload[]
  readonly panel: PanelName | null
  readonly dialog: DialogName | null
  /** The label of the step that undo (redo) would take back (do again); null when there is none. */
  readonly undoLabel: string | null
  readonly redoLabel: string | null
}

/** The state in which a deck opens: first slide, nothing selected, the whole slide in view. */
export function initialState(deck: Deck, slideId: SlideId | null): EditorState {
  return {
    deck,
    slideId: slideId !== null && deck.slides[slideId] ? slideId : firstSlideId(deck),
    selection: [],
    editing: null,
    textFormat: null,
    hover: null,
    tool: { kind: 'select' },
    gesture: null,
    viewport: { zoom: 'fit', panX: 0, panY: 0 },
    uploads: [],
    panel: null,
    dialog: null,
    undoLabel: null,
    redoLabel: null,
  }
}
