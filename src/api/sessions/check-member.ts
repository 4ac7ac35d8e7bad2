import { accountMessages } from '../../rules/account-messages.ts'
import { messages } from '../../rules/messages.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import { findTeam } from '../../server/http/team-hosts.ts'
import type { Context } from '../route.ts'
import { membershipOf } from '../teams/memberships.ts'

/**
 * Throws 401 on a team's host for users without an active membership of that team. Their account is used on the app's
 * host.
 */
export async function checkMember(
  { services, request: { surface } }: Pick<Context, 'services' | 'request'>,
  user: UserRow,
): Promise<void> {
  if (surface.kind !== 'team') return
  const team = await findTeam(services.database.read, surface.slug)
  if (team && user.team_id === team.id) {
    // A session that begins with a password would not be one of the member.
    if (team.require_sso && user.membership_role !== 'owner') throw new HttpError(401, accountMessages.signOn.required)
    return
  }
  const membership = await membershipOf(services.database.read, user.id)
  const wasMember = team !== undefined && membership?.team_id === team.id
  throw new HttpError(401, wasMember ? messages.session.deactivated : messages.session.wrongCredentials)
}
