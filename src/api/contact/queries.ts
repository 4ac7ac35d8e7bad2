import type { Db } from '../../server/db/open-database.ts'

/** The email addresses of the active operators. */
export async function operatorAddresses(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('operator', '=', true)
    .where('active', '=', true)
    .execute()
  return rows.map((row) => row.email)
}
