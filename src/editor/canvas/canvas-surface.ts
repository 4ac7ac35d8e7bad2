import { editorOf } from '../../blocks/find-editor.ts'
import { blocks } from '../../blocks/index.ts'
import { definitionOf } from '../../document/block-list.ts'
import type { Block, BlockId } from '../../document/deck-model.ts'
import { membersOf, placeOf, unitsOf } from '../../document/groups.ts'
import { slideSizeOf, standardSlide } from '../../rules/slide-size.ts'
import { isHidden } from '../commands/block-commands.ts'
import { blockOf } from '../commands/find-slide.ts'
import { followOnSlide, hasConnectors } from '../commands/follow-connectors.ts'
import { type Box, boundsOf, boxHolds, boxOfFrame } from '../geometry/box.ts'
import { handlesFor } from '../geometry/handles.ts'
import { distanceToPolyline } from '../geometry/line-end.ts'
import type { Point } from '../geometry/point.ts'
import { type Rect, unionOf } from '../geometry/rect.ts'
import { marginOn, type Placement, placementOf, toScreen, toSlide } from '../geometry/viewport.ts'
import type { GestureSurface, PlacedBox, Preview } from '../gestures/gesture.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { overflowMessage, warnedOverflow } from '../state/overflow.ts'
import { freeIn, selectedIn, unitAt } from '../state/selection.ts'
import { footerNumber } from '../themes/open-footers.ts'
import type { CanvasFrame } from './canvas-frame.ts'
import { MovedElements } from './moved-elements.ts'
import type { OverflowSign, Overlay, SelectionFrame } from './overlay.ts'

/** The maximum distance between a click and a line that it hits, in screen px. */
const lineReach = 7

/** The canvas for gestures and pointer input: measures blocks, and draws the editor's state. */
export class CanvasSurface implements GestureSurface {
  readonly #model: EditorModel
  readonly #frame: CanvasFrame
  readonly #overlay: Overlay
  readonly #stage: HTMLElement
  readonly #moved: MovedElements
  /**
   * Measured boxes by block. A changed block is a new object, so only loaded fonts and pictures make an entry outdated.
   */
  #measured = new WeakMap<Block, PlacedBox>()
  /**
   * The stage's size in screen px. Cached, because reading it during a change would force a layout of the whole page.
   */
  #size: Pick<Rect, 'width' | 'height'>
  #placement: Placement = { scale: 1, x: 0, y: 0 }
  #slide: Rect = { x: 0, y: 0, ...standardSlide }
  #preview: Preview | null = null
  #pointer: Point = { x: 0, y: 0 }

  constructor(model: EditorModel, frame: CanvasFrame, overlay: Overlay, stage: HTMLElement) {
    this.#model = model
    this.#frame = frame
    this.#overlay = overlay
    this.#stage = stage
    this.#size = sizeOf(stage)
    this.#moved = new MovedElements(frame.view)
  }

  /** Updates the canvas after the stage was resized. */
  resized(): void {
    this.#size = sizeOf(this.#stage)
    this.refresh()
  }

