import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Plan } from '../../src/rules/plans.ts'

/** Sets a user's plan, as a payment would: directly in the shared server's database. */
export function givePlan(username: string, plan: Plan): void {
  const database = new DatabaseSync(join(process.env.SHARED_DATA ?? '', 'lectern.sqlite'))
  try {
    database.exec('pragma busy_timeout = 5000')
    database.prepare('update users set plan = ? where username = ?').run(plan, username)
  } finally {
    database.close()
  }
}
