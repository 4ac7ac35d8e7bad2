import type { Kysely } from 'kysely'

/** Mails about comments, invitations and teams are looked up by what they are about; most mails are about nothing. */
export async function up(db: Kysely<{ mails: { about: string | null } }>): Promise<void> {
  await db.schema.createIndex('mails_about').on('mails').column('about').where('about', 'is not', null).execute()
}
