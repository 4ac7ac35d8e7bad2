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
import type { Block, BlockId, SlideId } from '../../document/types.ts'
import { changeSlide } from './change-slide.ts'
import type { Command } from './command.ts'

/**
 * Makes a group of blocks, inside of the group in which they are chosen. They come to stand together, where the
 * frontmost of them stands.
 */
export function groupBlocks(slideId: SlideId, ids: readonly BlockId[], group: GroupId): Command {
  const chosen = new Set(ids)
  return (deck) =>
    changeSlide(deck, slideId, (slide) => {
      const members = slide.blocks.filter((block) => chosen.has(block.id))
      if (!canGroup(slide.blocks, members)) return slide
      const place = placeOf(slide.blocks, ids)
      const depth = place.length
      // A group of which only a part is chosen can't be inside the new one and outside as well: the part leaves it.
      const isWhole = (id: GroupId): boolean => membersOf(slide.blocks, id).every((block) => chosen.has(block.id))
      const grouped = members.map((block): Block => {
        const own = groupsOf(block)
        return withGroups(block, [...own.slice(0, depth), group, ...own.slice(depth).filter(isWhole)])
      })
      // In front of all of the thing that the frontmost belongs to: nothing may come to stand within another group.
      const frontmost = new Set(unitOf(slide.blocks, members.at(-1)!, place))
      const end = slide.blocks.findLastIndex((block) => frontmost.has(block)) + 1
      const others = (blocks: readonly Block[]): readonly Block[] => blocks.filter((block) => !chosen.has(block.id))
      const blocks = [...others(slide.blocks.slice(0, end)), ...grouped, ...others(slide.blocks.slice(end))]
      return { ...slide, blocks: withoutEmptyGroups(blocks) }
    })
}

/** Whether these blocks can become a group: several things, none of them in the slide's flow, no group too deep. */
export function canGroup(all: readonly Block[], members: readonly Block[]): boolean {
  const place = placeOf(
    all,
    members.map((block) => block.id),
  )
  if (unitsOf(members, place).length < 2) return false
  return members.every((block) => block.frame !== null && groupsOf(block).length < groupDepth)
}

/** Takes the groups that are chosen as wholes apart, by one level. All blocks stay where they are. */
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
