import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Plan } from '../../src/rules/plans.ts'

/** Runs a statement in the shared server's database. */
function run(statement: string, ...values: (string | number)[]): void {
  const database = new DatabaseSync(join(process.env.SHARED_DATA ?? '', 'lectern.sqlite'))
  try {
    database.exec('pragma busy_timeout = 5000')
    database.prepare(statement).run(...values)
  } finally {
    database.close()
  }
}

/** Sets a user's plan, as a payment would. */
export function givePlan(username: string, plan: Plan): void {
  run('update users set plan = ? where username = ?', plan, username)
}

/** Marks a user's address as verified, as a mailed link would. */
export function verifyAddress(username: string): void {
  run('update users set email_verified_at = ? where username = ?', new Date().toISOString(), username)
}

/** Gives a user a plan by hand, as an operator does. */
export function givePlanByHand(username: string, plan: Plan): void {
  run('update users set plan = ?, manual_plan = ?, manually_upgraded = 1 where username = ?', plan, plan, username)
}

/** Fills a user's storage with one file of this size in bytes. */
export function fillStorage(username: string, size: number): void {
  run(
    `insert into media (user_id, key, label, content_type, size, width, height, inline, hidden, content_hash, created_at)
     select id, 'media/large-' || id || '.png', 'x', 'image/png', ?, 1, 1, 0, 1, 'x', ? from users where username = ?`,
    ...[size, new Date().toISOString(), username],
  )
}
