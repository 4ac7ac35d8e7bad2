import { randomBytes } from 'node:crypto'
import type { Db } from '../../server/db/open-database.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { invitationMail } from './emails.ts'
import { type InvitationRow, insertInvitation } from './queries.ts'

/** ms that an invitation is good. */
const invitationLife = 14 * 24 * 60 * 60 * 1000

/** What the database keeps of an invitation's token: a dump of it opens nothing. */
export function hashInvitationToken(services: Pick<Services, 'keys'>, token: string): string {
  return services.keys.hash('invitation', token)
}

/** Invites somebody who has no account yet: keeps the invitation and queues its mail. `purpose`: what accepting brings besides the account. */
export async function invite(
  db: Db,
  services: Services,
  inviter: UserRow,
  email: string,
  purpose: InvitationRow['purpose'],
): Promise<InvitationRow> {
  const token = randomBytes(32).toString('base64url')
  const now = services.now()
  const invitation = await insertInvitation(db, {
    tokenHash: hashInvitationToken(services, token),
    email,
    invitedBy: inviter.id,
    purpose,
    now,
    expiresAt: new Date(now.getTime() + invitationLife),
  })
  const mail = invitationMail({ email, inviter: inviter.name ?? inviter.username, token }, services.settings.baseUrl)
  await services.mail.send(db, mail)
  return invitation
}
