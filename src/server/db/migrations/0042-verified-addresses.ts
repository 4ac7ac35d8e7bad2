import { type Kysely, sql } from 'kysely'

/**
 * When a user has shown to read the mails of their address. For earlier accounts, the audit log of a year and the kept
 * invitations say so: an address is only changed by a mailed link. All others keep the decks that they have.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('email_verified_at', sql`timestamptz(3)`).execute()
  await sql`
    update users set email_verified_at = (
      select max(audit.at) from audit
      where audit.actor_id = users.id
        and audit.action in ('invitation.accept', 'member.join', 'password.reset', 'email.change')
    )`.execute(db)
  await sql`
    update users set email_verified_at = (
      select max(invitations.accepted_at) from invitations where invitations.email = users.email
    )
    where email_verified_at is null
      and email in (select email from invitations where accepted_at is not null)`.execute(db)
}
