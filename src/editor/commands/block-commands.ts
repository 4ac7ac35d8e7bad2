import { withDeclaration, withPair } from '../../blocks/block-style.ts'
import { withFreeIds } from '../../document/custom-ids.ts'
import type { Block, BlockId, Frame, SlideId } from '../../document/deck-model.ts'
import { withoutEmptyGroups } from '../../document/groups.ts'
import { changeSlide } from './change-slide.ts'
import type { Command } from './command.ts'
import { withFreePairNames } from './pair-blocks.ts'
import { blocksCommand, slideCommand } from './slide-command.ts'

/**
 * Adds blocks to a slide, in front of all others or at `index` (from 0). Removes author-given ids that the deck already
 * has, and auto-animate names that the slide already has.
 */
export function addBlocks(slideId: SlideId, blocks: readonly Block[], index?: number): Command {
  return (deck) =>
    changeSlide(deck, slideId, (slide) => {
      if (blocks.length === 0) return slide
      const added = withFreePairNames(slide, withFreeIds(deck, blocks))
      return { ...slide, blocks: slide.blocks.toSpliced(index ?? slide.blocks.length, 0, ...added) }
    })
}

/** Deletes blocks from a slide. */
export function deleteBlocks(slideId: SlideId, ids: readonly BlockId[]): Command {
  const deleted = new Set(ids)
  return slideCommand(slideId, (slide) => {
    const blocks = slide.blocks.filter((block) => !deleted.has(block.id))
    return blocks.length === slide.blocks.length ? slide : { ...slide, blocks: withoutEmptyGroups(blocks) }
  })
}

/** Changes blocks one by one. The result of `change` must keep the block's id and type. */
export function updateBlocks(slideId: SlideId, ids: readonly BlockId[], change: (block: Block) => Block): Command {
  return blocksCommand(slideId, ids, change)
}

/** Sets the frames of blocks (slide px). */
export function setFrames(slideId: SlideId, frames: Readonly<Record<BlockId, Frame>>): Command {
  return blocksCommand(slideId, Object.keys(frames), (block) => {
    const frame = frames[block.id]!
    return block.frame && sameFrame(block.frame, frame) ? block : { ...block, frame }
  })
}

/** Sets some type-specific props of blocks. */
export function setProps(slideId: SlideId, ids: readonly BlockId[], props: Readonly<Record<string, unknown>>): Command {
  return blocksCommand(slideId, ids, (block) => {
    const old = block.props as Readonly<Record<string, unknown>>
    if (Object.entries(props).every(([name, value]) => old[name] === value)) return block
    return { ...block, props: { ...old, ...props } }
  })
}

/** Sets a CSS declaration of the wrapper (opacity, box-shadow …); null removes it. */
export function setStyle(slideId: SlideId, ids: readonly BlockId[], property: string, value: string | null): Command {
  return blocksCommand(slideId, ids, (block) => withDeclaration(block, property, value))
}

/** Sets an attribute of the wrapper (data-auto-animate-id …); null removes it. */
export function setBlockAttribute(
  slideId: SlideId,
  ids: readonly BlockId[],
  name: string,
  value: string | null,
): Command {
  return blocksCommand(slideId, ids, (block) => {
    const attributes = withPair(block.attributes, name, value)
    return attributes === block.attributes ? block : { ...block, attributes }
  })
}

/** Locks or unlocks blocks. Locked blocks cannot be moved, edited or deleted. */
export function setLocked(slideId: SlideId, ids: readonly BlockId[], locked: boolean): Command {
  return blocksCommand(slideId, ids, (block) => (block.locked === locked ? block : { ...block, locked }))
}

/** Hides or shows blocks. Hidden blocks appear only in the list of layers. */
export function setHidden(slideId: SlideId, ids: readonly BlockId[], hidden: boolean): Command {
  return setStyle(slideId, ids, 'visibility', hidden ? 'hidden' : null)
}

/** Whether a block is hidden. */
export function isHidden(block: Block): boolean {
  return block.style.some(([property, value]) => property === 'visibility' && value === 'hidden')
}

/** Sets the author-given name of a block; '' for none. */
export function setName(slideId: SlideId, blockId: BlockId, name: string): Command {
  return blocksCommand(slideId, [blockId], (block) => (block.name === name ? block : { ...block, name }))
}

function sameFrame(a: Frame, b: Frame): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height && a.rotation === b.rotation
}
