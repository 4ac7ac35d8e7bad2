import type { Selectable } from 'kysely'
import { mayInviteAs } from '../../rules/account-permissions.ts'
import type { TeamRole } from '../../rules/permissions.ts'
import type { InvitationsTable } from '../../server/db/account-tables.ts'
import type { Db } from '../../server/db/open-database.ts'
import { deleteMailsAbout } from '../../server/mail/delete-mails.ts'
import { invitedDeck } from '../deck-users/invited-deck.ts'

export type InvitationRow = Selectable<InvitationsTable>

/** A new invitation. `purpose`: what the user gets in addition to the account by accepting. */
export interface NewInvitation {
  readonly tokenHash: string
  readonly email: string
  readonly invitedBy: number | null
  readonly purpose: InvitationRow['purpose']
  /** The team of an invitation to a team. */
  readonly teamId: number | null
  /** The invited person of an invitation to a deck. */
  readonly deckUserId?: number
  readonly now: Date
  readonly expiresAt: Date
}

/** Stores an invitation by the hash of its token. */
export async function insertInvitation(db: Db, invitation: NewInvitation): Promise<InvitationRow> {
  return db
    .insertInto('invitations')
    .values({
      token_hash: invitation.tokenHash,
      email: invitation.email,
      invited_by: invitation.invitedBy,
      purpose: JSON.stringify(invitation.purpose),
      team_id: invitation.teamId,
      deck_user_id: invitation.deckUserId ?? null,
      created_at: invitation.now,
      expires_at: invitation.expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Replaces the token and the facts of an invitation that was not accepted yet. */
export async function updateInvitation(
  db: Db,
  id: number,
  invitation: Omit<NewInvitation, 'email' | 'teamId' | 'deckUserId'>,
): Promise<InvitationRow> {
  return db
    .updateTable('invitations')
    .set({
      token_hash: invitation.tokenHash,
      invited_by: invitation.invitedBy,
      purpose: JSON.stringify(invitation.purpose),
      created_at: invitation.now,
      expires_at: invitation.expiresAt,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The role that an invitation to a team grants. */
export function invitedRole({ purpose }: Pick<InvitationRow, 'purpose'>): TeamRole {
  return purpose.role === 'owner' || purpose.role === 'admin' ? purpose.role : 'member'
}

type SentInvitation = Pick<InvitationRow, 'team_id' | 'invited_by' | 'purpose'>

/** Whether the sender of an invitation to a team may still invite there in that role. Lock the team before, to rely on it. */
export async function maySenderInvite(db: Db, invitation: SentInvitation): Promise<boolean> {
  return (await haveValidSenders(db, [invitation]))[0] === true
}

/** `maySenderInvite` for each of these invitations, with one query. */
export async function haveValidSenders(db: Db, invitations: readonly SentInvitation[]): Promise<boolean[]> {
  const known = (ids: readonly (number | null)[]) => [...new Set(ids)].filter((id) => id !== null)
  const [teams, senders] = [
    known(invitations.map((one) => one.team_id)),
    known(invitations.map((one) => one.invited_by)),
  ]
  const roles = new Map<string, TeamRole>()
  const key = (team: number | null, user: number | null) => `${team}:${user}`
  if (teams.length > 0 && senders.length > 0) {
    const rows = await db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select(['memberships.team_id', 'memberships.user_id', 'memberships.role'])
      .where('memberships.team_id', 'in', teams)
      .where('memberships.user_id', 'in', senders)
      .where('memberships.state', '=', 'active')
      .where('users.active', '=', true)
      .execute()
    for (const { team_id, user_id, role } of rows) roles.set(key(team_id, user_id), role)
  }
  return invitations.map((invitation) => {
    const role = roles.get(key(invitation.team_id, invitation.invited_by))
    return invitation.team_id === null || (role !== undefined && mayInviteAs(role, invitedRole(invitation)))
  })
}

/**
 * The pending invitation of a token, with the inviter's name. Null if it is accepted, expired or unknown, or its sender
 * may no longer invite, or its deck is in the trash or suspended.
 */
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
  if (!(await maySenderInvite(db, invitation))) return null
  if (invitation.deck_user_id !== null && !(await invitedDeck(db, invitation.deck_user_id))) return null
  return { invitation, invitedBy: inviter_name ?? inviter_username }
}

/** Marks an invitation as accepted. False if it was accepted, withdrawn or sent again since it was read. */
export async function acceptInvitation(
  db: Db,
  { id, token_hash }: Pick<InvitationRow, 'id' | 'token_hash'>,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitations')
    .set({ accepted_at: now })
    .where('id', '=', id)
    .where('token_hash', '=', token_hash)
    .where('accepted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Deletes invitations that expired before a time, accepted or not: they contain addresses of other people. */
export async function deleteOldInvitations(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('invitations').where('expires_at', '<', before).execute()
}

/** Deletes the mails of invitations that a user sent, or of a team: they name both. */
export async function deleteInvitationMails(
  db: Db,
  by: { readonly invited_by: number } | { readonly team_id: number },
): Promise<void> {
  const [column, id] = 'team_id' in by ? (['team_id', by.team_id] as const) : (['invited_by', by.invited_by] as const)
  const rows = await db.selectFrom('invitations').select('id').where(column, '=', id).execute()
  const subjects = rows.map((row) => `invitation:${row.id}` as const)
  await deleteMailsAbout(db, subjects)
}
