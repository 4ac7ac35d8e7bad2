import { shownTitle } from '../../rules/deck-url.ts'
import type { Db } from '../../server/db/open-database.ts'
import { loadDeckFor } from '../decks/load-deck.ts'
import type { ImportRow } from './queries.ts'

/** The parts of the URL of the deck; null if there is none, or no longer. */
async function deckOf(db: Db, { deck_id, user_id }: ImportRow) {
  const loaded = deck_id === null ? null : await loadDeckFor(db, deck_id, user_id)
  if (!loaded || loaded.role === null) return null
  const { deck, owner } = loaded
  const user = { username: owner.username, team_slug: owner.team_slug }
  return { id: deck.id, title: shownTitle(deck.title), slug: deck.slug, user }
}

/** An import, as JSON. */
export async function importJson(db: Db, row: ImportRow) {
  return { ...row, deck: await deckOf(db, row) }
}
