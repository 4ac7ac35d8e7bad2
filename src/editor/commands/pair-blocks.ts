import { withPair } from '../../blocks/block-style.ts'
import type { Block, BlockId, Deck, Slide, SlideId } from '../../document/deck-model.ts'
import { changeBlocks } from './change-slide.ts'
import type { Command } from './command.ts'

/** The attribute by which reveal.js pairs elements of consecutive slides for auto-animate. */
const pairAttribute = 'data-id'

/** The auto-animate name of a block; '' if none. */
export function pairNameOf(block: Block): string {
  return block.attributes.find(([name]) => name === pairAttribute)?.[1] ?? ''
}

/**
 * Pairs copies with their originals on other slides, so that auto-animate morphs one into the other. Existing names
 * are kept: a named original gives its name to the copy, and a named copy stays unpaired. reveal.js requires unique
 * names per slide, so a copy gets none if its slide already has the name.
 *
 * `originals`: the original's id by its copy's id. Originals that the deck does not have are ignored.
 */
export function pairCopies(originals: ReadonlyMap<BlockId, BlockId>): Command {
  return (deck) => {
    if (originals.size === 0) return deck
    const slides = slidesOf(deck, new Set([...originals.keys(), ...originals.values()]))
    let paired = deck
    for (const [copyId, originalId] of originals) {
      const [to, from] = [slides.get(copyId), slides.get(originalId)]
      if (to !== undefined && from !== undefined && to !== from) {
        paired = pairTwo(paired, { slide: from, block: originalId }, { slide: to, block: copyId })
      }
    }
    return paired
  }
}

/** The blocks without the auto-animate names that the slide already has, or that occur twice. */
export function withFreePairNames(slide: Slide, blocks: readonly Block[]): readonly Block[] {
  if (blocks.every((block) => pairNameOf(block) === '')) return blocks
  const used = new Set(slide.blocks.map(pairNameOf))
  return blocks.map((block) => {
    const name = pairNameOf(block)
    const free = !used.has(name)
    used.add(name)
    return name === '' || free ? block : named(block, null)
  })
}

interface BlockPlace {
  readonly slide: SlideId
  readonly block: BlockId
}

function pairTwo(deck: Deck, from: BlockPlace, to: BlockPlace): Deck {
  const [original, copy] = [blockAt(deck, from), blockAt(deck, to)]
  if (!original?.frame || !copy?.frame || pairNameOf(copy) !== '') return deck
  const used = new Set([from, to].flatMap(({ slide }) => deck.slides[slide]!.blocks.map(pairNameOf)))
  const given = pairNameOf(original)
  if (given !== '' && deck.slides[to.slide]!.blocks.some((block) => pairNameOf(block) === given)) return deck
  const name = given === '' ? freeName(original, used) : given
  const withOriginal = changeBlocks(deck, from.slide, [from.block], (block) => named(block, name))
  return changeBlocks(withOriginal, to.slide, [to.block], (block) => named(block, name))
}

/** A readable name from the block's type and id, so that the same deck always gets the same name. */
function freeName(block: Block, used: ReadonlySet<string>): string {
  const stem = `${block.type}-${block.id.slice(-6)}`
  let name = stem
  for (let count = 2; used.has(name); count++) name = `${stem}-${count}`
  return name
}

function named(block: Block, name: string | null): Block {
  const attributes = withPair(block.attributes, pairAttribute, name)
  return attributes === block.attributes ? block : { ...block, attributes }
}

function blockAt(deck: Deck, { slide, block }: BlockPlace): Block | undefined {
  return deck.slides[slide]?.blocks.find(({ id }) => id === block)
}

/** The slide of each block, by block id. */
function slidesOf(deck: Deck, ids: ReadonlySet<BlockId>): ReadonlyMap<BlockId, SlideId> {
  const found = new Map<BlockId, SlideId>()
  for (const slide of Object.values(deck.slides)) {
    for (const { id } of slide.blocks) if (ids.has(id)) found.set(id, slide.id)
  }
  return found
}
