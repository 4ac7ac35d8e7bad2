import { isUntitled } from '../../rules/deck-url.ts'
import { messages } from '../../rules/messages.ts'
import { type Actor, decideDeck, type Visibility } from '../../rules/permissions.ts'
import { planAllows } from '../../rules/plans.ts'
import { themeColors } from '../../rules/theme-colors.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import { deckFacts } from '../actor.ts'
import { enforce } from '../mount.ts'
import type { LoadedDeck } from './load-deck.ts'
import { type DeckChanges, freeSlug, slugFromTitle, slugIsTaken } from './queries.ts'

/** The settings that a create or save may carry; all optional. */
export type SentSettings = {
  readonly [name in SettingName]?: DeckChanges[name]
}

const settingNames = [
  ...(['title', 'slug', 'description', 'visibility', 'theme_font', 'theme_color', 'transition'] as const),
  ...(['background_transition', 'center', 'rolling_links', 'font_typekit', 'font_google'] as const),
  ...(['auto_slide_interval', 'should_loop', 'rtl', 'share_notes', 'slide_number'] as const),
]
type SettingName = (typeof settingNames)[number]

/** The settings among what was sent. */
export function settingsIn(sent: SentSettings): DeckChanges {
  const given = settingNames.filter((name) => sent[name] !== undefined)
  return Object.fromEntries(given.map((name) => [name, sent[name]]))
}

/** Refuses a color that the owner's plan does not have. A deck keeps the one it has. */
export function checkColor(color: string | undefined, present: string | null, owner: Pick<UserRow, 'plan'>): void {
  if (color === undefined || color === present || planAllows(owner.plan, 'proColors')) return
  const pro = themeColors.some((candidate) => candidate.id === color && candidate.pro)
  if (pro) throw new HttpError(403, messages.access.upgrade)
}

/**
 * The columns that a change of settings writes. Throws 403 where a role or plan is missing, 422 for a slug that another
 * deck of the owner has.
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
  checkColor(changes.theme_color, deck.theme_color, owner)
  if (changes.visibility !== undefined && changes.visibility !== deck.visibility) {
    Object.assign(changes, checkVisibility(loaded, actor, changes.visibility, now))
  }
  if (changes.slug && changes.slug !== deck.slug && (await slugIsTaken(db, deck.user_id, changes.slug, deck.id))) {
    throw invalid('slug', messages.taken[0])
  }
  const first = await slugOfFirstTitle(db, deck, changes)
  return first === null ? changes : { ...changes, slug: first }
}

/** A deck that gets its first title gets an address made from it, unless somebody chose one already. */
async function slugOfFirstTitle(db: Db, deck: LoadedDeck['deck'], changes: DeckChanges): Promise<string | null> {
  const { title, slug } = changes
  const isFirst = title !== undefined && !isUntitled(title) && isUntitled(deck.title)
  if (!isFirst || slug || !/^deck(-\d+)?$/.test(deck.slug ?? '')) return null
  const wished = slugFromTitle(title)
  return wished === 'deck' ? null : freeSlug(db, deck.user_id, wished)
}

/** Throws 422 for an internal deck without a team that could see it. */
export function checkTeam(team: LoadedDeck['team'], visibility: Visibility): void {
  if (visibility === 'team' && team === null) throw invalid('visibility', messages.deck.invalidVisibility)
}

/** The columns that a new visibility writes. Throws 403 where a role or plan is missing, 422 without the team it is for. */
export function checkVisibility(loaded: LoadedDeck, actor: Actor, visibility: Visibility, now: Date): DeckChanges {
  enforce(decideDeck('publish', actor, deckFacts(loaded, actor.userId), { visibility }))
  checkTeam(loaded.team, visibility)
  const first = visibility === 'all' && loaded.deck.published_at === null
  return { visibility, ...(first ? { published_at: now } : {}) }
}
