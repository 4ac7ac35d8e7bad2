import type { BlockId, SlideId } from '../../document/deck-model.ts'
import { createStore } from '../../ui/store.ts'
import type { Point } from '../geometry/point.ts'
import type { Rect } from '../geometry/rect.ts'
import type { EditorState } from './editor-state.ts'
import { PanelFeed } from './panel-feed.ts'
import type { TextCommand } from './text-format.ts'

/** The in-place text editing session. The canvas attaches it for buttons and shortcuts. */
export interface TextSession {
  run(command: TextCommand): void
  /** Commits the typed text as a step of its own, before the block is changed as a whole. */
  settle?(): void
  /** Returns the focus to the text. */
  focus(): void
  /** The selected text with its marks, as HTML of one line; '' if none is selected. */
  selectedHtml?(): string
  /** Replaces the selected text by sanitized HTML of one line; false if there is no text to insert into. */
  insert?(html: string): boolean
}

/** Layout measurements and focus of the canvas. */
export interface CanvasMeasures {
  /** A block's laid-out height in slide px. */
  height(blockId: BlockId): number
  /** Screen px per slide px. */
  scale(): number
  /** A block's bounding box in screen px from the canvas's corner; null if it is not shown. */
  screenBox(blockId: BlockId): Rect | null
  /** A block's element; null if it is not shown. Its attributes are the slide's own: put only temporary styles on it. */
  element(blockId: BlockId): HTMLElement | null
  /** The section of the current slide; null if none is shown. Read only. */
  section(): HTMLElement | null
  /** The size of an image, loaded under the slides' CSP; null if that fails. */
  imageSize(address: string): Promise<ImageSize | null>
  /** The pointer's position in slide px; null if it is not on the slide. */
  pointer(): Point | null
  /** A point of the window (px) in slide px; null if it is not on the canvas. */
  slidePoint(at: Point): Point | null
  /** Moves the focus to the canvas. */
  focus(): void
}

/** Natural size of an image in px. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

/** The parts that need the DOM: the canvas, the text editing session, and the state for the panels. */
export class EditorView {
  /** The state for the panels; at most a frame behind the model. */
  readonly panels: PanelFeed
  /** The canvas, for what is read from it once it is attached. */
  readonly canvases = createStore<CanvasMeasures>(noCanvas)
  /** The number of unread comments by slide, for the list of slides. */
  readonly unread = createStore<ReadonlyMap<SlideId, number>>(new Map())
  #text: TextSession | null = null

  constructor(state: EditorState) {
    this.panels = new PanelFeed(state)
  }

  /** The canvas; a null object until one is attached. */
  get canvas(): CanvasMeasures {
    return this.canvases.get()
  }

  /** The text editing session; null if no text is being edited. */
  get text(): TextSession | null {
    return this.#text
  }

  /** Sets or removes the canvas. */
  attachCanvas(canvas: CanvasMeasures | null): void {
    this.canvases.set(canvas ?? noCanvas)
  }

  /** Sets or removes the text editing session. */
  attachText(session: TextSession | null): void {
    this.#text = session
  }

  /** Focuses the canvas after a panel or dialog has inserted something, unless a text is being edited. */
  focusCanvas(): void {
    if (this.#text === null) this.canvas.focus()
  }
}

const noCanvas: CanvasMeasures = {
  height: () => 0,
  scale: () => 1,
  screenBox: () => null,
  element: () => null,
  section: () => null,
  imageSize: () => Promise.resolve(null),
  pointer: () => null,
  slidePoint: () => null,
  focus: () => undefined,
}
