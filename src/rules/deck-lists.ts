/** The lists of a profile; only its user sees those after the first. */
export const deckLists = ['decks', 'kudos', 'trash'] as const
export type DeckListName = (typeof deckLists)[number]
