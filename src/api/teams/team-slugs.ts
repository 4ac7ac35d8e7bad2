import { originOf } from '../../rules/deck-url.ts'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { isReservedName } from '../../rules/reserved-names.ts'
import { validateTeamSlug } from '../../rules/validators.ts'
import type { Db } from '../../server/db/open-database.ts'
import { isUniqueViolation } from '../../server/db/unique-violation.ts'
import type { Settings } from '../../server/env.ts'
import { createHosts } from '../../server/http/hosts.ts'
import { invalid } from '../../server/http/http-error.ts'
import type { Services } from '../../server/services.ts'
import { formerSlugs } from './memberships.ts'

/** The host of a team, as in a Host header. */
function hostOf(slug: string, { baseUrl }: Pick<Settings, 'baseUrl'>): string {
  return `${slug}.${new URL(baseUrl).host}`
}

/** Whether a slug's host is a team's host: not the content host, and a host name that browsers show as it is. */
function isTeamHost(slug: string, settings: Pick<Settings, 'baseUrl' | 'contentUrl'>): boolean {
  const surface = createHosts(settings)(hostOf(slug, settings))
  // Names such as xn--… are shown decoded, and could look like another team.
  return surface.kind === 'team' && surface.slug === slug && !/^..--/.test(slug)
}

/**
 * Whether a slug is reserved, or is or was another team's. `teamId`: a team whose own slugs, present and former, count
 * as free.
 */
export async function isTeamSlugTaken(
  db: Db,
  settings: Pick<Settings, 'baseUrl' | 'contentUrl'>,
  given: string,
  teamId: number | null = null,
): Promise<boolean> {
  const slug = given.trim().toLowerCase()
  const row = await db
    .selectFrom('teams')
    .select('id')
    .where('slug', '=', slug)
    .union(db.selectFrom('team_slugs').select('team_id as id').where('slug', '=', slug))
    .executeTakeFirst()
  if (row) return row.id !== teamId
  return isReservedName(slug) || (validateTeamSlug(slug) === null && !isTeamHost(slug, settings))
}

/** The hosts of a team with these slugs, as sessions have them. */
export function teamHosts(slugs: readonly string[], { baseUrl }: Pick<Settings, 'baseUrl'>): string[] {
  return slugs.map((teamSlug) => new URL(originOf({ teamSlug }, baseUrl)).host)
}

/** Releases all but the last former slugs of a team, and ends the sessions on their hosts: other teams can take them. */
async function releaseOldSlugs(db: Db, settings: Pick<Settings, 'baseUrl'>, teamId: number): Promise<void> {
  const old = (await formerSlugs(db, teamId)).slice(limits.team.formerSlugs)
  if (old.length === 0) return
  await db.deleteFrom('team_slugs').where('slug', 'in', old).execute()
  await db.deleteFrom('sessions').where('host', 'in', teamHosts(old, settings)).execute()
}

/**
 * Stores a team's new slug; the earlier one stays the team's, as the last few do. Throws 422 if it was taken meanwhile.
 */
export async function changeSlug(
  db: Db,
  { now, settings }: Pick<Services, 'now' | 'settings'>,
  team: { readonly id: number; readonly slug: string },
  slug: string,
): Promise<void> {
  const since = now()
  await db.deleteFrom('team_slugs').where('slug', '=', slug).where('team_id', '=', team.id).execute()
  await db.insertInto('team_slugs').values({ slug: team.slug, team_id: team.id, since }).execute()
  try {
    await db.updateTable('teams').set({ slug, updated_at: since }).where('id', '=', team.id).execute()
  } catch (error) {
    throw isUniqueViolation(error) ? invalid('slug', messages.taken[0]) : error
  }
  await releaseOldSlugs(db, settings, team.id)
}
