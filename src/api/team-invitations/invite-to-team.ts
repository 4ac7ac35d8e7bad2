import { accountMessages } from '../../rules/account-messages.ts'
import type { TeamRole } from '../../rules/permissions.ts'
import { audit } from '../../server/audit.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { teamInvitationMail } from '../invitations/emails.ts'
import { newInvitationToken } from '../invitations/invite.ts'
import { insertInvitation, updateInvitation } from '../invitations/queries.ts'
import type { Context } from '../route.ts'
import { membershipOf } from '../teams/memberships.ts'
import type { TeamRow } from '../teams/queries.ts'
import { userByEmail } from '../users/queries.ts'
import { type ListedInvitation, openInvitationFor } from './queries.ts'

/** The inviting manager, in the transaction that locked the team. */
export interface Inviting {
  readonly db: Db
  readonly services: Services
  readonly user: UserRow
  readonly request: Context['request']
}

/** Throws 422 if the address belongs to a member of the team. */
async function checkNoMember(db: Db, teamId: number, email: string): Promise<void> {
  const known = await userByEmail(db, email)
  const membership = known && (await membershipOf(db, known.id))
  if (membership?.team_id !== teamId) return
  const { alreadyMember, deactivatedMember } = accountMessages.team
  throw invalid('email', membership.state === 'active' ? alreadyMember : deactivatedMember)
}

/**
 * Invites an address to a team: stores the invitation and queues its mail. The team has one open invitation for an
 * address: a repeated one replaces it, and the earlier link stops working. Throws 422 for members.
 */
export async function inviteToTeam(
  { db, services, user, request }: Inviting,
  team: TeamRow,
  { email, role }: { readonly email: string; readonly role: TeamRole },
): Promise<ListedInvitation> {
  await checkNoMember(db, team.id, email)
  // Many users could otherwise fill one person's mailbox.
  const { allowed, retryAfter } = await services.limits.take('share-to-address', email)
  if (!allowed) throw new HttpError(429, accountMessages.team.tooManyMails, { retryAfter })
  const { token, ...fields } = newInvitationToken(services)
  const purpose = { kind: 'team', id: team.id, role }
  const earlier = await openInvitationFor(db, team.id, email)
  const invitation = earlier
    ? await updateInvitation(db, earlier.id, { ...fields, invitedBy: user.id, purpose })
    : await insertInvitation(db, { ...fields, email, invitedBy: user.id, purpose, teamId: team.id })
  const inviter = user.name ?? user.username
  const mail = teamInvitationMail({ email, inviter, team: team.name, token }, services.settings.baseUrl)
  await services.mail.send(db, { ...mail, about: `invitation:${invitation.id}` })
  const detail = { team: team.id, role, again: earlier !== undefined }
  const resource = `invitation:${invitation.id}`
  await audit(db, services, request, { actorId: user.id, action: 'team.invite', resource, detail })
  return { ...invitation, inviter, expired: false, senderGone: false }
}
