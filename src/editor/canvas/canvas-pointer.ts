import { isEditedInPlace } from '../../blocks/block-editor.ts'
import { editorOf } from '../../blocks/editors.ts'
import { groupsOf, placeOf } from '../../document/groups.ts'
import type { BlockId } from '../../document/types.ts'
import { paintLook } from '../actions/format-painter-actions.ts'
import { actionNamed } from '../actions/index.ts'
import { blockOf } from '../commands/find-slide.ts'
import { newBlock } from '../commands/new-block.ts'
import { boxHolds } from '../geometry/box.ts'
import { begunAt, drawGesture, placeBlock } from '../gestures/draw.ts'
import type { Gesture, PointerAt } from '../gestures/gesture.ts'
import { lineEndGesture } from '../gestures/line-ends.ts'
import { marqueeGesture } from '../gestures/marquee.ts'
import { moveGesture } from '../gestures/move.ts'
import { movable } from '../gestures/moved-blocks.ts'
import { panGesture } from '../gestures/pan.ts'
import { resizeGesture } from '../gestures/resize.ts'
import { rotateGesture } from '../gestures/rotate.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { unitAt } from '../state/selection.ts'
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
export function canvasPointer(
  options: CanvasPointerOptions,
): PointerDecisions & { doubleClick(at: PointerAt): void; openMenu(at: PointerAt): void } {
  return new CanvasPointer(options)
}

class CanvasPointer implements PointerDecisions {
  readonly #options: CanvasPointerOptions
  readonly #model: EditorModel

  constructor(options: CanvasPointerOptions) {
    this.#options = options
    this.#model = options.editor.model
  }

