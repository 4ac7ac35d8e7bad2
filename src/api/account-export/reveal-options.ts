import { type DeckSettings, frameFields } from '../../rules/deck-fields.ts'
import { limits } from '../../rules/limits.ts'
import { revealTransition } from '../../rules/transitions.ts'

/**
 * The options of reveal.js in an exported page: the settings of the deck that its frame gets (`frame` in
 * rules/deck-fields.ts). Contains only numbers, booleans and ids of the product's own lists.
 */
export function revealOptions(deck: DeckSettings): Readonly<Record<string, unknown>> {
  // Rolling links are a style of our own player.
  const { rollingLinks: _ours, ...fields } = frameFields(deck)
  return {
    width: limits.slide.width,
    height: limits.slide.height,
    ...fields,
    slideNumber: fields.slideNumber ? 'h.v' : false,
    transition: revealTransition(fields.transition),
    hash: true,
  }
}
