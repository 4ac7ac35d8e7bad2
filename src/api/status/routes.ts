import { csrfTokenFor } from '../../server/http/csrf.ts'
import { type Route, route } from '../route.ts'
import { statusContracts } from './contract.ts'

/** Handler of the session status. */
export const statusRoutes: readonly Route[] = [
  route(statusContracts.read, async ({ user, session, services, request, reply }) => ({
    user_signed_in: user !== null,
    user_id: user?.id ?? null,
    csrf_token: csrfTokenFor(services, request, reply, user && session ? { session } : null),
  })),
]
