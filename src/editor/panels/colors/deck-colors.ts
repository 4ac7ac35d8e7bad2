import type { Block, Deck } from '../../../document/deck-model.ts'
import { hexColor, parseColor } from '../../../rules/colors.ts'

/** The most colors of a deck on offer, and of one block (a drawing may have hundreds). */
const most = { deck: 16, block: 8 }

const pattern = /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3})\b|rgba?\([^()]*\)/gi

const ofBlocks = new WeakMap<Block, readonly string[]>()

/** The colors of a block. Cached per version of the block, so that a large deck is read once. */
function blockColors(block: Block): readonly string[] {
  const cached = ofBlocks.get(block)
  if (cached) return cached
  const found = colorsIn(JSON.stringify([block.style, block.props])).slice(0, most.block)
  ofBlocks.set(block, found)
  return found
}

function colorsIn(text: string): readonly string[] {
  const colors = (text.match(pattern) ?? []).map(parseColor)
  return [...new Set(colors.flatMap((color) => (color && color.alpha > 0 ? [hexColor(color)] : [])))]
}

/** The colors that a deck's author has chosen besides those of the theme, the most used first. */
export function deckColors(deck: Deck): readonly string[] {
  const counts = new Map<string, number>()
  for (const { attributes, blocks } of Object.values(deck.slides)) {
    const grounds = [attributes['data-background-color'] ?? '', attributes['data-background-gradient'] ?? '']
    for (const color of [...colorsIn(grounds.join(' ')), ...blocks.flatMap(blockColors)]) {
      counts.set(color, (counts.get(color) ?? 0) + 1)
    }
  }
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one)
  return sorted.slice(0, most.deck).map(([color]) => color)
}
