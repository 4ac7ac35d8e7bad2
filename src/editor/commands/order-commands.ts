import type { Block, BlockId, SlideId } from '../../document/deck-model.ts'
import { type GroupId, groupDepth, groupsOf, placeOf, withGroups, withoutEmptyGroups } from '../../document/groups.ts'
import { changeSlide } from './change-slide.ts'
import type { Command } from './command.ts'

/** The moves in the stacking order: one place, or to an end. */
export type OrderMove = 'forward' | 'backward' | 'front' | 'back'

/**
 * Moves blocks in the stacking order, keeping their relative order. A whole group moves as one unit, and other blocks
 * move past all of it. Single members of a group move within the group.
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
 * Places blocks directly behind or in front of another block, as dragged in the layer list. `path` lists the groups
 * that they join, outermost first. The other block or its group must be in these groups.
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
      const depth = placeOf(slide.blocks, ids).length
      const moved = slide.blocks
        .filter((block) => chosen.has(block.id))
        .map((block) => withGroups(block, [...place.path, ...groupsOf(block).slice(depth)].slice(0, groupDepth)))
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

/** Reorders the units of one group, or of the whole slide if the place is empty. */
function withinPlace(
  blocks: readonly Block[],
  place: readonly GroupId[],
  order: (units: readonly (readonly Block[])[]) => readonly (readonly Block[])[],
): readonly Block[] {
  const group = place.at(-1)
  const inside = group === undefined ? blocks : blocks.filter((block) => groupsOf(block).includes(group))
  const next = order(rowsOf(inside, place.length)).flat()
  // Members may be interleaved with other blocks in imported markup: each member takes the position of a member.
  let index = 0
  const members = new Set(inside)
  return blocks.map((block) => (members.has(block) ? next[index++]! : block))
}

/** Splits blocks into units: consecutive blocks of the same group at this depth. */
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
  // Each selected unit swaps with its predecessor, unless the predecessor is selected too. Then both are already at the
  // end.
  for (let index = 1; index < list.length; index++) {
    const [before, unit] = [list[index - 1]!, list[index]!]
    if (chosen(unit) && !chosen(before)) [list[index - 1], list[index]] = [unit, before]
  }
  return move === 'forward' ? list.toReversed() : list
}

function sameList(a: readonly Block[], b: readonly Block[]): boolean {
  return a.length === b.length && a.every((block, index) => block === b[index])
}
