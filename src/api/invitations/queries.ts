import type { Selectable } from 'kysely'
import type { InvitationsTable } from '../../server/db/account-tables.ts'
import type { Db } from '../../server/db/open-database.ts'

export type InvitationRow = Selectable<InvitationsTable>

/** What an invitation is kept as. `purpose`: what accepting brings besides the account. */
export interface NewInvitation {
  readonly tokenHash: string
  readonly email: string
  readonly invitedBy: number | null
  readonly purpose: InvitationRow['purpose']
  readonly now: Date
  readonly expiresAt: Date
}

/** Keeps an invitation by the hash of its token. */
export async function insertInvitation(db: Db, invitation: NewInvitation): Promise<InvitationRow> {
  return db
    .insertInto('invitations')
    .values({
      token_hash: invitation.tokenHash,
      email: invitation.email,
      invited_by: invitation.invitedBy,
      purpose: JSON.stringify(invitation.purpose),
      created_at: invitation.now,
      expires_at: invitation.expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The invitation of a token, while it can be accepted, with the name of who sent it. */
export async function openInvitation(
  db: Db,
  tokenHash: string,
  now: Date,
): Promise<{ invitation: InvitationRow; invitedBy: string | null } | null> {
  const row = await db
    .selectFrom('invitations')
    .leftJoin('users', 'users.id', 'invitations.invited_by')
    .selectAll('invitations')
    .select(['users.name as inviter_name', 'users.username as inviter_username'])
    .where('invitations.token_hash', '=', tokenHash)
    .where('invitations.expires_at', '>', now)
    .where('invitations.accepted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { inviter_name, inviter_username, ...invitation } = row
  return { invitation, invitedBy: inviter_name ?? inviter_username }
}

/** Uses an invitation up. False when somebody else has just done so. */
export async function acceptInvitation(db: Db, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitations')
    .set({ accepted_at: now })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
