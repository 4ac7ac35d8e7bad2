import { type Kysely, sql } from 'kysely'

/**
 * The accounts of the examples are marked: nobody signed up for them. The demo account, whose password everybody
 * knows, runs no instance any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update users set settings = '{"seeded":true}'
    where cast(settings as text) = '{}' and email like '%@example.org'`.execute(db)
  await sql`update users set operator = false where email = 'demo@example.org' and username = 'demo'`.execute(db)
}
