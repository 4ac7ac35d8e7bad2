import { editorOf } from '../../blocks/editors.ts'
import { blocks } from '../../blocks/index.ts'
import { definitionOf } from '../../document/block-list.ts'
import type { Block, BlockId } from '../../document/types.ts'
import { limits } from '../../rules/limits.ts'
import { blockOf } from '../commands/find-slide.ts'
import { type Box, boundsOf, boxHolds, boxOfFrame } from '../geometry/box.ts'
import { handlesFor } from '../geometry/handles.ts'
import { distanceToWay } from '../geometry/line-end.ts'
import type { Point } from '../geometry/point.ts'
import { type Rect, unionOf } from '../geometry/rect.ts'
import { type Placement, placementOf, toScreen } from '../geometry/viewport.ts'
import type { GestureSurface, PlacedBox, Preview } from '../gestures/gesture.ts'
import type { Editor } from '../state/editor.ts'
import type { CanvasFrame } from './canvas-frame.ts'
import { MovedElements } from './moved-elements.ts'
import type { Overlay, SelectionFrame } from './overlay.ts'

/** What stays free around a slide that fits the canvas, in screen px. */
const margin = 44

/** How near a click must come to a line to hit it, in screen px. */
const lineReach = 7

const slideRect: Rect = { x: 0, y: 0, width: limits.slide.width, height: limits.slide.height }

/** The canvas as gestures and the pointer see it: the places of blocks, and what is drawn of the editor's state. */
export class CanvasSurface implements GestureSurface {
  readonly #editor: Editor
  readonly #frame: CanvasFrame
  readonly #overlay: Overlay
  readonly #stage: HTMLElement
  readonly #moved: MovedElements
  /** Measured places, by block: a changed block is another object, so nothing in here gets old but by fonts and pictures. */
  #measured = new WeakMap<Block, PlacedBox>()
  #placement: Placement = { scale: 1, x: 0, y: 0 }
  #preview: Preview | null = null
  #pointer: Point = { x: 0, y: 0 }

  constructor(editor: Editor, frame: CanvasFrame, overlay: Overlay, stage: HTMLElement) {
    this.#editor = editor
    this.#frame = frame
    this.#overlay = overlay
    this.#stage = stage
    this.#moved = new MovedElements(frame.view)
  }

  /** Shows the editor's state. Cheap when little changed. */
  refresh(): void {
    const { deck, viewport, editing } = this.#editor.getState()
    const stage = { width: this.#stage.clientWidth, height: this.#stage.clientHeight }
    this.#placement = placementOf(stage, slideRect, viewport, margin)
    this.#frame.place(this.#placement)
    if (!this.#preview) this.#frame.show(this.#editor.slide(), deck.settings)
    this.#overlay.letThrough(editing !== null)
    this.#draw()
  }

  /** Fonts or pictures have come: heights that the content decides are measured again. */
  forgetMeasures(): void {
    this.#measured = new WeakMap()
    this.#draw()
  }

  /** Where the pointer is (screen px of the canvas), for words beside it. */
  follow(pointer: Point): void {
    this.#pointer = pointer
  }

  placement(): Placement {
    return this.#placement
  }

  slideRect(): Rect {
    return slideRect
  }

  placed(blockId: BlockId): PlacedBox | null {
    const block = blockOf(this.#editor.slide(), blockId)
    return block && this.#placedBlock(block)
  }

  allPlaced(): ReadonlyMap<BlockId, PlacedBox> {
    const all = new Map<BlockId, PlacedBox>()
    for (const block of this.#editor.slide().blocks) {
      const placed = this.#placedBlock(block)
      if (placed) all.set(block.id, placed)
    }
    return all
  }

  preview(preview: Preview): void {
    this.#preview = preview
    this.#moved.show(preview.moved ?? null)
    this.#frame.view.preview(preview.blocks ?? [])
    this.#draw()
  }

  clear(): void {
    this.#preview = null
    this.#moved.show(null)
    this.#frame.show(this.#editor.slide(), this.#editor.getState().deck.settings)
    this.#draw()
  }

  /** The frontmost block at a point (slide px). Locked ones only when asked for. */
  hit(point: Point, options: { readonly locked: boolean } = { locked: false }): BlockId | null {
    const candidates = this.#editor.slide().blocks.filter((block) => options.locked || !block.locked)
    const found = candidates.findLast((block) => this.#holds(block, point))
    return found?.id ?? null
  }

  #holds(block: Block, point: Point): boolean {
    const points = editorOf(block.type)?.points
    if (points && block.frame) return distanceToWay(point, points.way(block)) <= lineReach / this.#placement.scale
    const box = this.#boxOf(block)
    return box !== null && boxHolds(box, point)
  }

  #placedBlock(block: Block): PlacedBox | null {
    if (!block.frame) return null
    const known = this.#measured.get(block)
    if (known) return known
    const autoHeight = block.frame.height === null
    const height = autoHeight ? (this.#frame.view.elementOf(block.id)?.offsetHeight ?? 0) : 0
    const placed = { box: boxOfFrame(block.frame, height), autoHeight }
    this.#measured.set(block, placed)
    return placed
  }

  /** A block's box; for what flows on the slide, the rectangle around it as the browser laid it out. */
  #boxOf(block: Block): Box | null {
    const placed = this.#placedBlock(block)
    if (placed) return placed.box
    const { scale, x, y } = this.#placement
    const rects = this.#frame.view.nodesOf(block.id).flatMap((node) => {
      const range = this.#frame.document.createRange()
      range.selectNode(node)
      const rect = range.getBoundingClientRect()
      if (rect.width === 0 && rect.height === 0) return []
      return [
        { x: (rect.x - x) / scale, y: (rect.y - y) / scale, width: rect.width / scale, height: rect.height / scale },
      ]
    })
    return rects.length === 0 ? null : { ...unionOf(rects), rotation: 0 }
  }

