import { editorOf } from '../../blocks/editors.ts'
import type { BlockId } from '../../document/types.ts'
import { blockOf } from '../commands/find-slide.ts'
import { newBlock } from '../commands/new-block.ts'
import { centredAt, drawGesture, placeBlock } from '../gestures/draw.ts'
import type { Gesture, PointerAt } from '../gestures/gesture.ts'
import { lineEndGesture } from '../gestures/line-ends.ts'
import { marqueeGesture } from '../gestures/marquee.ts'
import { moveGesture } from '../gestures/move.ts'
import { movable } from '../gestures/moved-blocks.ts'
import { panGesture } from '../gestures/pan.ts'
import { resizeGesture } from '../gestures/resize.ts'
import { rotateGesture } from '../gestures/rotate.ts'
import type { Editor } from '../state/editor.ts'
import type { CanvasSurface } from './canvas-surface.ts'
import { type HandleTarget, handleTargetOf, type Overlay } from './overlay.ts'
import type { PointerDecisions } from './pointer-input.ts'
import { type Intent, noClick } from './press.ts'

/** What the canvas needs to know besides the editor's state. */
export interface CanvasPointerOptions {
  readonly editor: Editor
  readonly surface: CanvasSurface
  readonly overlay: Overlay
  /** Whether an event's target is the text that is being typed into: those are the browser's. */
  isTyping(target: EventTarget | null): boolean
  /** Whether the space bar is held: the pointer then pushes the slide about. */
  isPanning(): boolean
}

/** What presses and hovers on the canvas mean. */
export function canvasPointer(options: CanvasPointerOptions): PointerDecisions & { doubleClick(at: PointerAt): void } {
  return new CanvasPointer(options)
}

class CanvasPointer implements PointerDecisions {
  readonly #options: CanvasPointerOptions

  constructor(options: CanvasPointerOptions) {
    this.#options = options
  }

  press(at: PointerAt, event: PointerEvent): Intent | null {
    const { editor, surface } = this.#options
    if (this.#options.isTyping(event.target)) return null
    if (event.button === 1 || (event.button === 0 && this.#options.isPanning())) {
      return { drag: (from) => panGesture(editor, surface, from), click: noClick }
    }
    const handle = handleTargetOf(event.target)
    if (event.button === 2) this.#pressMenu(at)
    if (event.button !== 0) return null
    this.#options.overlay.root.focus({ preventScroll: true })
    if (handle) return { drag: (from) => this.#handleGesture(handle, from), click: noClick }
    editor.stopEditing()
    const { tool } = editor.getState()
    if (tool.kind === 'draw') return this.#pressToDraw(tool)
    const hit = surface.hit(at.slide)
    return hit === null ? this.#pressNothing(at) : this.#pressBlock(hit, at)
  }

  hover(at: PointerAt): void {
    const { editor, surface, overlay } = this.#options
    const { tool, gesture, editing } = editor.getState()
    if (gesture !== null) return
    const drawing = tool.kind === 'draw'
    const hover = drawing ? null : surface.hit(at.slide)
    if (hover !== editor.getState().hover) editor.show({ hover })
    const cursor = drawing ? 'crosshair' : this.#options.isPanning() ? 'grab' : this.#cursorOver(hover)
    if (editing === null && overlay.root.style.cursor !== cursor) overlay.root.style.cursor = cursor
  }

  leave(): void {
    if (this.#options.editor.getState().hover !== null) this.#options.editor.show({ hover: null })
  }

  /** A double click edits text, and on empty ground begins a new text there. */
  doubleClick(at: PointerAt): void {
    const { editor, surface } = this.#options
    if (editor.getState().tool.kind === 'draw' || editor.getState().editing !== null) return
    const hit = surface.hit(at.slide)
    if (hit === null) {
      if (surface.hit(at.slide, { locked: true }) === null) placeBlock(editor, centredAt(newBlock('text'), at.slide))
    } else if (this.#hasText(hit)) editor.startEditing(hit, { kind: 'point', ...at.screen })
  }

  #cursorOver(hover: BlockId | null): string {
    if (hover === null) return 'default'
    const { selection } = this.#options.editor.getState()
    return selection.length === 1 && selection[0] === hover && this.#typesOnClick(hover) ? 'text' : 'move'
  }

  #handleGesture(handle: HandleTarget, from: PointerAt): Gesture | null {
    const { editor, surface } = this.#options
    if (movable(editor, surface).size === 0) return null
    editor.stopEditing()
    if (handle.kind === 'rotate') return rotateGesture(editor, surface, from)
    if (handle.kind === 'end') return lineEndGesture(editor, surface, from, handle.index)
    return resizeGesture(editor, surface, from, handle.handle)
  }

  #pressToDraw(tool: Parameters<typeof drawGesture>[3]): Intent {
    const { editor, surface } = this.#options
    return {
      drag: (from) => drawGesture(editor, surface, from, tool),
      click: (at) => placeBlock(editor, centredAt(newBlock(tool.type, tool.props), at.slide)),
    }
  }

  #pressNothing(at: PointerAt): Intent {
    const { editor, surface } = this.#options
    const adding = at.shift || at.mod
    return {
      drag: (from) => marqueeGesture(editor, surface, from),
      click: () => {
        if (!adding) editor.select([])
      },
    }
  }

  #pressBlock(hit: BlockId, at: PointerAt): Intent {
    const { editor, surface } = this.#options
    const before = editor.getState().selection
    const was = before.includes(hit)
    const adding = at.shift || at.mod
    // What is dragged must be chosen first; what is only clicked is decided when the pointer goes up.
    if (!was) editor.select(adding ? [...before, hit] : [hit])
    return {
      drag: (from) => (movable(editor, surface).size === 0 ? null : moveGesture(editor, surface, from)),
      click: (up) => {
        if (adding) {
          if (was) editor.select(before.filter((id) => id !== hit))
        } else if (before.length > 1) editor.select([hit])
        else if (was && this.#typesOnClick(hit)) editor.startEditing(hit, { kind: 'point', ...up.screen })
      },
    }
  }

  /** The block under a menu's click is what the menu is about; a locked one too, for that is how it is unlocked. */
  #pressMenu(at: PointerAt): void {
    const { editor, surface } = this.#options
    const hit = surface.hit(at.slide, { locked: true })
    if (hit !== null && !editor.getState().selection.includes(hit)) editor.select([hit])
  }

  #hasText(id: BlockId): boolean {
    const block = blockOf(this.#options.editor.slide(), id)
    return block !== null && editorOf(block.type)?.text != null
  }

  /** Text boxes are typed into at the second click; other blocks with text at a double click, for they are dragged more. */
  #typesOnClick(id: BlockId): boolean {
    const block = blockOf(this.#options.editor.slide(), id)
    return block !== null && editorOf(block.type)?.startsTyping === true
  }
}
