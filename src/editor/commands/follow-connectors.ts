import type { Anchor, AnchorSide } from '../../blocks/block-editor.ts'
import { editorOf } from '../../blocks/find-editor.ts'
import type { Block, BlockId, Deck, Slide } from '../../document/deck-model.ts'
import { type Box, boxOfFrame } from '../geometry/box.ts'
import { minus, type Point, plus, rotated } from '../geometry/point.ts'
import { centerOf } from '../geometry/rect.ts'

/** The measured height of a block whose content determines it, in slide px; 0 if unknown. */
export type HeightOf = (blockId: BlockId) => number

/** Moves below this distance, in slide px, are rounding errors. */
const minMove = 0.2

/** The sides of a block whose midpoints are anchors. */
export const anchorSides: readonly AnchorSide[] = ['top', 'right', 'bottom', 'left']

const midpoints: Readonly<Record<AnchorSide, Point>> = {
  top: { x: 0.5, y: 0 },
  right: { x: 1, y: 0.5 },
  bottom: { x: 0.5, y: 1 },
  left: { x: 0, y: 0.5 },
}

/** The midpoint of a side of a rotated box, in tenths of slide px. */
export function anchorPoint(box: Box, side: AnchorSide): Point {
  const center = centerOf(box)
  const middle = { x: box.x + midpoints[side].x * box.width, y: box.y + midpoints[side].y * box.height }
  const point = plus(center, rotated(minus(middle, center), box.rotation))
  return { x: Math.round(point.x * 10) / 10, y: Math.round(point.y * 10) / 10 }
}

/**
 * Moves the connected ends of lines with their blocks. An end is disconnected, and stays in place, if its line was
 * moved without the block or its block was deleted.
 */
export function followConnectors(before: Deck, after: Deck, heightOf: HeightOf): Deck {
  let slides = after.slides
  if (slides === before.slides) return after
  // Builds no arrays of slides, because this function runs with every key.
  for (const id in after.slides) {
    const [was, slide] = [before.slides[id], after.slides[id]!]
    if (was === slide) continue
    const next = followOnSlide(was, slide, heightOf)
    if (next !== slide) slides = { ...slides, [id]: next }
  }
  return slides === after.slides ? after : { ...after, slides }
}

/**
 * Does the same as followConnectors for one slide; returns the same object if no line moves. Only lines that are in
 * `touched`, or connected to one of its blocks, follow. Block heights differ between browsers, so two clients would
 * otherwise correct each other's lines forever.
 */
export function followOnSlide(
  before: Slide | undefined,
  after: Slide,
  heightOf: HeightOf,
  touched: ReadonlySet<BlockId> = touchedBlocks(before, after),
): Slide {
  if (touched.size === 0 || !hasConnectors(after)) return after
  const was = byId(before?.blocks ?? [])
  const now = byId(after.blocks)
  const blocks = after.blocks.map((block) => (follows(block, touched) ? followed(block, was, now, heightOf) : block))
  return blocks.every((block, index) => block === after.blocks[index]) ? after : { ...after, blocks }
}

/** The ids of blocks that a change added, replaced or deleted. */
export function touchedBlocks(before: Slide | undefined, after: Slide): ReadonlySet<BlockId> {
  const untouched = new Set(before?.blocks)
  const touched = new Set(after.blocks.filter((block) => !untouched.delete(block)).map((block) => block.id))
  for (const block of untouched) touched.add(block.id)
  return touched
}

const withConnectors = new WeakMap<Slide, boolean>()

/** Whether any line of a slide is connected to a block. Cached per slide version. */
export function hasConnectors(slide: Slide): boolean {
  const cached = withConnectors.get(slide)
  if (cached !== undefined) return cached
  const has = slide.blocks.some(isConnector)
  withConnectors.set(slide, has)
  return has
}

/**
 * Connects copied lines to the copies of their original's blocks. Ends whose block was not copied are disconnected.
 */