  #draw(): void {
    const { hover, selection, editing, gesture } = this.#editor.getState()
    const preview = this.#preview
    const selected = this.#shownSelection()
    const boxes = selected.flatMap((block) => this.#shownBox(block) ?? [])
    const chosen = preview?.chosen?.filter((id) => !selection.includes(id)) ?? []
    const hovered = gesture === null && hover !== editing && !selection.includes(hover ?? '') ? hover : null
    this.#overlay.draw({
      placement: this.#placement,
      slide: slideRect,
      hover: hovered === null ? null : this.#boxById(hovered),
      outlines: [...(boxes.length > 1 ? boxes : []), ...chosen.flatMap((id) => this.#boxById(id) ?? [])],
      frame: this.#selectionFrame(selected, boxes),
      guides: preview?.guides ?? [],
      area: preview?.area ?? null,
      readout: preview?.readout ? { text: preview.readout, at: this.#pointer } : null,
    })
  }

  #boxById(id: BlockId): Box | null {
    const block = blockOf(this.#editor.slide(), id)
    return block && this.#boxOf(block)
  }

  /** The selected blocks as they are shown: as previewed while a gesture runs, and what is being drawn. */
  #shownSelection(): readonly Block[] {
    const shown = this.#preview?.blocks ?? []
    const selected = this.#editor.selectedBlocks()
    const replaced = selected.map((block) => shown.find((one) => one.id === block.id) ?? block)
    const drawing = this.#editor.getState().gesture === 'draw'
    return drawing ? shown : replaced
  }

  #shownBox(block: Block): Box | null {
    const box = this.#boxOf(block)
    const moved = this.#preview?.moved
    return box && moved?.ids.includes(block.id) ? { ...box, x: box.x + moved.by.x, y: box.y + moved.by.y } : box
  }

  #selectionFrame(selected: readonly Block[], boxes: readonly Box[]): SelectionFrame | null {
    if (boxes.length === 0) return null
    const locked = selected.every((block) => block.locked)
    if (selected.length > 1) {
      const box = { ...unionOf(boxes.map(boundsOf)), rotation: 0 }
      const movable = selected.some((block) => block.frame !== null && !block.locked)
      return { box, handles: movable ? handlesFor.box : [], rotates: movable, points: [], locked }
    }
    const block = selected[0]!
    const abilities = definitionOf(blocks, block.type)!.abilities
    const free = block.frame !== null && !block.locked
    const moved = this.#preview?.moved
    const points = (free && editorOf(block.type)?.points?.read(block)) || []
    return {
      box: boxes[0]!,
      handles: free ? handlesFor[abilities.resize] : [],
      rotates: free && abilities.rotate,
      points: points.map((point) => (moved ? { x: point.x + moved.by.x, y: point.y + moved.by.y } : point)),
      locked,
    }
  }

  /** A point of the slide on the screen, in px of the canvas. */
  onScreen(point: Point): Point {
    return toScreen(point, this.#placement)
  }
}
