import { isEnterpriseManager } from '../../rules/account-permissions.ts'
import { messages } from '../../rules/messages.ts'
import type { Db } from '../../server/db/open-database.ts'
import { invalid } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { answerLookup } from '../answer-lookup.ts'
import { type Route, route } from '../route.ts'
import { changeTeam } from './change-team.ts'
import { teamsContracts as contracts } from './contract.ts'
import { createTeam } from './create-team.ts'
import { changeLogo, removeLogo, sendLogo } from './logo.ts'
import { formerSlugs } from './memberships.ts'
import { type TeamRow, teamById } from './queries.ts'
import { teamJson } from './team-json.ts'
import { isTeamSlugTaken } from './team-slugs.ts'

/** The team as a member sees it: managers see all settings. */
async function answer(db: Db, services: Services, team: TeamRow, role: UserRow['membership_role']) {
  const managed = isEnterpriseManager(role) ? { formerSlugs: await formerSlugs(db, team.id) } : null
  return teamJson(team, services.settings, managed)
}

/** Handlers of the routes for teams and their settings. */
export const teamsRoutes: readonly Route[] = [
  route(contracts.create, async (c) => answer(c.services.database.read, c.services, await createTeam(c), 'owner')),
  route(contracts.read, async (c) => {
    const team = (await teamById(c.db, c.user.team_id)) as TeamRow
    return answer(c.db, c.services, team, c.user.membership_role)
  }),
  route(contracts.change, async (c) => answer(c.db, c.services, await changeTeam(c), c.user.membership_role)),
  route(contracts.lookup, async ({ db, query, services, user }) => {
    const slug = query.id ?? query.slug ?? ''
    if (slug === '') throw invalid('id', messages.form.required)
    return answerLookup(await isTeamSlugTaken(db, services.settings, slug, user?.team_id ?? null), query.answer)
  }),
  route(contracts.logo, sendLogo),
  route(contracts.changeLogo, async (c) =>
    answer(c.services.database.read, c.services, await changeLogo(c), c.user.membership_role),
  ),
  route(contracts.removeLogo, async (c) =>
    answer(c.services.database.read, c.services, await removeLogo(c), c.user.membership_role),
  ),
]
