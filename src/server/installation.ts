import { randomUUID } from 'node:crypto'
import type { Database } from './db/open-database.ts'

/**
 * The id of this installation, made when it is first needed. It marks what belongs to the installation at services that
 * others may use with the same account. Backups contain it.
 */
export async function readInstallation({ write }: Pick<Database, 'write'>): Promise<string> {
  const value = randomUUID()
  await write
    .insertInto('instance_settings')
    .values({ name: 'installation', value, updated_at: new Date() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await write
    .selectFrom('instance_settings')
    .select('value')
    .where('name', '=', 'installation')
    .executeTakeFirstOrThrow()
  return row.value
}
