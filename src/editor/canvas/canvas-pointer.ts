import { isEditedInPlace } from '../../blocks/block-editor.ts'
import { editorOf } from '../../blocks/find-editor.ts'
import type { BlockId } from '../../document/deck-model.ts'
import { groupsOf, placeOf } from '../../document/groups.ts'
import { pasteStyle } from '../actions/format-painter-actions.ts'
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

/** The dependencies of the pointer's decisions. */
export interface CanvasPointerOptions {
  readonly editor: Editor
  readonly surface: CanvasSurface
  readonly overlay: Overlay
  /** Whether an event's target is in the text being edited. Such events are left to the browser. */
  isTyping(target: EventTarget | null): boolean
  /** Whether the space bar is held, so that dragging pans. */
  isPanning(): boolean
}

/** Decides what presses, hovers and clicks on the canvas do. */
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

  /** A double click edits the text of the block. On empty ground it adds a text block. */
  doubleClick(at: PointerAt): void {
    const { surface } = this.#options
    if (this.#model.getState().tool.kind !== 'select' || this.#model.getState().editing !== null) return
    const hit = surface.hit(at.slide)
    if (hit === null) {
      if (surface.hit(at.slide, { locked: true }) === null)
        placeBlock(this.#model, begunAt(newBlock('text'), at.slide, surface.slideRect()))
    } else if (!this.#stepIn(hit) && this.#hasText(hit)) this.#model.startEditing(hit, { kind: 'point', ...at.screen })
  }

  /** Enters the selected group: selects the clicked inner group or block. Returns false if no group is selected. */
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
    const isOnlySelected = selection.length === 1 && selection[0] === hover
    return (isOnlySelected && this.#typesOnClick(hover, at)) || this.#waitsForText(hover) ? 'text' : 'move'
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
      click: (at) => placeBlock(this.#model, begunAt(newBlock(tool.type, tool.props), at.slide, surface.slideRect())),
    }
  }

  /** A click applies the format painter to the clicked unit. A click beside all blocks ends the format painter. */
  #pressToPaint(hit: BlockId | null, stays: boolean): Intent {
    const click = (): void => {
      if (hit !== null) pasteStyle(this.#model, unitAt(this.#model.getState(), hit))
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
        // A click selects a locked block, whose badge unlocks it. A marquee ignores locked blocks.
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
    const select = (): void => this.#model.select(adding ? [...before, ...unit] : unit)
    // A drag selects the block at the press; a click selects it at the release.
    if (!was && !at.alt) select()
    return {
      drag: (from) => {
        if (!was) select()
        return movable(this.#model, surface).size === 0 ? null : moveGesture(this.#model, surface, from)
      },
      click: (up) => {
        if (at.alt && !adding) this.#selectBehind(up)
        else if (adding) {
          if (was) this.#model.select(before.filter((id) => !unit.includes(id)))
          else select()
        } else if (before.length > unit.length) this.#model.select(unit)
        else if (unit.length === 1 && this.#dialogFor(hit) !== null) this.#model.show({ dialog: this.#dialogFor(hit) })
        else if (unit.length === 1 && (this.#waitsForText(hit) || (was && this.#typesOnClick(hit, up))))
          this.#model.startEditing(hit, { kind: 'point', ...up.screen })
      },
    }
  }

  /** Repeated Alt+clicks select the unit behind the selected one, and wrap around to the frontmost. */
  #selectBehind(at: PointerAt): void {
    const { surface } = this.#options
    const state = this.#model.getState()
    const units = surface.hits(at.slide).map((id) => unitAt(state, id))
    const now = units.findIndex((unit) => unit.some((id) => state.selection.includes(id)))
    const next = units.slice(now + 1).find((unit) => !unit.some((id) => state.selection.includes(id)))
    this.#model.select(next ?? units[0] ?? [])
  }

  /**
   * Opens the context menu for the block under the pointer. It includes locked blocks, so that they can be unlocked.
   */
  openMenu(at: PointerAt): void {
    const { surface } = this.#options
    if (this.#model.getState().gesture !== null) return
    this.#model.stopEditing()
    const hit = surface.hit(at.slide, { locked: true })
    if (hit === null) this.#model.select([])
    else if (!this.#model.getState().selection.includes(hit)) this.#model.select(unitAt(this.#model.getState(), hit))
    this.#model.show({ menu: at.screen, hover: null })
  }

  /** The dialog that fills an empty block; null if none. */
  #dialogFor(id: BlockId): 'insert-image' | null {
    const block = blockOf(this.#model.slide(), id)
    return (block && editorOf(block.type)?.dialogWhenEmpty?.(block)) ?? null
  }

  #hasText(id: BlockId): boolean {
    const block = blockOf(this.#model.slide(), id)
    return block !== null && isEditedInPlace(editorOf(block.type))
  }

  /** Whether the block is an empty text with a placeholder: a single click edits it. */
  #waitsForText(id: BlockId): boolean {
    const block = blockOf(this.#model.slide(), id)
    return block !== null && (editorOf(block.type)?.text?.placeholder?.(block) ?? '') !== ''
  }

  /**
   * Whether a click within a selected text block edits it. Its padding still drags it. Other blocks with text need a
   * double click, since they are dragged more often.
   */
  #typesOnClick(id: BlockId, at: PointerAt): boolean {
    const block = blockOf(this.#model.slide(), id)
    if (block === null || editorOf(block.type)?.startsTyping !== true) return false
    const box = this.#options.surface.placed(id)?.box
    const inset = editorOf(block.type)?.text?.inset?.(block) ?? 0
    // The padding counts up to half of the box.
    return !box || boxHolds(box, at.slide, -Math.min(inset, box.width / 4, box.height / 4))
  }
}
