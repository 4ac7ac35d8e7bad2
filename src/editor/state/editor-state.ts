import type { BlockId, BlockType, Deck, SlideId } from '../../document/deck-model.ts'
import type { Pasted } from '../clipboard/pasted.ts'
import type { BlockStyle } from '../commands/block-styles.ts'
import { firstSlideId } from '../commands/find-slide.ts'
import type { FindState } from '../find/find-state.ts'
import type { Point } from '../geometry/point.ts'
import type { Overflow } from './overflow.ts'
import type { TextFormat } from './text-format.ts'

/**
 * The pointer tool: selects and moves, applies the copied style to clicked blocks (to several if it `stays`), or draws a
 * block of a type (`props` override its defaults).
 */
export type Tool =
  | { readonly kind: 'select' }
  | { readonly kind: 'paint'; readonly stays: boolean }
  | { readonly kind: 'draw'; readonly type: BlockType; readonly props: Readonly<Record<string, unknown>> }

/** A running gesture. Toolbars over the slide are hidden meanwhile. */
export type GestureName = 'move' | 'resize' | 'rotate' | 'marquee' | 'line-end' | 'draw' | 'pan'

/**
 * The side panels: properties of the selected blocks, properties of the slide, its animation, its blocks, settings of
 * the deck, what to look at before presenting.
 */
export const allPanels = ['block', 'slide', 'animation', 'layers', 'deck', 'check'] as const
export type PanelName = (typeof allPanels)[number]

/** Dialogs for slides: their HTML and their styles. */
export type SlideDialogName = 'edit-slide-html' | 'edit-html' | 'slide-options' | 'custom-fonts'

/** Dialogs for several slides or the whole deck. */
export type DeckDialogName =
  | 'overview'
  | 'slide-templates'
  | 'new-slide-layout'
  | 'change-layout'
  | 'import-file'
  | 'import-report'
  | 'share'
  | 'collaborate'

/** Dialogs that actions open. The page renders them and closes them with model.show({ dialog: null }). */
export type DialogName =
  | 'palette'
  | 'shortcuts'
  | 'insert-image'
  | 'insert-icon'
  | 'revisions'
  | 'export'
  | 'link'
  | 'insert-snippet'
  | SlideDialogName
  | DeckDialogName

/** Reference of alignment: the selection's bounding box, the slide, or the last selected block. */
export type AlignTo = 'selection' | 'slide' | 'key'

/** Positions of the guides that the user placed, in slide px. They apply to all slides. */
export interface UserGuides {
  /** Vertical guides. */
  readonly x: readonly number[]
  /** Horizontal guides. */
  readonly y: readonly number[]
}

/** Zoom and position of the slide on the canvas. */
export interface Viewport {
  /** 'fit': the whole slide with a margin; otherwise screen px per slide px (0.1 to 8). */
  readonly zoom: 'fit' | number
  /** Offset of the slide from the canvas's center, in screen px. Zero while zoom is 'fit'. */
  readonly panX: number
  readonly panY: number
}

/**
 * When the panels and the list of slides are updated: at once, or after the canvas is painted. `after-paint` is for
 * changes from the canvas, which must appear there first: typing, undo, another slide. A panel's own change needs `now`:
 * its controlled field would show the previous value.
 */
export type PanelsFollow = 'now' | 'after-paint'

/** The state of the editor. Immutable: a change creates a new object and shares unchanged parts. */
export interface EditorState {
  readonly deck: Deck
  /** The slide on the canvas; always in the deck. */
  readonly slideId: SlideId
  /** The slides selected in the list, including the one on the canvas; empty if that is the only one. */
  readonly selectedSlides: readonly SlideId[]
  /** Selected blocks of the slide on the canvas, in the order of their selection. */
  readonly selection: readonly BlockId[]
  /** The block whose text is being edited; always the only selected one. */
  readonly editing: BlockId | null
  /** The format at the caret while editing, for the text buttons; else null. */
  readonly textFormat: TextFormat | null
  /** The selected part of the edited block (cells of a table), in its type's own form; else null. */
  readonly part: unknown
  /** The last paste, for the menu of paste options; null once that is closed. */
  readonly pasted: Pasted | null
  /** The block that a click at the pointer would select. */
  readonly hover: BlockId | null
  readonly tool: Tool
  readonly gesture: GestureName | null
  readonly alignTo: AlignTo
  /** The copied style, for the format painter and for pasting; null if there is none. */
  readonly copiedStyle: BlockStyle | null
  /** Number of undos and redos that showed another slide. The canvas highlights each. */
  readonly jumps: number
  /** Number of foreign changes. After one, the caret stays in the edited text. */
  readonly foreignChanges: number
  /** Position of the open context menu, in screen px of the canvas; null if it is closed. */
  readonly menu: Point | null
  readonly viewport: Viewport
  /** Stored in this browser, not in the deck. */
  readonly userGuides: UserGuides
  /** Whether the canvas has rulers. */
  readonly rulers: boolean
  /** Content that does not fit; measured when the editor is idle. */
  readonly overflow: Overflow
  /** Id of the layout that a slide got last, in this window; null: none yet. */
  readonly lastLayout: string | null
  readonly panel: PanelName | null
  readonly dialog: DialogName | null
  /** The open search; null if there is none. */
  readonly find: FindState | null
  /** Label of the next step to undo or redo; null if there is none. */
  readonly undoLabel: string | null
  readonly redoLabel: string | null
}

/** The state of a newly opened deck: nothing selected, the whole slide in view. `slideId` null: the first. */
export function initialState(deck: Deck, slideId: SlideId | null): EditorState {
  return {
    deck,
    slideId: slideId !== null && deck.slides[slideId] ? slideId : firstSlideId(deck),
    selectedSlides: [],
    selection: [],
    editing: null,
    textFormat: null,
    part: null,
    pasted: null,
    hover: null,
    tool: { kind: 'select' },
    gesture: null,
    alignTo: 'selection',
    copiedStyle: null,
    jumps: 0,
    foreignChanges: 0,
    menu: null,
    viewport: { zoom: 'fit', panX: 0, panY: 0 },
    userGuides: { x: [], y: [] },
    rulers: false,
    overflow: {},
    lastLayout: null,
    panel: null,
    dialog: null,
    find: null,
    undoLabel: null,
    redoLabel: null,
  }
}
