import { messages } from '../../rules/messages.ts'
import type { Actor } from '../../rules/permissions.ts'
import type { Visibility } from '../../rules/visibilities.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import type { Services } from '../../server/services.ts'
import { exportFilesOf } from '../exports/queries.ts'
import { recordPossibleOrphans } from '../orphaned-files/file-references.ts'
import { unindexDeck } from '../search/index-deck.ts'
import { teamById } from '../teams/queries.ts'
import { afterSave } from './after-save.ts'
import { checkVisibility } from './check-settings.ts'
import { deckOwner, type LoadedDeck } from './load-deck.ts'
import { lockAsMember } from './lock-as-member.ts'
import { type DeckRow, deleteDeck, updateDeck } from './queries.ts'

/**
 * Changes a deck's visibility. Keeps the version, since the content is unchanged. Throws 403 if role or plan do not
 * allow it.
 */
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

/**
 * Moves a personal deck into its owner's team. A deck that is there already stays. Throws 422 for a public deck of a
 * team that allows none.
 */
export async function bringToTeam(
  services: Services,
  trx: Db,
  { deck, owner, theme, fonts }: LoadedDeck,
): Promise<LoadedDeck> {
  await lockAsMember(trx, services.database.kind, owner)
  const team = await teamById(trx, owner.team_id)
  if (!team) throw new HttpError(403, messages.access.forbidden)
  if (deck.team_id === null && deck.visibility === 'all' && team.plan === 'enterprise' && !team.allow_public_decks) {
    throw invalid('visibility', messages.deck.teamForbidsPublic)
  }
  const brought = await updateDeck(trx, deck.id, { team_id: team.id })
  await afterSave(services, trx, deck, brought)
  return { deck: brought, owner: deckOwner(owner, team), team, role: 'owner', theme, fonts, link: null }
}

/** Moves a deck to the trash. A deck that is already trashed keeps its date. */
export async function trashDeck(services: Services, trx: Db, deck: DeckRow): Promise<DeckRow> {
  const trashed = await updateDeck(trx, deck.id, { trashed_at: deck.trashed_at ?? services.now() })
  await afterSave(services, trx, deck, trashed)
  return trashed
}

/** Restores a deck from the trash. */
export async function recoverDeck(services: Services, trx: Db, deck: DeckRow): Promise<DeckRow> {
  const recovered = await updateDeck(trx, deck.id, { trashed_at: null })
  await afterSave(services, trx, deck, recovered)
  return recovered
}

/** Deletes a deck permanently, with its search index. Its thumbnail and exports become orphaned files. */
export async function destroyDeck(services: Services, trx: Db, deck: DeckRow): Promise<void> {
  await unindexDeck(trx, services.database.kind, deck.id)
  const exported = await exportFilesOf(trx, { deck: deck.id })
  await deleteDeck(trx, deck.id)
  await recordPossibleOrphans(trx, [deck.thumbnail_key, ...exported], services.now())
}
