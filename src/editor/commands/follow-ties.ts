import type { Tie, TieSide } from '../../blocks/block-editor.ts'
import { editorOf } from '../../blocks/editors.ts'
import type { Block, BlockId, Deck, Slide } from '../../document/types.ts'
import { type Box, boxOfFrame } from '../geometry/box.ts'
import { minus, type Point, plus, turned } from '../geometry/point.ts'
import { centerOf } from '../geometry/rect.ts'

/** How high a block is that is as high as its content, in slide px; 0 when nobody knows. */
export type HeightOf = (blockId: BlockId) => number

/** Less than this, in slide px, is no move: places of points are rounded. */
const still = 0.2

/** The sides of a block that lines can be tied to. */
export const tieSides: readonly TieSide[] = ['top', 'right', 'bottom', 'left']

const middles: Readonly<Record<TieSide, Point>> = {
  top: { x: 0.5, y: 0 },
  right: { x: 1, y: 0.5 },
  bottom: { x: 0.5, y: 1 },
  left: { x: 0, y: 0.5 },
}

/** The middle of a side of a turned box, in tenths of slide px. */
export function tiePoint(box: Box, side: TieSide): Point {
  const center = centerOf(box)
  const middle = { x: box.x + middles[side].x * box.width, y: box.y + middles[side].y * box.height }
  const point = plus(center, turned(minus(middle, center), box.rotation))
  return { x: Math.round(point.x * 10) / 10, y: Math.round(point.y * 10) / 10 }
}

/**
 * The deck after a change, with the tied ends of lines where their blocks are now. A line that was moved by itself
 * comes loose, and so does an end whose block is gone; it stays where it is.
 */
export function followTies(before: Deck, after: Deck, heightOf: HeightOf): Deck {
  let slides = after.slides
  if (slides === before.slides) return after
  // Without lists of a deck's slides: every key that is typed comes by here.
  for (const id in after.slides) {
    const [was, slide] = [before.slides[id], after.slides[id]!]
    if (was === slide) continue
    const next = followOnSlide(was, slide, heightOf)
    if (next !== slide) slides = { ...slides, [id]: next }
  }
  return slides === after.slides ? after : { ...after, slides }
}

/** The same for one slide; the very same slide when no line is tied, or all are where they belong. */
export function followOnSlide(before: Slide | undefined, after: Slide, heightOf: HeightOf): Slide {
  if (!hasTies(after)) return after
  const was = byId(before?.blocks ?? [])
  const now = byId(after.blocks)
  const blocks = after.blocks.map((block) => (isTied(block) ? followed(block, was, now, heightOf) : block))
  return blocks.every((block, index) => block === after.blocks[index]) ? after : { ...after, blocks }
}

const tied = new WeakMap<Slide, boolean>()

/** Whether any line of a slide is tied to something; a slide is looked through once. */
export function hasTies(slide: Slide): boolean {
  const known = tied.get(slide)
  if (known !== undefined) return known
  const has = slide.blocks.some(isTied)
  tied.set(slide, has)
  return has
}

/** Copies of lines are tied to the copies of what their originals were tied to; to nothing when that was not copied. */
export function withCopiedTies(originals: readonly Block[], copies: readonly Block[]): readonly Block[] {
  const copyOf = new Map(originals.map((block, index) => [block.id, copies[index]?.id]))
  return copies.map((block) => {
    const { ties } = editorOf(block.type) ?? {}
    if (!ties || !isTied(block)) return block
    const [from, to] = ties.read(block).map((tie) => {
      const id = tie && copyOf.get(tie.block)
      return tie && id !== undefined && id !== null ? { ...tie, block: id } : null
    })
    return ties.write(block, [from ?? null, to ?? null])
  })
}

function byId(blocks: readonly Block[]): ReadonlyMap<BlockId, Block> {
  return new Map(blocks.map((block) => [block.id, block]))
}

function isTied(block: Block): boolean {
  return (
    editorOf(block.type)
      ?.ties?.read(block)
      .some((tie) => tie !== null) ?? false
  )
}

interface End {
  readonly tie: Tie | null
  readonly point: Point
}

function followed(
  line: Block,
  was: ReadonlyMap<BlockId, Block>,
  now: ReadonlyMap<BlockId, Block>,
  heightOf: HeightOf,
): Block {
  const { points: way, ties } = editorOf(line.type)!
  const old = was.get(line.id)
  const points = way!.read(line)
  const oldPoints = old ? way!.read(old) : null
  const [from, to] = ties!.read(line)
  const dragsAlong = [from, to].some((tie) => tie && was.get(tie.block)?.frame !== now.get(tie.block)?.frame)
  const end = (tie: Tie | null, point: Point, oldPoint: Point | undefined): End => {
    const place = tie && placeOf(now.get(tie.block), heightOf)
    if (!tie || place === null) return { tie: null, point }
    if (place === 'unknown') return { tie, point }
    const wanted = tiePoint(place, tie.side)
    const wasTied =
      old !== undefined && ties!.read(old).some((one) => one?.block === tie.block && one.side === tie.side)
    const pulledAway = oldPoint ? wasTied && isApart(point, oldPoint) && !dragsAlong : isApart(point, wanted)
    return pulledAway ? { tie: null, point } : { tie: tieAt(place, tie), point: wanted }
  }
  const start = end(from, points[0]!, oldPoints?.[0])
  const finish = end(to, points.at(-1)!, oldPoints?.at(-1))
  const loosened = start.tie !== from || finish.tie !== to ? ties!.write(line, [start.tie, finish.tie]) : line
  if (!isApart(start.point, points[0]!) && !isApart(finish.point, points.at(-1)!)) return loosened
  return way!.write(loosened, [start.point, ...points.slice(1, -1), finish.point])
}

/** A tie to a block that stands as this box does; the very same when it knew. */
export function tieAt(box: Box, tie: Tie): Tie {
  const radians = (box.rotation * Math.PI) / 180
  const turned = Math.abs(Math.sin(radians)) > Math.abs(Math.cos(radians))
  if (turned === (tie.turned === true)) return tie
  return { block: tie.block, side: tie.side, ...(turned ? { turned } : {}) }
}

/** Null: the block is gone or has no place. */
function placeOf(block: Block | undefined, heightOf: HeightOf): Box | 'unknown' | null {
  if (!block?.frame) return null
  if (block.frame.height !== null) return boxOfFrame(block.frame, 0)
  const height = heightOf(block.id)
  return height === 0 ? 'unknown' : boxOfFrame(block.frame, height)
}

function isApart(a: Point, b: Point): boolean {
  return Math.abs(a.x - b.x) > still || Math.abs(a.y - b.y) > still
}
