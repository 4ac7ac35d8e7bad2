import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Plan } from '../../src/rules/plans.ts'

/** Gives somebody a plan, as a payment would: straight into the data of the server that all journeys share. */
export function givePlan(username: string, plan: Plan): void {
  const database = new DatabaseSync(join(process.env.SHARED_DATA ?? '', 'lectern.sqlite'))
  try {
    database.exec('pragma busy_timeout = 5000')
    database.prepare('update users set plan = ? where username = ?').run(plan, username)
  } finally {
    database.close()
  }
}
