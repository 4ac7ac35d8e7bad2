import { originOf } from '../../rules/deck-url.ts'
import type { Settings } from '../../server/env.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { teamById } from '../teams/queries.ts'
import type { ViewerTeam } from './viewer.ts'

/** The team of a signed-in user for pages; null without a team. */
export async function viewerTeam(
  { database, settings }: { database: Services['database']; settings: Pick<Settings, 'baseUrl'> },
  user: Pick<UserRow, 'team_id' | 'membership_role'>,
): Promise<ViewerTeam | null> {
  const team = await teamById(database.read, user.team_id)
  if (!team) return null
  const { id, slug, allow_public_decks: allowsPublic, manually_upgraded: manuallyUpgraded } = team
  const url = originOf({ teamSlug: slug }, settings.baseUrl)
  return { id, slug, role: user.membership_role ?? 'member', allowsPublic, manuallyUpgraded, url }
}
