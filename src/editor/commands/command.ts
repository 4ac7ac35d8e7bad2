import type { Deck } from '../../document/deck-model.ts'

/**
 * A pure change of the deck. Unchanged parts are shared with the old deck. It returns the same object if nothing
 * changes or its target was deleted; then no undo step is made. It generates no random ids, because it may be applied
 * to several decks. The ids are passed to the function that creates it.
 */
export type Command = (deck: Deck) => Deck
