import { sql } from 'kysely'
import type { Services } from '../services.ts'
import { StartError } from '../start-error.ts'
import type { Database } from './open-database.ts'

const needed = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

/** Warns if the database would lose acknowledged saves in a power cut. In production it throws instead. */
export async function checkDurability(services: Services): Promise<void> {
  const risk = await findDurabilityRisk(services.database)
  if (risk && services.settings.production) throw new StartError(risk)
  if (risk) services.log.warn(risk)
}

/**
 * The durability settings that are off, as a sentence with the remedy; null if there are none. SQLite needs no check:
 * we open its files with the right settings.
 */
async function findDurabilityRisk(database: Database): Promise<string | null> {
  if (database.kind === 'sqlite') return null
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in (${sql.join(needed)})`.execute(database.read)
  const off = rows.filter((row) => row.setting === 'off').map((row) => row.name)
  if (off.length === 0) return null
  return `Postgres runs with ${off.join(', ')} off, so a power cut can lose saved work; set it to on in postgresql.conf.`
}
