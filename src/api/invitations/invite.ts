import { randomBytes } from 'node:crypto'
import { limits } from '../../rules/limits.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { invitationMail } from './emails.ts'
import { type InvitationRow, insertInvitation } from './queries.ts'

/** Lifetime of an invitation, in ms. */
const invitationLife = limits.invitation.days * 24 * 60 * 60 * 1000

/** The stored hash of an invitation's token, so that a database dump contains no usable token. */
export function hashInvitationToken(services: Pick<Services, 'keys'>, token: string): string {
  return services.keys.hash('invitation', token)
}

/** A token for a new invitation, with its stored form and lifetime. */
export function newInvitationToken(services: Pick<Services, 'keys' | 'now'>) {
  const token = randomBytes(32).toString('base64url')
  const now = services.now()
  const expiresAt = new Date(now.getTime() + invitationLife)
  return { token, tokenHash: hashInvitationToken(services, token), now, expiresAt }
}

/**
 * Invites an email address without an account: stores the invitation and queues its mail. `purpose`: what the user gets
 * in addition to the account by accepting.
 */
export async function invite(
  db: Db,
  services: Services,
  inviter: UserRow,
  email: string,
  purpose: InvitationRow['purpose'],
): Promise<InvitationRow> {
  const { token, ...fields } = newInvitationToken(services)
  const invitation = await insertInvitation(db, { ...fields, email, invitedBy: inviter.id, purpose, teamId: null })
  const mail = invitationMail({ email, inviter: inviter.name ?? inviter.username, token }, services.settings.baseUrl)
  await services.mail.send(db, { ...mail, about: `invitation:${invitation.id}` })
  return invitation
}