  /** Draws the editor's state. Cheap if little has changed. */
  refresh(): void {
    const { deck, viewport, editing } = this.#model.getState()
    this.#slide = { x: 0, y: 0, ...slideSizeOf(deck.settings.slide_size) }
    this.#placement = placementOf(this.#size, this.#slide, viewport, marginOn(this.#size.width))
    this.#frame.place(this.#placement)
    if (!this.#preview) this.#showSlide()
    this.#overlay.letThrough(editing !== null)
    this.#draw()
  }

  /** Drops measured heights after fonts or pictures were loaded. */
  forgetMeasures(): void {
    this.#measured = new WeakMap()
    this.#draw()
  }

  /** Stores the pointer's position (screen px of the canvas), where the readout is drawn. */
  follow(pointer: Point): void {
    this.#pointer = pointer
  }

  placement(): Placement {
    return this.#placement
  }

  slideRect(): Rect {
    return this.#slide
  }

  placed(blockId: BlockId): PlacedBox | null {
    const block = blockOf(this.#model.slide(), blockId)
    return block && this.#placedBlock(block)
  }

  allPlaced(): ReadonlyMap<BlockId, PlacedBox> {
    const all = new Map<BlockId, PlacedBox>()
    const { selection } = this.#model.getState()
    for (const block of this.#model.slide().blocks) {
      const placed = isHidden(block) && !selection.includes(block.id) ? null : this.#placedBlock(block)
      if (placed) all.set(block.id, placed)
    }
    return all
  }

  preview(preview: Preview): void {
    if (!this.#preview) this.#overlay.expectMoves(true)
    this.#preview = preview
    this.#moved.show(preview.moved ?? null)
    this.#frame.view.preview([...(preview.blocks ?? []), ...this.#followingLines(preview)])
    this.#draw()
  }

  /** The connectors attached to the previewed blocks, as they will be routed. */
  #followingLines(preview: Preview): readonly Block[] {
    const slide = this.#model.slide()
    if (!hasConnectors(slide)) return []
    const { ids = [], by = { x: 0, y: 0 }, copies = false } = preview.moved ?? {}
    const changed = new Map(preview.blocks?.map((block) => [block.id, block]))
    const shown = slide.blocks.map((block) => {
      const moves = !copies && block.frame && ids.includes(block.id)
      const frame = block.frame && { ...block.frame, x: block.frame.x + by.x, y: block.frame.y + by.y }
      return changed.get(block.id) ?? (moves ? { ...block, frame } : block)
    })
    const height = (id: BlockId): number => this.placed(id)?.box.height ?? 0
    const { blocks } = followOnSlide(slide, { ...slide, blocks: shown }, height)
    return blocks.filter((block, index) => block !== shown[index] && !changed.has(block.id) && !ids.includes(block.id))
  }

  clear(): void {
    if (this.#preview) this.#overlay.expectMoves(false)
    this.#preview = null
    this.#moved.show(null)
    this.#showSlide()
    this.#draw()
  }

  #showSlide(): void {
    const { deck, slideId } = this.#model.getState()
    this.#frame.show(this.#model.slide(), deck.settings, () => footerNumber(deck, slideId))
  }

  /** The frontmost block at a point (slide px); null if none. Locked blocks are included only with `locked`. */
  hit(point: Point, options: { readonly locked: boolean } = { locked: false }): BlockId | null {
    const candidates = this.#model
      .slide()
      .blocks.filter((block) => (options.locked || !block.locked) && !isHidden(block))
    const found = candidates.findLast((block) => this.#holds(block, point))
    return found?.id ?? null
  }

  /** All unlocked blocks at a point (slide px), frontmost first. */
  hits(point: Point): readonly BlockId[] {
    const { blocks: all } = this.#model.slide()
    const free = all.filter((block) => !block.locked && !isHidden(block) && this.#holds(block, point))
    return free.toReversed().map((block) => block.id)
  }

  #holds(block: Block, point: Point): boolean {
    const handles = editorOf(block.type)?.handles
    if (handles && block.frame)
      return distanceToPolyline(point, handles.path(block)) <= lineReach / this.#placement.scale
    const box = this.#boxOf(block)
    return box !== null && boxHolds(box, point)
  }

  #placedBlock(block: Block): PlacedBox | null {
    if (!block.frame) return null
    const cached = this.#measured.get(block)
    if (cached) return cached
    const autoHeight = block.frame.height === null
    const height = autoHeight ? (this.#frame.view.elementOf(block.id)?.offsetHeight ?? 0) : 0
    const placed = { box: boxOfFrame(block.frame, height), autoHeight }
    this.#measured.set(block, placed)
    return placed
  }

  /** A block's box, or the bounding box of a block in the slide's flow as laid out by the browser. */
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
    const { hover, selection, editing, gesture } = this.#model.getState()
    const preview = this.#preview
    const selected = this.#shownSelection()
    const boxes = selected.flatMap((block) => this.#shownBox(block) ?? [])
    const chosen = preview?.chosen?.filter((id) => !selection.includes(id)) ?? []
    const hovered = gesture === null && hover !== editing && !selection.includes(hover ?? '') ? hover : null
    this.#overlay.draw({
      placement: this.#placement,
      slide: this.#slide,
      hover: hovered === null ? null : this.#boxAround(unitAt(this.#model.getState(), hovered)),
      outlines: [...this.#unitOutlines(selected), ...chosen.flatMap((id) => this.#boxById(id) ?? [])],
      group: this.#groupOutline(),
      frame: this.#selectionFrame(selected, boxes),
      guides: preview?.guides ?? [],
      marks: preview?.marks ?? [],
      area: preview?.area ?? null,
      anchors: preview?.anchors ?? null,
      overflowing: gesture === null ? this.#overflowing() : [],
      readout: preview?.readout ? { text: preview.readout, at: this.#pointer } : null,
    })
  }

  /** The outlines of several selected units, one outline per unit. */
  #unitOutlines(selected: readonly Block[]): readonly Box[] {
    if (selected.length < 2) return []
    const place = placeOf(this.#model.slide().blocks, this.#model.getState().selection)
    const units = unitsOf(selected, place)
    if (units.length < 2) return []
    return units.flatMap((unit) => aroundAll(unit.flatMap((block) => this.#shownBox(block) ?? [])) ?? [])
  }

  /** The outline of the entered group. Hidden during a gesture, since it would lag behind. */
  #groupOutline(): Box | null {
    const { selection, gesture } = this.#model.getState()
    const { blocks } = this.#model.slide()
    const group = gesture === null ? placeOf(blocks, selection).at(-1) : undefined
    return group === undefined ? null : this.#boxAround(membersOf(blocks, group).map((block) => block.id))
  }

  #boxAround(ids: readonly BlockId[]): Box | null {
    return aroundAll(ids.flatMap((id) => this.#boxById(id) ?? []))
  }

  #boxById(id: BlockId): Box | null {
    const block = blockOf(this.#model.slide(), id)
    return block && this.#boxOf(block)
  }

  /** The selected blocks as displayed: previewed by a gesture, or being drawn. */
  #shownSelection(): readonly Block[] {
    const shown = this.#preview?.blocks ?? []
    const selected = selectedIn(this.#model.getState())
    const replaced = selected.map((block) => shown.find((one) => one.id === block.id) ?? block)
    const drawing = this.#model.getState().gesture === 'draw'
    return drawing ? shown : replaced
  }

  #shownBox(block: Block): Box | null {
    const box = this.#boxOf(block)
    const moved = this.#preview?.moved
    return box && moved?.ids.includes(block.id) ? { ...box, x: box.x + moved.by.x, y: box.y + moved.by.y } : box
  }

  #selectionFrame(selected: readonly Block[], boxes: readonly Box[]): SelectionFrame | null {
    if (boxes.length === 0) return null
    const free = freeIn(this.#model.getState()).filter((block) => block.frame !== null)
    const locked = selected.some((block) => block.locked) && free.length === 0
    if (selected.length > 1) {
      const box = { ...unionOf(boxes.map(boundsOf)), rotation: 0 }
      const movable = free.length > 0
      return { box, handles: movable ? handlesFor.box : [], rotates: movable, pointHandles: [], locked }
    }
    const block = selected[0]!
    const capabilities = definitionOf(blocks, block.type)!.capabilities
    const held = editorOf(block.type)?.keepsFrame === true && this.#model.getState().editing === block.id
    const movable = block.frame !== null && !block.locked && !held
    const moved = this.#preview?.moved
    const pointHandles = (movable && editorOf(block.type)?.handles?.read(block)) || []
    return {
      box: boxes[0]!,
      handles: movable ? handlesFor[capabilities.resize] : [],
      rotates: movable && capabilities.rotate,
      pointHandles: pointHandles.map((point) => (moved ? { x: point.x + moved.by.x, y: point.y + moved.by.y } : point)),
      locked,
    }
  }

  /** The last position of the pointer in slide px; null outside of the slide or before the first move. */
  pointerOnSlide(): Point | null {
    if (this.#pointer.x === 0 && this.#pointer.y === 0) return null
    const at = toSlide(this.#pointer, this.#placement)
    const inside = at.x >= 0 && at.y >= 0 && at.x <= this.#slide.width && at.y <= this.#slide.height
    return inside ? at : null
  }

  /** The bounding rectangle of a block in screen px of the canvas; null if there is none. */
  screenBox(blockId: BlockId): Rect | null {
    const box = this.#boxById(blockId)
    if (!box) return null
    const { x, y, width, height } = boundsOf(box)
    const { scale } = this.#placement
    return { ...toScreen({ x, y }, this.#placement), width: width * scale, height: height * scale }
  }

  /** The blocks with overflowing content, except the one being edited. */
  #overflowing(): readonly OverflowSign[] {
    const { overflow, slideId, editing } = this.#model.getState()
    return Object.entries(warnedOverflow(overflow)[slideId] ?? {}).flatMap(([id, kind]) => {
      const box = id === editing ? null : this.#boxById(id)
      const words = overflowMessage([kind])
      return box && words !== null ? [{ box, words }] : []
    })
  }

  /** Converts a point of the slide to screen px of the canvas. */
  onScreen(point: Point): Point {
    return toScreen(point, this.#placement)
  }
}

/** A single box, rotation included; the upright bounding box of several boxes; null without boxes. */
function aroundAll(boxes: readonly Box[]): Box | null {
  if (boxes.length <= 1) return boxes[0] ?? null
  return { ...unionOf(boxes.map(boundsOf)), rotation: 0 }
}

function sizeOf({ clientWidth, clientHeight }: HTMLElement): Pick<Rect, 'width' | 'height'> {
  return { width: clientWidth, height: clientHeight }
}
