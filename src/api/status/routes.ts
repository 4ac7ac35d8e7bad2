import { csrfTokenFor } from '../../server/http/csrf.ts'
import { type Context, type Route, route } from '../route.ts'
import { type EditingEnd, statusContracts } from './contract.ts'
import { findEditingEnd } from './editing-ended.ts'
import { verifyEditingToken } from './editing-token.ts'

/** What has ended for a page's user. Answered only on the page's own host. */
async function editingEnded({ services, request }: Context, token: string | undefined): Promise<EditingEnd | null> {
  const editing = token === undefined ? null : verifyEditingToken(services.keys, token)
  if (editing === null || editing.teamId !== (request.hostTeam?.id ?? null)) return null
  return findEditingEnd(services.database.read, editing)
}

/** Handler of the session status. */
export const statusRoutes: readonly Route[] = [
  route(statusContracts.read, async (context) => {
    const { user, session, services, request, reply, query } = context
    return {
      user_signed_in: user !== null,
      user_id: user?.id ?? null,
      csrf_token: csrfTokenFor(services, request, reply, user && session ? { session } : null),
      editing_ended: await editingEnded(context, query.editing),
    }
  }),
]
