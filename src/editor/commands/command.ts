import type { Deck } from '../../document/types.ts'

/**
 * A change of the deck: pure, and sharing everything it does not change. The same deck comes back, the very same
 * object, when there is nothing to change or what it speaks of is gone; then no undo step is made. It draws no
 * random ids of its own: who makes the command brings them.
 */
export type Command = (deck: Deck) => Deck
