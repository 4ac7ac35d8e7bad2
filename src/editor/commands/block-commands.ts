import { withDeclaration, withPair } from '../../blocks/block-style.ts'
import { withoutEmptyGroups } from '../../document/groups.ts'
import { withFreeIds } from '../../document/own-ids.ts'
import type { Block, BlockId, Fragment, Frame, SlideId } from '../../document/types.ts'
import { changeBlocks, changeSlide } from './change-slide.ts'
import type { Command } from './command.ts'
import { withFreePairNames } from './pair-blocks.ts'

/**
 * Puts blocks on a slide, in front of all others or, with `index`, behind the block now at that place (from 0). Ids of
 * their own that the deck has already are left out, and so are names for auto-animate that the slide has.
 */
export function addBlocks(slideId: SlideId, blocks: readonly Block[], index?: number): Command {
  return (deck) =>
    changeSlide(deck, slideId, (slide) => {
      if (blocks.length === 0) return slide
      const added = withFreePairNames(slide, withFreeIds(deck, blocks))
      return { ...slide, blocks: slide.blocks.toSpliced(index ?? slide.blocks.length, 0, ...added) }
    })
}

/** Takes blocks off a slide. */
export function deleteBlocks(slideId: SlideId, ids: readonly BlockId[]): Command {
  const gone = new Set(ids)
  return (deck) =>
    changeSlide(deck, slideId, (slide) => {
      const blocks = slide.blocks.filter((block) => !gone.has(block.id))
      return blocks.length === slide.blocks.length ? slide : { ...slide, blocks: withoutEmptyGroups(blocks) }
    })
}

/** Changes blocks one by one; what `change` answers must keep the block's id and type. */
export function updateBlocks(slideId: SlideId, ids: readonly BlockId[], change: (block: Block) => Block): Command {
  return (deck) => changeBlocks(deck, slideId, ids, change)
}

/** Puts blocks where the frames say (slide px). Blocks that aren't named stay. */
export function setFrames(slideId: SlideId, frames: Readonly<Record<BlockId, Frame>>): Command {
  return (deck) =>
    changeBlocks(deck, slideId, Object.keys(frames), (block) => {
      const frame = frames[block.id]!
      return block.frame && sameFrame(block.frame, frame) ? block : { ...block, frame }
    })
}

/** Sets some properties of a block's own type on blocks. */
export function setProps(slideId: SlideId, ids: readonly BlockId[], props: Readonly<Record<string, unknown>>): Command {
  return (deck) =>
    changeBlocks(deck, slideId, ids, (block) => {
      const old = block.props as Readonly<Record<string, unknown>>
      if (Object.entries(props).every(([name, value]) => old[name] === value)) return block
      return { ...block, props: { ...old, ...props } }
    })
}

/** Sets a CSS declaration of the wrapper (opacity, box-shadow …); null removes it. */
export function setStyle(slideId: SlideId, ids: readonly BlockId[], property: string, value: string | null): Command {
  return (deck) => changeBlocks(deck, slideId, ids, (block) => withDeclaration(block, property, value))
}

/** Sets an attribute of the wrapper (data-auto-animate-id …); null removes it. */
export function setBlockAttribute(
  slideId: SlideId,
  ids: readonly BlockId[],
  name: string,
  value: string | null,
): Command {
  return (deck) =>
    changeBlocks(deck, slideId, ids, (block) => {
      const attributes = withPair(block.attributes, name, value)
      return attributes === block.attributes ? block : { ...block, attributes }
    })
}

/** Locked blocks can't be moved, typed into or deleted until they are unlocked. */
export function setLocked(slideId: SlideId, ids: readonly BlockId[], locked: boolean): Command {
  return (deck) => changeBlocks(deck, slideId, ids, (block) => (block.locked === locked ? block : { ...block, locked }))
}

/** Hidden blocks are not shown, neither in the editor nor to the audience; they stay in the list of layers. */
export function setHidden(slideId: SlideId, ids: readonly BlockId[], hidden: boolean): Command {
  return setStyle(slideId, ids, 'visibility', hidden ? 'hidden' : null)
}

/** Whether a block is hidden. */
export function isHidden(block: Block): boolean {
  return block.style.some(([property, value]) => property === 'visibility' && value === 'hidden')
}

/** The name people give a block; '' is none. */
export function setName(slideId: SlideId, blockId: BlockId, name: string): Command {
  return (deck) => changeBlocks(deck, slideId, [blockId], (block) => (block.name === name ? block : { ...block, name }))
}

/** When blocks appear; null: with the slide. */
export function setFragment(slideId: SlideId, ids: readonly BlockId[], fragment: Fragment | null): Command {
  return (deck) =>
    changeBlocks(deck, slideId, ids, (block) => {
      const same = block.fragment?.style === fragment?.style && block.fragment?.index === fragment?.index
      return same ? block : { ...block, fragment }
    })
}

function sameFrame(a: Frame, b: Frame): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height && a.rotation === b.rotation
}
