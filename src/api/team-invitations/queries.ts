import type { z } from 'zod'
import type { Db } from '../../server/db/open-database.ts'
import { type Page, readPage } from '../../server/db/read-page.ts'
import { deleteMailsAbout } from '../../server/mail/delete-mails.ts'
import { haveValidSenders, type InvitationRow, invitedRole } from '../invitations/queries.ts'
import type { teamInvitation } from './contract.ts'

/** An invitation with the inviting user's display name. */
export interface ListedInvitation extends InvitationRow {
  readonly inviter: string | null
  /** Whether its link has expired. */
  readonly expired: boolean
  /** Whether its sender may no longer invite to the team in this role, so that its link does not work. */
  readonly senderGone: boolean
}

/** An open invitation as JSON. */
export function teamInvitationJson(row: ListedInvitation): z.input<typeof teamInvitation> {
  const { id, email, inviter, created_at, expires_at, expired, senderGone } = row
  const role = invitedRole(row)
  return { id, email, role, invited_by: inviter, created_at, expires_at, expired, sender_gone: senderGone }
}

/** One page of a team's invitations that were not accepted, newest first; expired ones too. */
export async function openInvitations(
  db: Db,
  teamId: number,
  now: Date,
  page: Page,
): Promise<{ rows: ListedInvitation[]; total: number }> {
  const open = db
    .selectFrom('invitations')
    .leftJoin('users', 'users.id', 'invitations.invited_by')
    .where('invitations.team_id', '=', teamId)
    .where('invitations.accepted_at', 'is', null)
  const ordered = open
    .selectAll('invitations')
    .select((e) => e.fn.coalesce('users.name', 'users.username').as('inviter'))
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.id', 'desc')
  const { rows, total } = await readPage(open, ordered, page)
  const valid = await haveValidSenders(db, rows)
  const listed = rows.map((row, i) => ({ ...row, expired: row.expires_at <= now, senderGone: !valid[i] }))
  return { rows: listed, total }
}

function openOf(db: Db, teamId: number) {
  return db.selectFrom('invitations').selectAll().where('team_id', '=', teamId).where('accepted_at', 'is', null)
}

/** The open invitation of a team for an address. */
export async function openInvitationFor(db: Db, teamId: number, email: string): Promise<InvitationRow | undefined> {
  return openOf(db, teamId).where('email', '=', email).executeTakeFirst()
}

/** An open invitation of a team by id. */
export async function openInvitationById(db: Db, teamId: number, id: number): Promise<InvitationRow | undefined> {
  return openOf(db, teamId).where('id', '=', id).executeTakeFirst()
}

/** Deletes an invitation with its mails, so that its link stops working. */
export async function deleteInvitation(db: Db, id: number): Promise<void> {
  await deleteMailsAbout(db, [`invitation:${id}`])
  await db.deleteFrom('invitations').where('id', '=', id).execute()
}
