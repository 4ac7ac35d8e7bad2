import { z } from 'zod'
import { messages } from '../../rules/messages.ts'
import { collaboratorRoles } from '../../rules/permissions.ts'
import { contract } from '../contract.ts'
import { time } from '../inputs.ts'
import { email, name, newPassword, ownUser, username } from '../users/contract.ts'

const token = z.string().min(1, messages.session.invitationInvalid).max(200)

/** Routes for invitations to the instance. */
export const invitationsContracts = {
  create: contract({
    method: 'POST',
    path: '/api/v1/invitations',
    summary: 'Invites a person by e-mail to create an account. For operators.',
    permission: 'operator',
    tokens: 'never',
    rate: 'invitation',
    body: z.object({ invitation: z.object({ email }) }),
    output: z.object({ id: z.number(), email: z.string(), created_at: time, expires_at: time }),
    status: 201,
  }),
  read: contract({
    method: 'GET',
    path: '/users/invitation',
    summary: 'Returns whom an invitation is for.',
    permission: 'public',
    tokens: 'never',
    rate: 'lookup',
    query: z.object({ invitation_token: token }),
    output: z.object({
      email: z.string(),
      invited_by: z.string().nullable(),
      /** The team that accepting joins; null for an invitation to the instance. */
      team: z.object({ name: z.string(), url: z.string(), logo_url: z.string().nullable() }).nullable(),
      /** The deck on which accepting makes the person a collaborator; null for other invitations. */
      deck: z
        .object({
          title: z.string(),
          role: z.enum(collaboratorRoles),
          /** Absolute; `of_team`: on the host of a team. */
          url: z.string(),
          of_team: z.boolean(),
        })
        .nullable(),
      /** Whether the address has an account, which can accept after signing in. */
      has_account: z.boolean(),
    }),
  }),
  join: contract({
    method: 'POST',
    path: '/users/invitation',
    summary: 'Accepts an invitation to a team or a deck with the signed-in account, if it has the invited address.',
    permission: 'signed-in',
    tokens: 'never',
    rate: 'write',
    body: z.object({ user: z.object({ invitation_token: token }) }),
    output: ownUser,
  }),
  accept: contract({
    method: 'PUT',
    path: '/users/invitation',
    summary: 'Accepts an invitation: creates the account, joins the team or the decks, and signs in.',
    permission: 'public',
    tokens: 'never',
    rate: 'write',
    body: z.object({
      user: z.object({ invitation_token: token, username, name: name.optional(), password: newPassword }),
    }),
    output: ownUser,
    status: 201,
    transaction: 'own',
  }),
}
