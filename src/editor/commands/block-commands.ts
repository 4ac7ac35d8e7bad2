import { withDeclaration, withPair } from '../../blocks/block-style.ts'
import type { Block, BlockId, Fragment, Frame, SlideId } from '../../document/types.ts'
import { changeBlocks, changeSlide } from './change-slide.ts'
import type { Command } from './command.ts'

/** Puts blocks on a slide, in front of all others or, with `index`, behind the block now at that place (from 0). */
export function addBlocks(slideId: SlideId, blocks: readonly Block[], index?: number): Command {
  return (deck) =>
    changeSlide(deck, slideId, (slide) => {
      if (blocks.length === 0) return slide
      return { ...slide, blocks: slide.blocks.toSpliced(index ?? slide.blocks.length, 0, ...blocks) }
    })
}

/** Takes blocks off a slide. */
export function deleteBlocks(slideId: SlideId, ids: readonly BlockId[]): Command {
  const gone = new Set(ids)
  return (deck) =>
    changeSlide(deck, slideId, (slide) => {
      const blocks = slide.blocks.filter((block) => !gone.has(block.id))
      return blocks.length === slide.blocks.length ? slide : { ...slide, blocks }
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

/** Where blocks can go in the z-order: one place, or all the way. */
export type OrderMove = 'forward' | 'backward' | 'front' | 'back'

/** Moves blocks in the z-order; among themselves they keep it. */
export function orderBlocks(slideId: SlideId, ids: readonly BlockId[], move: OrderMove): Command {
  const chosen = new Set(ids)
  return (deck) =>
    changeSlide(deck, slideId, (slide) => {
      const blocks = reordered(slide.blocks, chosen, move)
      return blocks.every((block, index) => block === slide.blocks[index]) ? slide : { ...slide, blocks }
    })
}

function reordered(blocks: readonly Block[], chosen: ReadonlySet<BlockId>, move: OrderMove): readonly Block[] {
  const inside = blocks.filter((block) => chosen.has(block.id))
  const others = blocks.filter((block) => !chosen.has(block.id))
  if (move === 'front') return [...others, ...inside]
  if (move === 'back') return [...inside, ...others]
  const list = move === 'forward' ? blocks.toReversed() : [...blocks]
  // Each chosen block changes places with the one before it, unless that one is chosen too (then both are at the end).
  for (let index = 1; index < list.length; index++) {
    const [before, block] = [list[index - 1]!, list[index]!]
    if (chosen.has(block.id) && !chosen.has(before.id)) [list[index - 1], list[index]] = [block, before]
  }
  return move === 'forward' ? list.toReversed() : list
}

function sameFrame(a: Frame, b: Frame): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height && a.rotation === b.rotation
}
