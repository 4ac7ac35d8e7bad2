import { z } from 'zod'
import { messages } from '../../rules/messages.ts'
import { teamRoles } from '../../rules/permissions.ts'
import { contract } from '../contract.ts'
import { nonNegativeInt, time } from '../inputs.ts'
import { pageOutput, pageQuery } from '../paging.ts'
import { email } from '../users/contract.ts'

/** A role in a team. Only owners can make owners. */
export const teamRole = z.enum(teamRoles, { error: messages.form.option })

/** An invitation to a team that was not accepted yet. */
export const teamInvitation = z.object({
  id: z.number(),
  email: z.string(),
  role: z.enum(teamRoles),
  /** The inviting user's display name; null if the account was deleted. */
  invited_by: z.string().nullable(),
  created_at: time,
  expires_at: time,
  /** Whether its link has expired; it can be sent again. */
  expired: z.boolean(),
  /** Whether its sender may no longer invite in this role: the link does not work until it is sent again. */
  sender_gone: z.boolean(),
})

const id = z.object({ id: nonNegativeInt })

/** Routes for invitations to the user's team. */
export const teamInvitationsContracts = {
  list: contract({
    method: 'GET',
    path: '/api/v1/team/invitations',
    summary: 'Lists the invitations to the team that were not accepted yet, newest first.',
    permission: 'team:invite',
    rate: 'read',
    query: z.object(pageQuery()),
    output: z.object(pageOutput(teamInvitation)),
  }),
  create: contract({
    method: 'POST',
    path: '/api/v1/team/invitations',
    summary: 'Invites a person to the team by e-mail. A repeated invitation replaces the earlier one.',
    permission: 'team:invite',
    rate: 'invitation',
    body: z.object({ invitation: z.object({ email, role: teamRole.default('member') }) }),
    output: teamInvitation,
    status: 201,
  }),
  withdraw: contract({
    method: 'DELETE',
    path: '/api/v1/team/invitations/:id',
    summary: 'Withdraws an invitation. Its link stops working.',
    permission: 'team:invite',
    rate: 'write',
    params: id,
    output: 'empty',
  }),
  resend: contract({
    method: 'POST',
    path: '/api/v1/team/invitations/:id/resend',
    summary: 'Sends an invitation again, with a new link for another 14 days. The earlier link stops working.',
    permission: 'team:invite',
    rate: 'invitation',
    params: id,
    output: teamInvitation,
  }),
}