export function withCopiedAnchors(originals: readonly Block[], copies: readonly Block[]): readonly Block[] {
  const copyOf = new Map(originals.map((block, index) => [block.id, copies[index]?.id]))
  return copies.map((block) => {
    const { anchors } = editorOf(block.type) ?? {}
    if (!anchors || !isConnector(block)) return block
    const [from, to] = anchors.read(block).map((anchor) => {
      const id = anchor && copyOf.get(anchor.block)
      return anchor && id !== undefined && id !== null ? { ...anchor, block: id } : null
    })
    return anchors.write(block, [from ?? null, to ?? null])
  })
}

function byId(blocks: readonly Block[]): ReadonlyMap<BlockId, Block> {
  return new Map(blocks.map((block) => [block.id, block]))
}

function anchorsOf(block: Block): readonly Anchor[] {
  const ends = editorOf(block.type)?.anchors?.read(block) ?? []
  return ends.flatMap((anchor) => anchor ?? [])
}

function isConnector(block: Block): boolean {
  return anchorsOf(block).length > 0
}

function follows(block: Block, touched: ReadonlySet<BlockId>): boolean {
  const anchors = anchorsOf(block)
  return anchors.length > 0 && (touched.has(block.id) || anchors.some((anchor) => touched.has(anchor.block)))
}

interface End {
  readonly anchor: Anchor | null
  readonly point: Point
}

function followed(
  line: Block,
  was: ReadonlyMap<BlockId, Block>,
  now: ReadonlyMap<BlockId, Block>,
  heightOf: HeightOf,
): Block {
  const { handles, anchors } = editorOf(line.type)!
  const old = was.get(line.id)
  const points = handles!.read(line)
  const oldPoints = old ? handles!.read(old) : null
  const [from, to] = anchors!.read(line)
  const movesAlong = [from, to].some(
    (anchor) => anchor && was.get(anchor.block)?.frame !== now.get(anchor.block)?.frame,
  )
  const end = (anchor: Anchor | null, point: Point, oldPoint: Point | undefined): End => {
    const box = anchor && boxOf(now.get(anchor.block), heightOf)
    if (!anchor || box === null) return { anchor: null, point }
    if (box === 'unknown') return { anchor, point }
    const wanted = anchorPoint(box, anchor.side)
    const wasConnected =
      old !== undefined && anchors!.read(old).some((one) => one?.block === anchor.block && one.side === anchor.side)
    const pulledAway = oldPoint ? wasConnected && isApart(point, oldPoint) && !movesAlong : isApart(point, wanted)
    return pulledAway ? { anchor: null, point } : { anchor: anchorAt(box, anchor), point: wanted }
  }
  const start = end(from, points[0]!, oldPoints?.[0])
  const finish = end(to, points.at(-1)!, oldPoints?.at(-1))
  const reconnected =
    start.anchor !== from || finish.anchor !== to ? anchors!.write(line, [start.anchor, finish.anchor]) : line
  if (!isApart(start.point, points[0]!) && !isApart(finish.point, points.at(-1)!)) return reconnected
  return handles!.write(reconnected, [start.point, ...points.slice(1, -1), finish.point])
}

/** Updates an anchor to the rotation of its block's box. Returns the same object if nothing changes. */
export function anchorAt(box: Box, anchor: Anchor): Anchor {
  const radians = (box.rotation * Math.PI) / 180
  const turned = Math.abs(Math.sin(radians)) > Math.abs(Math.cos(radians))
  if (turned === (anchor.turned === true)) return anchor
  return { block: anchor.block, side: anchor.side, ...(turned ? { turned } : {}) }
}

/**
 * The box of a block. Null if the block was deleted or is in the slide's flow, 'unknown' if its height is not measured.
 */
function boxOf(block: Block | undefined, heightOf: HeightOf): Box | 'unknown' | null {
  if (!block?.frame) return null
  if (block.frame.height !== null) return boxOfFrame(block.frame, 0)
  const height = heightOf(block.id)
  return height === 0 ? 'unknown' : boxOfFrame(block.frame, height)
}

function isApart(a: Point, b: Point): boolean {
  return Math.abs(a.x - b.x) > minMove || Math.abs(a.y - b.y) > minMove
}
