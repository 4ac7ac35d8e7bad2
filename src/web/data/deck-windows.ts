/** The BroadcastChannel of this browser's windows, for saved decks. */
export const deckWindows = 'lectern-decks'

/** The message that is posted after a save. `version` null: newer than before; the receiver asks for it. */
export interface DeckSaved {
  readonly deckId: number
  readonly version: number | null
}

/** Notifies all open editors, this window's included, that the server has saved new versions of decks. */
export function announceSavedDecks(ids: readonly number[]): void {
  const channel = new BroadcastChannel(deckWindows)
  for (const deckId of ids) channel.postMessage({ deckId, version: null } satisfies DeckSaved)
  channel.close()
}
