import { accountMessages } from '../../rules/account-messages.ts'
import { messages } from '../../rules/messages.ts'
import { audit } from '../../server/audit.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { lockOwner } from '../owner.ts'
import type { Context } from '../route.ts'
import { startTeamTrial } from '../subscriptions/team-subscription.ts'
import { leaveFormerTeam } from './change-memberships.ts'
import type { teamsContracts } from './contract.ts'
import { insertMembership, membershipOf } from './memberships.ts'
import { insertTeam, type TeamRow, teamById } from './queries.ts'
import { isTeamSlugTaken } from './team-slugs.ts'

/** Creates a team with the signed-in user as its owner, in its trial. */
export async function createTeam(context: Context<typeof teamsContracts.create>): Promise<TeamRow> {
  const { body, db, request, services, user } = context
  const { name, slug, billing_period: period, token } = body.team
  await lockOwner(db, services.database.kind, { user: user.id })
  if ((await membershipOf(db, user.id))?.state === 'active') throw invalid('base', accountMessages.team.alreadyInTeam)
  if (await isTeamSlugTaken(db, services.settings, slug)) throw invalid('slug', messages.taken[0])
  if (services.settings.billing !== 'off' && !token) throw invalid('token', messages.form.required)
  // Counts only valid forms, so that typing errors do not use up the limit.
  const { allowed, retryAfter } = await services.limits.take('team-creation', `user:${user.id}`)
  if (!allowed) throw new HttpError(429, messages.access.tooMany, { retryAfter })
  const now = services.now()
  const team = await insertTeam(db, { name, slug, account_billing_period: period }, now)
  if (!team) throw invalid('slug', messages.taken[0])
  await leaveFormerTeam(db, services, { teamId: team.id, userId: user.id })
  await insertMembership(db, { teamId: team.id, userId: user.id, role: 'owner' }, now)
  await startTeamTrial(db, services, team, { period, token })
  const detail = { slug, period }
  await audit(db, services, request, { actorId: user.id, action: 'team.create', resource: `team:${team.id}`, detail })
  return (await teamById(db, team.id)) ?? team
}
