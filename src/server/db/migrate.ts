import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './open-database.ts'

/** The names of all migrations, in order: the files of migrations/. A released one is never changed, a new one is added. */
export const migrationNames: readonly string[] = readdirSync(join(import.meta.dirname, 'migrations'))
  .filter((file) => !file.endsWith('.test.ts'))
  .map(nameOf)
  .sort()

/** Throws for a file that would be left out in silence. */
function nameOf(file: string): string {
  const name = /^(\d{4}-[a-z\d-]+)\.ts$/.exec(file)?.[1]
  if (name === undefined) throw new Error(`migrations/${file} has no name of a migration, such as 0016-what-it-adds.ts`)
  return name
}

async function loadMigrations(): Promise<Record<string, Migration>> {
  const loaded = migrationNames.map(async (name) => [name, (await import(`./migrations/${name}.ts`)) as Migration])
  return Object.fromEntries(await Promise.all(loaded)) as Record<string, Migration>
}

/**
 * Brings the schema up to date in one transaction, or to the state after the migration named `upTo`. Throws the first
 * failure; then nothing has changed.
 */
export async function migrate(database: Database, upTo?: string): Promise<void> {
  await database.patiently(async (db) => {
    const migrator = new Migrator({ db, provider: { getMigrations: loadMigrations } })
    const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo))
    if (error) throw error
  })
}
