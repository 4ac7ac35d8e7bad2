import { accountMessages } from '../../rules/account-messages.ts'
import { messages } from '../../rules/messages.ts'
import type { TeamRole } from '../../rules/permissions.ts'
import { audit } from '../../server/audit.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { acceptDecks, announceAccepted } from '../deck-users/accept.ts'
import type { Context } from '../route.ts'
import { joinTeam, lockMembership } from '../teams/change-memberships.ts'
import { lockTeam } from '../teams/queries.ts'
import { userById, verifyEmail } from '../users/queries.ts'
import type { invitationsContracts } from './contract.ts'
import { hashInvitationToken } from './invite.ts'
import { acceptInvitation, type InvitationRow, invitedRole, maySenderInvite, openInvitation } from './queries.ts'

/**
 * Makes a user a member of the team of an invitation. Throws 422 for a member of another team. The caller marks the
 * invitation as accepted in the same transaction, after `lockTeam`.
 */
async function join(
  trx: Db,
  services: Services,
  request: Context['request'],
  { userId, teamId, role }: { readonly userId: number; readonly teamId: number; readonly role: TeamRole },
): Promise<void> {
  const membership = await lockMembership(trx, services, userId)
  if (membership?.state === 'active') {
    if (membership.team_id === teamId) return
    throw invalid('base', accountMessages.team.alreadyInTeam)
  }
  await joinTeam(trx, services, { teamId, userId, role })
  const detail = { team: teamId, role }
  await audit(trx, services, request, { actorId: userId, action: 'member.join', resource: `user:${userId}`, detail })
}

/**
 * Marks an invitation as accepted by the user with its address, who joins its team, if it has one, and becomes a collaborator of the decks
 * to which the address is invited. Throws 422 if it is not open anymore.
 * Returns the ids of the decks.
 */
export async function acceptAs(
  trx: Db,
  services: Services,
  request: Context['request'],
  invitation: InvitationRow,
  userId: number,
): Promise<number[]> {
  const { team_id: teamId } = invitation
  if (teamId !== null) await lockTeam(trx, services.database.kind, { team: teamId })
  // Again, now that the team is locked: the sender may have been demoted since the invitation was read.
  const isValid = await maySenderInvite(trx, invitation)
  if (!isValid || !(await acceptInvitation(trx, invitation, services.now()))) {
    throw invalid('invitation_token', messages.session.invitationInvalid)
  }
  await verifyEmail(trx, userId, services.now())
  if (teamId !== null) await join(trx, services, request, { userId, teamId, role: invitedRole(invitation) })
  return acceptDecks(trx, services, request, { userId, email: invitation.email })
}

/** Accepts an invitation to a team or a deck with the signed-in account. Only the invited address can accept. */
export async function acceptSignedIn(context: Context<typeof invitationsContracts.join>): Promise<UserRow> {
  const { body, db, request, services, user } = context
  const tokenHash = hashInvitationToken(services, body.user.invitation_token)
  const open = await openInvitation(db, tokenHash, services.now())
  if (!open || (open.invitation.team_id === null && open.invitation.deck_user_id === null)) {
    throw invalid('invitation_token', messages.session.invitationInvalid)
  }
  if (open.invitation.email !== user.email) throw invalid('invitation_token', accountMessages.team.invitationOther)
  const decks = await acceptAs(db, services, request, open.invitation, user.id)
  context.afterCommit(() => announceAccepted(services, decks, user.id))
  const joined = await userById(db, String(user.id))
  if (!joined) throw new HttpError(404, messages.access.notFound)
  return joined
}
