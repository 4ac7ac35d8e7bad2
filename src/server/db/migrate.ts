import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './open-database.ts'

/** The names of all migrations in order: the files of migrations/. A released migration never changes. */
export const migrationNames: readonly string[] = readdirSync(join(import.meta.dirname, 'migrations'))
  .filter((file) => !file.endsWith('.test.ts'))
  .map(nameOf)
  .sort()

/** The name of a migration file. Throws for any other file, which would be skipped silently. */
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
 * Migrates the schema to the latest version, or to `upTo`, in one transaction. Throws the first failure, and then
 * changes nothing.
 */
export async function migrate(database: Database, upTo?: string): Promise<void> {
  await database.withoutTimeouts(async (db) => {
    const migrator = new Migrator({ db, provider: { getMigrations: loadMigrations } })
    const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo))
    if (error) throw error
  })
}
