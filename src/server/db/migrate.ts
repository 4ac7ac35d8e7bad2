import { Migrator } from 'kysely/migration'
import * as foundation from './migrations/0001-foundation.ts'
import * as slideTemplates from './migrations/0002-slide-templates.ts'
import * as unusedFiles from './migrations/0003-unused-files.ts'
import * as searchHeads from './migrations/0004-search-heads.ts'
import * as accessTokens from './migrations/0005-access-tokens.ts'
import * as deckReadings from './migrations/0006-deck-readings.ts'
import * as deckStreams from './migrations/0007-deck-streams.ts'
import * as demoAccount from './migrations/0008-demo-account.ts'
import * as deckSavers from './migrations/0009-deck-savers.ts'
import * as jobOwners from './migrations/0010-job-owners.ts'
import * as forksAndTrash from './migrations/0011-forks-and-trash.ts'
import * as teams from './migrations/0012-teams.ts'
import * as owners from './migrations/0013-owners.ts'
import * as sanitizerVersions from './migrations/0014-sanitizer-versions.ts'
import type { Database } from './open-database.ts'

/** In order; a released one is never changed, a new one is added. */
const migrations = {
  '0001-foundation': foundation,
  '0002-slide-templates': slideTemplates,
  '0003-unused-files': unusedFiles,
  '0004-search-heads': searchHeads,
  '0005-access-tokens': accessTokens,
  '0006-deck-readings': deckReadings,
  '0007-deck-streams': deckStreams,
  '0008-demo-account': demoAccount,
  '0009-deck-savers': deckSavers,
  '0010-job-owners': jobOwners,
  '0011-forks-and-trash': forksAndTrash,
  '0012-teams': teams,
  '0013-owners': owners,
  '0014-sanitizer-versions': sanitizerVersions,
}

/** The names of all migrations, in order. */
export const migrationNames: readonly string[] = Object.keys(migrations)

/**
 * Brings the schema up to date in one transaction, or to the state after the migration named `upTo`. Throws the first
 * failure; then nothing has changed.
 */
export async function migrate(database: Database, upTo?: string): Promise<void> {
  await database.patiently(async (db) => {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
    const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo))
    if (error) throw error
  })
}
