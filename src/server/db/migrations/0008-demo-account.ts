import { type Kysely, sql } from 'kysely'

/**
 * Marks the example accounts as seeded: no person signed up for them. The demo account is no operator any more: its
 * password is public.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update users set settings = '{"seeded":true}'
    where cast(settings as text) = '{}' and email like '%@example.org'`.execute(db)
  await sql`update users set operator = false where email = 'demo@example.org' and username = 'demo'`.execute(db)
}
