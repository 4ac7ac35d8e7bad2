import { isEnterpriseManager } from '../../rules/account-permissions.ts'
import { messages } from '../../rules/messages.ts'
import type { Db } from '../../server/db/open-database.ts'
import { invalid } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import { answerLookup } from '../answer-lookup.ts'
import { type Context, type Route, route } from '../route.ts'
import { themeNames } from '../themes/queries.ts'
import { changeTeam } from './change-team.ts'
import { closeTeam } from './close-team.ts'
import { teamsContracts as contracts } from './contract.ts'
import { createTeam } from './create-team.ts'
import { changeLogo, removeLogo, sendLogo } from './logo.ts'
import { formerSlugs, isLastOwner, membershipOf } from './memberships.ts'
import { type TeamRow, teamById } from './queries.ts'
import { teamJson } from './team-json.ts'
import { isTeamSlugTaken } from './team-slugs.ts'

/** The team as a member sees it: managers see all settings. */
async function answer({ services }: Pick<Context, 'services'>, db: Db, team: TeamRow, user: Pick<UserRow, 'id'>) {
  const membership = await membershipOf(db, user.id)
  const managed =
    membership && isEnterpriseManager(membership.role)
      ? { formerSlugs: await formerSlugs(db, team.id), lastOwner: await isLastOwner(db, membership) }
      : null
  return teamJson(team, services.settings, { managed, themes: await themeNames(db, { team: team.id }) })
}

/** Handlers of the routes for teams and their settings. */
export const teamsRoutes: readonly Route[] = [
  route(contracts.create, async (c) => answer(c, c.services.database.read, await createTeam(c), c.user)),
  route(contracts.read, async (c) => {
    const team = (await teamById(c.db, c.user.team_id)) as TeamRow
    return answer(c, c.db, team, c.user)
  }),
  route(contracts.change, async (c) => answer(c, c.db, await changeTeam(c), c.user)),
  route(contracts.close, closeTeam),
  route(contracts.lookup, async ({ db, query, services, user }) => {
    const slug = query.id ?? query.slug ?? ''
    if (slug === '') throw invalid('id', messages.form.required)
    return answerLookup(await isTeamSlugTaken(db, services.settings, slug, user?.team_id ?? null), query.answer)
  }),
  route(contracts.logo, sendLogo),
  route(contracts.changeLogo, async (c) => answer(c, c.services.database.read, await changeLogo(c), c.user)),
  route(contracts.removeLogo, async (c) => answer(c, c.services.database.read, await removeLogo(c), c.user)),
]
