import type { Deck, SlideId } from '../../document/deck-model.ts'
import type { Command } from './command.ts'
import { slideOrder } from './find-slide.ts'
import { pairNameOf } from './pair-blocks.ts'
import { setAttributesOfSlides } from './slide-commands.ts'

const attribute = 'data-auto-animate'

/**
 * Switches auto-animate on. reveal.js needs it on both slides of a pair: the neighbor that shares a pair name gets it
 * too, as after a duplication. The slide before takes precedence.
 */
export function animateWithPair(ids: readonly SlideId[]): Command {
  return (deck) => {
    const partners = ids.flatMap((id) => partnerOf(deck, id) ?? [])
    return setAttributesOfSlides([...new Set([...ids, ...partners])], { [attribute]: '' })(deck)
  }
}

/** The neighbor to animate with; null if none shares a pair name, or one has auto-animate already. */
function partnerOf(deck: Deck, id: SlideId): SlideId | null {
  const order = slideOrder(deck)
  const at = order.indexOf(id)
  const names = namesOn(deck, id)
  const pairs = [order[at - 1], order[at + 1]].filter(
    (other) => other !== undefined && [...namesOn(deck, other)].some((name) => names.has(name)),
  )
  if (pairs.some((other) => deck.slides[other!]?.attributes[attribute] !== undefined)) return null
  return pairs[0] ?? null
}

function namesOn(deck: Deck, id: SlideId): ReadonlySet<string> {
  return new Set(deck.slides[id]?.blocks.map(pairNameOf).filter((name) => name !== ''))
}
