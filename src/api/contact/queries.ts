import type { Db } from '../../server/db/open-database.ts'

/** The e-mail addresses of the people who run the instance. */
export async function operatorAddresses(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('operator', '=', true)
    .where('active', '=', true)
    .execute()
  return rows.map((row) => row.email)
}
