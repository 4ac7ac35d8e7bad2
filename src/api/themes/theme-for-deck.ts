import type { DeckSettings } from '../../rules/deck-columns.ts'
import { messages } from '../../rules/messages.ts'
import { type Plan, planAllows } from '../../rules/plans.ts'
import { appliedSettings } from '../../rules/theme-settings.ts'
import type { Db } from '../../server/db/open-database.ts'
import { invalid } from '../../server/http/http-error.ts'
import { isBuiltInId } from '../../themes/built-in-theme.ts'
import { builtInRow } from './built-in.ts'
import { findVisibleTheme, type ThemeReader, type ThemeRow } from './queries.ts'

/** The owner and the team of a deck. */
export interface ThemedDeck {
  readonly owner: ThemeReader
  readonly team_id: number | null
}

/** Whether a deck may have a theme: it is the owner's, or of the team of the deck or its owner. */
function isForDeck(theme: ThemeRow, { owner, team_id: teamId }: ThemedDeck): boolean {
  if (isBuiltInId(theme.id)) return true
  if (theme.team_id === null) return theme.user_id === owner.id
  return theme.team_id === teamId || theme.team_id === owner.team_id
}

/** Finds a theme that a user may choose: a built-in one, or one that the user may see. Null if there is none. */
export async function choosableTheme(db: Db, reader: ThemeReader, id: number): Promise<ThemeRow | null> {
  return builtInRow(id) ?? findVisibleTheme(db, reader, id)
}

/** Finds a theme that a user may see, and a deck may have. Null if there is none. */
export async function themeForDeck(
  db: Db,
  reader: ThemeReader,
  deck: ThemedDeck,
  id: number | null,
): Promise<ThemeRow | null> {
  const theme = id === null ? null : await choosableTheme(db, reader, id)
  return theme && isForDeck(theme, deck) ? theme : null
}

/** The same; throws 422 if there is no such theme. */
export async function chosenTheme(
  db: Db,
  reader: ThemeReader,
  deck: ThemedDeck,
  id: number | null,
): Promise<ThemeRow | null> {
  const theme = await themeForDeck(db, reader, deck, id)
  if (id !== null && !theme) throw invalid('theme_id', messages.theme.missing)
  return theme
}

/** A user, with the theme that the user chose for new decks. */
export interface DeckStarter extends ThemeReader {
  readonly default_theme_id: number | null
}

/**
 * The settings that a new deck takes from its theme: from `sentId` if the request names one, else from the default theme
 * of the user or of the user's team. Defaults that no longer apply are ignored. Throws 422 for an unknown `sentId`.
 */
export async function startingSettings(
  db: Db,
  user: DeckStarter,
  team: { readonly default_theme_id: number | null } | null,
  { plan, sentId }: { readonly plan: Plan; readonly sentId?: number | null | undefined },
): Promise<Partial<DeckSettings>> {
  const deck = { owner: user, team_id: user.team_id }
  const theme =
    sentId === undefined ? await defaultTheme(db, user, team, plan) : await chosenTheme(db, user, deck, sentId)
  const size = theme?.slide_size ?? null
  return theme ? { theme_id: theme.id, ...appliedSettings(theme), ...(size === null ? {} : { slide_size: size }) } : {}
}

async function defaultTheme(
  db: Db,
  user: DeckStarter,
  team: { readonly default_theme_id: number | null } | null,
  plan: Plan,
): Promise<ThemeRow | null> {
  const deck = { owner: user, team_id: user.team_id }
  // Only stored themes need a plan.
  const defaultOf = (id: number | null) =>
    isBuiltInId(id) || planAllows(plan, 'team') ? themeForDeck(db, user, deck, id) : null
  return (await defaultOf(user.default_theme_id)) ?? defaultOf(team?.default_theme_id ?? null)
}
