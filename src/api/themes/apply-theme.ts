import { messages } from '../../rules/messages.ts'
import { appliedSettings } from '../../rules/theme-settings.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { actorOf, deckFacts } from '../actor.ts'
import { afterSave } from '../decks/after-save.ts'
import { checkProOptions } from '../decks/check-settings.ts'
import type { LoadedDeck } from '../decks/load-deck.ts'
import { nextVersion } from '../decks/newer-version.ts'
import { type DeckRow, lockDeck, updateDeck } from '../decks/queries.ts'
import { enforceDeck } from '../permission.ts'
import { chosenTheme } from './theme-for-deck.ts'

/**
 * Gives a deck a theme, with the theme's settings; null: takes its theme away. Throws 422 for a theme that the user or
 * the deck may not have, 403 for a color outside the owner's plan. A deck that has the theme gets its settings again.
 */
export async function applyTheme(
  services: Services,
  trx: Db,
  loaded: LoadedDeck,
  user: UserRow,
  themeId: number | null,
): Promise<DeckRow> {
  const deck = await lockDeck(trx, services.database.kind, loaded.deck.id)
  if (!deck) throw new HttpError(404, messages.access.notFound)
  // Checks again under the lock: another user may have become the editor since the first check.
  enforceDeck('apply-theme', actorOf(user), deckFacts({ ...loaded, deck }, user.id))
  const theme = await chosenTheme(trx, user, { owner: loaded.owner, team_id: deck.team_id }, themeId)
  const settings = theme ? appliedSettings(theme) : {}
  checkProOptions(settings, deck, loaded.owner)
  const changes = { ...settings, theme_id: theme?.id ?? null }
  const changed = Object.entries(changes).some(([name, value]) => deck[name as keyof DeckRow] !== value)
  if (!changed) return deck
  const saved = await updateDeck(trx, deck.id, { ...changes, ...nextVersion(deck, user.id, services.now()) })
  await afterSave(services, trx, deck, saved)
  return saved
}
