import type { BlockId } from '../../document/types.ts'
import type { Point } from '../geometry/point.ts'
import type { Rect } from '../geometry/rect.ts'
import type { EditorState } from './editor-state.ts'
import { PanelFeed } from './panel-feed.ts'
import type { TextCommand } from './text-format.ts'

/** The running in-place text editing; the canvas hands it in so that buttons and shortcuts reach it. */
export interface TextSession {
  run(command: TextCommand): void
  /** What was typed so far becomes a step of its own, before the block is changed as a whole. */
  settle?(): void
  /** Takes the keyboard back, after something beside the slide had it. */
  focus(): void
  /** The selected words with their marks, as HTML of one line; '' when none are selected. */
  selectedHtml?(): string
  /** Puts clean HTML of one line in the place of the selected words; false when nothing is being typed into. */
  insert?(html: string): boolean
}

/** What only the canvas knows: how things are laid out, and where the keyboard goes. */
export interface CanvasMeasures {
  /** A block's height in slide px, also when its content decides it. */
  height(blockId: BlockId): number
  /** Screen px per slide px. */
  scale(): number
  /** Where a block is on the canvas, in screen px from the canvas's corner; null when it isn't shown. */
  screenBox(blockId: BlockId): Rect | null
  /** A block's element on the slide; null when it isn't shown. Its attributes are the slide's own: only looks that pass may be put on it. */
  element(blockId: BlockId): HTMLElement | null
  /** The size of a picture, loaded where slides may load pictures from; null when that fails. */
  imageSize(address: string): Promise<ImageSize | null>
  /** Where the pointer is on the slide, in slide px; null when it is elsewhere. */
  pointer(): Point | null
  /** Takes the keyboard. */
  focus(): void
}

/** In the picture's own px. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

/** What needs the DOM: the canvas, the text that is being typed, and the state as panels show it. */
export class EditorView {
  /** The state as the panels show it, which may be a frame behind. */
  readonly panels: PanelFeed
  #canvas: CanvasMeasures = noCanvas
  #text: TextSession | null = null

  constructor(state: EditorState) {
    this.panels = new PanelFeed(state)
  }

  /** The canvas; until one is attached, one that shows nothing. */
  get canvas(): CanvasMeasures {
    return this.#canvas
  }

  /** The running text editing; null when nothing is being typed into. */
  get text(): TextSession | null {
    return this.#text
  }

  /** Hands in (or takes away) the canvas. */
  attachCanvas(canvas: CanvasMeasures | null): void {
    this.#canvas = canvas ?? noCanvas
  }

  /** Hands in (or takes away) the running text editing. */
  attachText(session: TextSession | null): void {
    this.#text = session
  }

  /** Gives the keyboard to the canvas, unless a text is typed there: after a panel or dialog put something on the slide. */
  focusCanvas(): void {
    if (this.#text === null) this.#canvas.focus()
  }
}

const noCanvas: CanvasMeasures = {
  height: () => 0,
  scale: () => 1,
  screenBox: () => null,
  element: () => null,
  imageSize: () => Promise.resolve(null),
  pointer: () => null,
  focus: () => undefined,
}
