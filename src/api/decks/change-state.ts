import type { Actor } from '../../rules/permissions.ts'
import type { Visibility } from '../../rules/visibilities.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { Services } from '../../server/services.ts'
import { unindexDeck } from '../search/index-deck.ts'
import { notePerhapsUnused } from '../unused-files/own-files.ts'
import { afterSave } from './after-save.ts'
import { checkVisibility } from './check-settings.ts'
import type { LoadedDeck } from './load-deck.ts'
import { type DeckRow, deleteDeck, updateDeck } from './queries.ts'

/** Changes who can see a deck. Not a new version: what is shown stays the same. Throws 403 where a role or plan is missing. */
export async function changeVisibility(
  services: Services,
  trx: Db,
  loaded: LoadedDeck,
  actor: Actor,
  visibility: Visibility,
): Promise<DeckRow> {
  const changes = checkVisibility(loaded, actor, visibility, services.now())
  const deck = await updateDeck(trx, loaded.deck.id, changes)
  await afterSave(services, trx, loaded.deck, deck)
  return deck
}

/** Moves a deck to the trash; a deck that is there already keeps its date. */
export async function trashDeck(services: Services, trx: Db, deck: DeckRow): Promise<DeckRow> {
  const trashed = await updateDeck(trx, deck.id, { trashed_at: deck.trashed_at ?? services.now() })
  await afterSave(services, trx, deck, trashed)
  return trashed
}

/** Takes a deck out of the trash. */
export async function recoverDeck(services: Services, trx: Db, deck: DeckRow): Promise<DeckRow> {
  const recovered = await updateDeck(trx, deck.id, { trashed_at: null })
  await afterSave(services, trx, deck, recovered)
  return recovered
}

/** Destroys a deck for good, with its place in the search; its picture has no row any more. */
export async function destroyDeck(services: Services, trx: Db, deck: DeckRow): Promise<void> {
  await unindexDeck(trx, services.database.kind, deck.id)
  await deleteDeck(trx, deck.id)
  await notePerhapsUnused(trx, [deck.thumbnail_key], services.now())
}
