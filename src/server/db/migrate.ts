import { Migrator } from 'kysely/migration'
import * as foundation from './migrations/0001-foundation.ts'
import type { Database } from './open-database.ts'

/** In order; a released one is never changed, a new one is added. */
const migrations = { '0001-foundation': foundation }

/** Brings the schema up to date in one transaction. Throws the first failure; then nothing has changed. */
export async function migrate(database: Database): Promise<void> {
  const migrator = new Migrator({ db: database.write, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
