import type { Block, BlockId, SlideId } from '../../document/deck-model.ts'
import {
  type GroupId,
  groupDepth,
  groupsOf,
  membersOf,
  placeOf,
  unitOf,
  unitsOf,
  withGroups,
  withoutEmptyGroups,
} from '../../document/groups.ts'
import { changeSlide } from './change-slide.ts'
import type { Command } from './command.ts'

/** Groups blocks within the entered group. They become contiguous at the position of the frontmost one. */
export function groupBlocks(slideId: SlideId, ids: readonly BlockId[], group: GroupId): Command {
  const chosen = new Set(ids)
  return (deck) =>
    changeSlide(deck, slideId, (slide) => {
      const members = slide.blocks.filter((block) => chosen.has(block.id))
      if (!canGroup(slide.blocks, members)) return slide
      const place = placeOf(slide.blocks, ids)
      const depth = place.length
      // If only some members of a group are selected, they leave it: a group must be wholly inside or outside of the
      // new one.
      const isWhole = (id: GroupId): boolean => membersOf(slide.blocks, id).every((block) => chosen.has(block.id))
      const grouped = members.map((block): Block => {
        const own = groupsOf(block)
        return withGroups(block, [...own.slice(0, depth), group, ...own.slice(depth).filter(isWhole)])
      })
      // In front of the whole unit of the frontmost block, so that no block splits another group.
      const frontmost = new Set(unitOf(slide.blocks, members.at(-1)!, place))
      const end = slide.blocks.findLastIndex((block) => frontmost.has(block)) + 1
      const others = (blocks: readonly Block[]): readonly Block[] => blocks.filter((block) => !chosen.has(block.id))
      const blocks = [...others(slide.blocks.slice(0, end)), ...grouped, ...others(slide.blocks.slice(end))]
      return { ...slide, blocks: withoutEmptyGroups(blocks) }
    })
}

/** Whether blocks can be grouped: several units, each with a frame, within the maximum depth. */
export function canGroup(all: readonly Block[], members: readonly Block[]): boolean {
  const place = placeOf(
    all,
    members.map((block) => block.id),
  )
  if (unitsOf(members, place).length < 2) return false
  return members.every((block) => block.frame !== null && groupsOf(block).length < groupDepth)
}

/** Removes one level of grouping from each group selected as a whole. Blocks keep their order. */
export function ungroupBlocks(slideId: SlideId, ids: readonly BlockId[]): Command {
  const chosen = new Set(ids)
  return (deck) =>
    changeSlide(deck, slideId, (slide) => {
      const depth = placeOf(slide.blocks, ids).length
      const blocks = slide.blocks.map((block) => {
        const own = groupsOf(block)
        return chosen.has(block.id) && own.length > depth ? withGroups(block, own.toSpliced(depth, 1)) : block
      })
      return blocks.every((block, index) => block === slide.blocks[index]) ? slide : { ...slide, blocks }
    })
}