  press(at: PointerAt, event: PointerEvent): Intent | null {
    const { surface } = this.#options
    if (this.#options.isTyping(event.target)) return null
    if (event.button === 1 || (event.button === 0 && this.#options.isPanning())) {
      return { drag: (from) => panGesture(this.#model, surface, from), click: noClick }
    }
    const handle = handleTargetOf(event.target)
    if (event.button !== 0) return null
    this.#options.overlay.root.focus({ preventScroll: true })
    if (handle?.kind === 'unlock')
      return { drag: () => null, click: () => actionNamed('unlock').run(this.#options.editor) }
    if (handle) return { drag: (from) => this.#handleGesture(handle, from), click: noClick }
    this.#model.stopEditing()
    const { tool } = this.#model.getState()
    if (tool.kind === 'draw') return this.#pressToDraw(tool)
    const hit = surface.hit(at.slide)
    if (tool.kind === 'paint') return this.#pressToPaint(hit, tool.stays)
    return hit === null ? this.#pressNothing(at) : this.#pressBlock(hit, at)
  }

  hover(at: PointerAt): void {
    const { surface, overlay } = this.#options
    const { tool, gesture, editing } = this.#model.getState()
    if (gesture !== null) return
    const drawing = tool.kind === 'draw'
    const hover = drawing ? null : surface.hit(at.slide)
    if (hover !== this.#model.getState().hover) this.#model.show({ hover })
    const cursor = drawing
      ? 'crosshair'
      : tool.kind === 'paint'
        ? 'copy'
        : this.#options.isPanning()
          ? 'grab'
          : this.#cursorOver(hover, at)
    if (editing === null && overlay.root.style.cursor !== cursor) overlay.root.style.cursor = cursor
  }

  leave(): void {
    if (this.#model.getState().hover !== null) this.#model.show({ hover: null })
  }

  /** A double click edits text, and on empty ground begins a new text there. */
  doubleClick(at: PointerAt): void {
    const { surface } = this.#options
    if (this.#model.getState().tool.kind !== 'select' || this.#model.getState().editing !== null) return
    const hit = surface.hit(at.slide)
    if (hit === null) {
      if (surface.hit(at.slide, { locked: true }) === null) placeBlock(this.#model, begunAt(newBlock('text'), at.slide))
    } else if (!this.#stepIn(hit) && this.#hasText(hit)) this.#model.startEditing(hit, { kind: 'point', ...at.screen })
  }

  /** Into the group that is selected: what was clicked in it is selected, itself a group or a block. */
  #stepIn(hit: BlockId): boolean {
    const { selection } = this.#model.getState()
    if (selection.length < 2 || !selection.includes(hit)) return false
    const { blocks } = this.#model.slide()
    const groups = groupsOf(blockOf(this.#model.slide(), hit)!)
    const depth = placeOf(blocks, selection).length
    const inner = groups.slice(depth + 1).find((id) => {
      const members = blocks.filter((block) => groupsOf(block).includes(id))
      return members.length < selection.length
    })
    const unit = blocks.filter((block) => (inner === undefined ? block.id === hit : groupsOf(block).includes(inner)))
    this.#model.select(unit.map((block) => block.id))
    return true
  }

  #cursorOver(hover: BlockId | null, at: PointerAt): string {
    if (hover === null) return 'default'
    const { selection } = this.#model.getState()
    const alone = selection.length === 1 && selection[0] === hover
    return (alone && this.#typesOnClick(hover, at)) || this.#waitsForText(hover) ? 'text' : 'move'
  }

  #handleGesture(handle: HandleTarget, from: PointerAt): Gesture | null {
    const { surface } = this.#options
    if (handle.kind === 'unlock' || movable(this.#model, surface).size === 0) return null
    this.#model.stopEditing()
    if (handle.kind === 'rotate') return rotateGesture(this.#model, surface, from)
    if (handle.kind === 'end') return lineEndGesture(this.#model, surface, from, handle.index)
    return resizeGesture(this.#model, surface, from, handle.handle)
  }

  #pressToDraw(tool: Parameters<typeof drawGesture>[3]): Intent {
    const { surface } = this.#options
    return {
      drag: (from) => drawGesture(this.#model, surface, from, tool),
      click: (at) => placeBlock(this.#model, begunAt(newBlock(tool.type, tool.props), at.slide)),
    }
  }

  /** The brush paints what is clicked, as a whole; beside everything it is put down. */
  #pressToPaint(hit: BlockId | null, stays: boolean): Intent {
    const click = (): void => {
      if (hit !== null) paintLook(this.#model, unitAt(this.#model.getState(), hit))
      if (hit === null || !stays) this.#model.show({ tool: { kind: 'select' } })
    }
    return { drag: () => null, click }
  }

  #pressNothing(at: PointerAt): Intent {
    const { surface } = this.#options
    const adding = at.shift || at.mod
    return {
      drag: (from) => marqueeGesture(this.#model, surface, from),
      click: (up) => {
        // What is locked answers a click with its badge, which unlocks it; a marquee drawn over it passes it by.
        const locked = adding ? null : surface.hit(up.slide, { locked: true })
        if (locked !== null) this.#model.select(unitAt(this.#model.getState(), locked))
        else if (!adding) this.#model.select([])
      },
    }
  }

  #pressBlock(hit: BlockId, at: PointerAt): Intent {
    const { surface } = this.#options
    const before = this.#model.getState().selection
    const was = before.includes(hit)
    const unit = unitAt(this.#model.getState(), hit)
    const adding = at.shift || at.mod
    const choose = (): void => this.#model.select(adding ? [...before, ...unit] : unit)
    // What is dragged must be chosen first; what is only clicked is decided when the pointer goes up.
    if (!was && !at.alt) choose()
    return {
      drag: (from) => {
        if (!was) choose()
        return movable(this.#model, surface).size === 0 ? null : moveGesture(this.#model, surface, from)
      },
      click: (up) => {
        if (at.alt && !adding) this.#selectBehind(up)
        else if (adding) {
          if (was) this.#model.select(before.filter((id) => !unit.includes(id)))
          else choose()
        } else if (before.length > unit.length) this.#model.select(unit)
        else if (unit.length === 1 && this.#asks(hit) !== null) this.#model.show({ dialog: this.#asks(hit) })
        else if (unit.length === 1 && (this.#waitsForText(hit) || (was && this.#typesOnClick(hit, up))))
          this.#model.startEditing(hit, { kind: 'point', ...up.screen })
      },
    }
  }

  /** Alt and a click again and again goes from the frontmost thing here to the backmost, and round. */
  #selectBehind(at: PointerAt): void {
    const { surface } = this.#options
    const state = this.#model.getState()
    const units = surface.hits(at.slide).map((id) => unitAt(state, id))
    const now = units.findIndex((unit) => unit.some((id) => state.selection.includes(id)))
    const next = units.slice(now + 1).find((unit) => !unit.some((id) => state.selection.includes(id)))
    this.#model.select(next ?? units[0] ?? [])
  }

  /** The block under a menu's click is what the menu is about; a locked one too, for that is how it is unlocked. */
  openMenu(at: PointerAt): void {
    const { surface } = this.#options
    if (this.#model.getState().gesture !== null) return
    this.#model.stopEditing()
    const hit = surface.hit(at.slide, { locked: true })
    if (hit === null) this.#model.select([])
    else if (!this.#model.getState().selection.includes(hit)) this.#model.select(unitAt(this.#model.getState(), hit))
    this.#model.show({ menu: at.screen, hover: null })
  }

  /** The dialog that fills an empty block. */
  #asks(id: BlockId): 'insert-image' | null {
    const block = blockOf(this.#model.slide(), id)
    return (block && editorOf(block.type)?.asks?.(block)) ?? null
  }

  #hasText(id: BlockId): boolean {
    const block = blockOf(this.#model.slide(), id)
    return block !== null && isEditedInPlace(editorOf(block.type))
  }

  /** An empty place for text that says so is there to be filled: one click is enough. */
  #waitsForText(id: BlockId): boolean {
    const block = blockOf(this.#model.slide(), id)
    return block !== null && (editorOf(block.type)?.text?.placeholder?.(block) ?? '') !== ''
  }

  /**
   * Text boxes are typed into at the second click, if it is within their padding; other blocks with text at a double
   * click, for they are dragged more.
   */
  #typesOnClick(id: BlockId, at: PointerAt): boolean {
    const block = blockOf(this.#model.slide(), id)
    if (block === null || editorOf(block.type)?.startsTyping !== true) return false
    const box = this.#options.surface.placed(id)?.box
    const inset = editorOf(block.type)?.text?.inset?.(block) ?? 0
    // However wide the padding is, half of the box is the text's.
    return !box || boxHolds(box, at.slide, -Math.min(inset, box.width / 4, box.height / 4))
  }
}
