/** The lists of a profile; all but the first are visible to its user only. */
export const deckLists = ['decks', 'shared', 'kudos', 'trash'] as const
export type DeckListName = (typeof deckLists)[number]
