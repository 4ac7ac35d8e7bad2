import { messages } from '../../rules/messages.ts'
import { audit } from '../../server/audit.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError } from '../../server/http/http-error.ts'
import { type InvitationRow, invitedRole } from '../invitations/queries.ts'
import { pageAnswer, pageOf } from '../paging.ts'
import { type Context, type Route, route } from '../route.ts'
import { lockAsManager } from '../team-users/change-member.ts'
import { teamInvitationsContracts as contracts } from './contract.ts'
import { inviteToTeam } from './invite-to-team.ts'
import { deleteInvitation, openInvitationById, openInvitations, teamInvitationJson } from './queries.ts'

/** The team's open invitation. Throws 404 for others. */
async function open(db: Db, teamId: number, id: number): Promise<InvitationRow> {
  const invitation = await openInvitationById(db, teamId, id)
  if (!invitation) throw new HttpError(404, messages.access.notFound)
  return invitation
}

async function create(context: Context<typeof contracts.create>) {
  const { email, role } = context.body.invitation
  const team = await lockAsManager(context, 'invite', { newRole: role })
  return teamInvitationJson(await inviteToTeam(context, team, { email, role }))
}

async function withdraw(context: Context<typeof contracts.withdraw>): Promise<undefined> {
  const { db, params, request, services, user } = context
  const team = await lockAsManager(context, 'invite')
  const { id } = await open(db, team.id, params.id)
  await deleteInvitation(db, id)
  const entry = { actorId: user.id, action: 'team.invite.withdraw', resource: `invitation:${id}` }
  await audit(db, services, request, { ...entry, detail: { team: team.id } })
  return undefined
}

async function resend(context: Context<typeof contracts.resend>) {
  const { db, params } = context
  const team = await lockAsManager(context, 'invite')
  const invitation = await open(db, team.id, params.id)
  const role = invitedRole(invitation)
  // The user who sends it again becomes the inviter, and only owners may invite owners.
  await lockAsManager(context, 'invite', { newRole: role })
  return teamInvitationJson(await inviteToTeam(context, team, { email: invitation.email, role }))
}

/** Handlers of the routes for invitations to a team. */
export const teamInvitationsRoutes: readonly Route[] = [
  route(contracts.list, async ({ db, owner, query, services }) => {
    const page = pageOf(query)
    const teamId = 'team' in owner ? owner.team : 0
    const { rows, total } = await openInvitations(db, teamId, services.now(), page)
    return pageAnswer(page, total, rows.map(teamInvitationJson))
  }),
  route(contracts.create, create),
  route(contracts.withdraw, withdraw),
  route(contracts.resend, resend),
]
