import { csrfTokenFor } from '../../server/http/csrf.ts'
import { type Context, type Route, route } from '../route.ts'
import { statusContracts } from './contract.ts'
import { hasMembershipEnded, verifyMemberToken } from './member-token.ts'

/** Whether the membership of a page's user has ended. Answered only on a host of the team. */
async function isMembershipEnded({ services, request }: Context, token: string | undefined): Promise<boolean> {
  if (token === undefined) return false
  const member = verifyMemberToken(services.keys, token)
  if (member === null || member.teamId !== request.hostTeam?.id) return false
  return hasMembershipEnded(services.database.read, member)
}

/** Handler of the session status. */
export const statusRoutes: readonly Route[] = [
  route(statusContracts.read, async (context) => {
    const { user, session, services, request, reply, query } = context
    return {
      user_signed_in: user !== null,
      user_id: user?.id ?? null,
      csrf_token: csrfTokenFor(services, request, reply, user && session ? { session } : null),
      membership_ended: await isMembershipEnded(context, query.member),
    }
  }),
]
