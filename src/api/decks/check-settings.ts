import { type DeckSettings, deckFieldList, type SentDeckFields, sentFieldNames } from '../../rules/deck-columns.ts'
import { isUntitled } from '../../rules/deck-url.ts'
import { messages } from '../../rules/messages.ts'
import { type Actor, decideDeck } from '../../rules/permissions.ts'
import { planAllows } from '../../rules/plans.ts'
import type { Visibility } from '../../rules/visibilities.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import { deckFacts } from '../actor.ts'
import { enforce } from '../permission.ts'
import { chosenTheme } from '../themes/theme-for-deck.ts'
import type { LoadedDeck } from './load-deck.ts'
import { type DeckChanges, freeSlug, slugFromTitle, slugIsTaken } from './queries.ts'

/** The settings that a create or save request may contain; all optional. */
export type SentSettings = Partial<SentDeckFields> & {
  readonly visibility?: Visibility
  readonly theme_id?: number | null
}

const settingNames: readonly (keyof SentSettings)[] = [...sentFieldNames, 'theme_id', 'visibility']

/** Picks the settings from a request. */
export function settingsIn(sent: SentSettings): DeckChanges {
  const given = settingNames.filter((name) => sent[name] !== undefined)
  return Object.fromEntries(given.map((name) => [name, sent[name]]))
}

/** Throws 403 for an option outside the owner's plan. Options that the deck already has stay allowed. */
export function checkProOptions(
  sent: Partial<DeckSettings>,
  present: DeckSettings,
  owner: Pick<UserRow, 'plan'>,
): void {
  for (const { name, rule } of deckFieldList) {
    if (rule.kind !== 'option' || !rule.proPrivilege || planAllows(owner.plan, rule.proPrivilege)) continue
    const chosen = rule.options.find((option) => option.id === sent[name])
    if (chosen?.pro && chosen.id !== present[name]) throw new HttpError(403, messages.access.upgrade)
  }
}

/**
 * The column values for a change of settings. Throws 403 if role or plan do not allow it, 422 for a slug of another
 * deck of the owner, and for a theme that the user or the deck may not have.
 */
export async function checkSettings(
  db: Db,
  loaded: LoadedDeck,
  actor: Actor,
  sent: SentSettings,
  now: Date,
): Promise<DeckChanges> {
  const { deck, owner } = loaded
  const changes = settingsIn(sent)
  checkProOptions(sent, deck, owner)
  if (sent.theme_id !== undefined && sent.theme_id !== deck.theme_id && actor.userId !== null) {
    const reader = { id: actor.userId, team_id: actor.teamId }
    await chosenTheme(db, reader, { owner, team_id: deck.team_id }, sent.theme_id)
  }
  if (changes.visibility !== undefined && changes.visibility !== deck.visibility) {
    Object.assign(changes, checkVisibility(loaded, actor, changes.visibility, now))
  }
  if (changes.slug && changes.slug !== deck.slug && (await slugIsTaken(db, deck.user_id, changes.slug, deck.id))) {
    throw invalid('slug', messages.taken[0])
  }
  const firstSlug = await slugOfFirstTitle(db, deck, changes)
  return firstSlug === null ? changes : { ...changes, slug: firstSlug }
}

/** The slug made from a deck's first title; null if the user has chosen a slug already. */
async function slugOfFirstTitle(db: Db, deck: LoadedDeck['deck'], changes: DeckChanges): Promise<string | null> {
  const { title, slug } = changes
  const isFirst = title !== undefined && !isUntitled(title) && isUntitled(deck.title)
  if (!isFirst || slug || !/^deck(-\d+)?$/.test(deck.slug ?? '')) return null
  const preferred = slugFromTitle(title)
  return preferred === 'deck' ? null : freeSlug(db, deck.user_id, preferred)
}

/** Throws 422 for team visibility without a team. */
export function checkTeam(team: LoadedDeck['team'], visibility: Visibility): void {
  if (visibility === 'team' && team === null) throw invalid('visibility', messages.deck.invalidVisibility)
}

/**
 * The column values for a new visibility. Throws 403 if role or plan do not allow it, 422 for team visibility without a
 * team.
 */
export function checkVisibility(loaded: LoadedDeck, actor: Actor, visibility: Visibility, now: Date): DeckChanges {
  enforce(decideDeck('publish', actor, deckFacts(loaded, actor.userId), { visibility }))
  checkTeam(loaded.team, visibility)
  const isFirst = visibility === 'all' && loaded.deck.published_at === null
  return { visibility, ...(isFirst ? { published_at: now } : {}) }
}
