import { type GroupId, groupDepth, groupsOf, placeOf, withGroups, withoutEmptyGroups } from '../../document/groups.ts'
import type { Block, BlockId, SlideId } from '../../document/types.ts'
import { changeSlide } from './change-slide.ts'
import type { Command } from './command.ts'

/** Where blocks can go in the z-order: one place, or all the way. */
export type OrderMove = 'forward' | 'backward' | 'front' | 'back'

/**
 * Moves blocks in the z-order; among themselves they keep it. A group goes as one and passes others as one; members of
 * a group that isn't chosen as a whole stay between the others of it.
 */
export function orderBlocks(slideId: SlideId, ids: readonly BlockId[], move: OrderMove): Command {
  const chosen = new Set(ids)
  return (deck) =>
    changeSlide(deck, slideId, (slide) => {
      const place = placeOf(slide.blocks, ids)
      const blocks = withinPlace(slide.blocks, place, (units) =>
        reordered(units, (unit) => unit.some((block) => chosen.has(block.id)), move),
      )
      return sameList(blocks, slide.blocks) ? slide : { ...slide, blocks }
    })
}

/**
 * Puts blocks right behind or in front of another one, as one drags them in a list. `path`: the groups they come into
 * by that, the outermost first; the other block (or a group that it is in) is in these too.
 */
export function placeBlocks(
  slideId: SlideId,
  ids: readonly BlockId[],
  place: { readonly side: 'behind' | 'before'; readonly of: BlockId; readonly path: readonly GroupId[] },
): Command {
  const chosen = new Set(ids)
  return (deck) =>
    changeSlide(deck, slideId, (slide) => {
      const target = slide.blocks.find((block) => block.id === place.of)
      if (!target || chosen.has(place.of)) return slide
      const left = placeOf(slide.blocks, ids).length
      const moved = slide.blocks
        .filter((block) => chosen.has(block.id))
        .map((block) => withGroups(block, [...place.path, ...groupsOf(block).slice(left)].slice(0, groupDepth)))
      const unit = groupsOf(target)[place.path.length]
      const rest = slide.blocks.filter((block) => !chosen.has(block.id))
      const belongs = (block: Block): boolean => {
        return unit === undefined ? block.id === place.of : groupsOf(block).includes(unit)
      }
      const at = place.side === 'behind' ? rest.findIndex(belongs) : rest.findLastIndex(belongs) + 1
      const blocks = withoutEmptyGroups(rest.toSpliced(at, 0, ...moved))
      return sameList(blocks, slide.blocks) ? slide : { ...slide, blocks }
    })
}

/** The blocks with the things inside of a group (of the slide, with an empty place) in another order. */
function withinPlace(
  blocks: readonly Block[],
  place: readonly GroupId[],
  order: (units: readonly (readonly Block[])[]) => readonly (readonly Block[])[],
): readonly Block[] {
  const group = place.at(-1)
  const inside = group === undefined ? blocks : blocks.filter((block) => groupsOf(block).includes(group))
  const next = order(rowsOf(inside, place.length)).flat()
  // Members stand together; where somebody's markup has others between them, each still stays in a place of a member.
  let index = 0
  const members = new Set(inside)
  return blocks.map((block) => (members.has(block) ? next[index++]! : block))
}

/** Blocks that stand in a row and are of the same group at this depth are one thing. */
function rowsOf(blocks: readonly Block[], depth: number): readonly (readonly Block[])[] {
  const rows: Block[][] = []
  let last: GroupId | undefined
  for (const block of blocks) {
    const group = groupsOf(block)[depth]
    if (group !== undefined && group === last) rows.at(-1)!.push(block)
    else rows.push([block])
    last = group
  }
  return rows
}

function reordered<T>(units: readonly T[], chosen: (unit: T) => boolean, move: OrderMove): readonly T[] {
  const inside = units.filter(chosen)
  const others = units.filter((unit) => !chosen(unit))
  if (move === 'front') return [...others, ...inside]
  if (move === 'back') return [...inside, ...others]
  const list = move === 'forward' ? units.toReversed() : [...units]
  // Each chosen one changes places with the one before it, unless that one is chosen too (then both are at the end).
  for (let index = 1; index < list.length; index++) {
    const [before, unit] = [list[index - 1]!, list[index]!]
    if (chosen(unit) && !chosen(before)) [list[index - 1], list[index]] = [unit, before]
  }
  return move === 'forward' ? list.toReversed() : list
}

function sameList(a: readonly Block[], b: readonly Block[]): boolean {
  return a.length === b.length && a.every((block, index) => block === b[index])
}
