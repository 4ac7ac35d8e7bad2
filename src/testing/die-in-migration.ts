import { flushCompileCache } from 'node:module'
import { StatementSync } from 'node:sqlite'
import { Client } from 'pg'
import { migrate } from '../server/db/migrate.ts'
import { openDatabase } from '../server/db/open-database.ts'

/**
 * A program that migrates a database and is killed when a migration's changes are made, before they are committed.
 * Arguments: the database's address and the migration's name.
 */
const [address = '', name = ''] = process.argv.slice(2)

/** Kills this process if a statement records the migration. */
function dieOf(values: readonly unknown[]): void {
  if (!values.flat().includes(name)) return
  // A killed process leaves nothing compiled to the next one.
  flushCompileCache()
  process.kill(process.pid, 'SIGKILL')
}

const run = StatementSync.prototype.run
StatementSync.prototype.run = function (this: StatementSync, ...values: Parameters<typeof run>) {
  dieOf(values)
  return run.apply(this, values)
} as typeof run

const query = Client.prototype.query
Client.prototype.query = function (this: Client, ...values: unknown[]) {
  dieOf(values)
  return Reflect.apply(query, this, values)
} as typeof query

await migrate(openDatabase(address))
