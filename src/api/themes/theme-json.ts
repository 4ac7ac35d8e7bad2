import type { z } from 'zod'
import { decideOwn, decideTeam, mayWriteScripts } from '../../rules/account-permissions.ts'
import { orderedColors } from '../../rules/theme-settings.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { Settings } from '../../server/env.ts'
import type { UserRow } from '../../server/http/session.ts'
import { isBuiltInId } from '../../themes/built-in-theme.ts'
import { actorOf } from '../actor.ts'
import { contentRules } from '../decks/content-rules.ts'
import type { savedTheme, theme, themeSummary } from './contract.ts'
import { type PreparedSources, resanitizedSources } from './prepare-sources.ts'
import { type ThemeRow, type ThemeSummaryRow, templatesOfThemes } from './queries.ts'

type JsonSettings = Pick<Settings, 'baseUrl' | 'billing' | 'themeScripts' | 'contentUrl'>

/** URL of a theme's picture; it changes with the picture. */
function themeThumbnailUrl({ id, thumbnail_version: version }: ThemeSummaryRow): string {
  return `/api/v1/themes/${id}/thumbnail${version === null ? '' : `?v=${version}`}`
}

/** What a user may do with a theme that the user may see. */
function rightsOf(row: ThemeSummaryRow, user: UserRow, settings: JsonSettings) {
  if (isBuiltInId(row.id)) return { may_change: false, may_write_scripts: false }
  const actor = actorOf(user)
  const { team_id: teamId } = row
  const decision =
    teamId === null
      ? decideOwn('themes', actor, { ownerId: user.id, themesForAll: settings.billing === 'off' })
      : decideTeam('change-themes', actor, { teamId, plan: user.plan, manuallyUpgraded: false })
  const mayChange = decision === 'allow'
  return {
    may_change: mayChange,
    may_write_scripts:
      mayChange && settings.contentUrl !== null && mayWriteScripts(actor, teamId !== null, settings.themeScripts),
  }
}

/** Themes in a list, as JSON. */
export async function themeSummaries(
  db: Db,
  rows: readonly ThemeSummaryRow[],
  user: UserRow,
  settings: JsonSettings,
): Promise<z.input<typeof themeSummary>[]> {
  const templates = await templatesOfThemes(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...row,
    colors: orderedColors(row.colors),
    ...rightsOf(row, user, settings),
    slide_template_ids: templates.get(row.id) ?? [],
    thumbnail_url: themeThumbnailUrl(row),
  }))
}

/** A theme as JSON. The editor's canvas draws with it, so its sources are of today's sanitizer. */
export async function themeJson(
  db: Db,
  row: ThemeRow,
  user: UserRow,
  settings: JsonSettings,
): Promise<z.input<typeof theme>> {
  const [summary] = await themeSummaries(db, [row], user, settings)
  const sources = resanitizedSources(row, contentRules(settings, 'enterprise'))
  return { ...row, ...(summary as z.input<typeof themeSummary>), ...sources }
}

/** A saved theme as JSON, with what the sanitizer removed. */
export async function savedThemeJson(
  db: Db,
  saved: { readonly row: ThemeRow; readonly removed: PreparedSources['removed'] },
  user: UserRow,
  settings: JsonSettings,
): Promise<z.input<typeof savedTheme>> {
  return { ...(await themeJson(db, saved.row, user, settings)), removed: saved.removed }
}
