import { randomInt } from 'node:crypto'
import type { Db } from '../../server/db/open-database.ts'
import { readInstance } from '../../server/instance.ts'
import type { Services } from '../../server/services.ts'

/** Letters and digits without those that look alike. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const groups = 5
const groupLength = 5
/** How long a code can be used, in ms. */
const life = 7 * 24 * 60 * 60 * 1000

function makeCode(): string {
  const group = () => Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

/** The stored form of a code, however it is typed: a database dump contains no usable code. */
function hashCode({ keys }: Pick<Services, 'keys'>, code: string): string {
  return keys.hash('setup-code', code.toUpperCase().replace(/[^A-Z\d]/g, ''))
}

/** The creation time of the oldest codes that can be used. */
function oldest(now: Date): Date {
  return new Date(now.getTime() - life)
}

/**
 * Issues a set-up code if the instance still needs its first operator; null otherwise. Every start issues another one,
 * since a hash cannot be printed again. All of them end when one is used.
 */
export async function issueSetupCode(services: Services): Promise<string | null> {
  const { database, settings, now } = services
  if (!(await readInstance(database.read, settings)).setup) return null
  const code = makeCode()
  await database.transaction(async (trx) => {
    await trx.deleteFrom('setup_codes').where('created_at', '<', oldest(now())).execute()
    await trx
      .insertInto('setup_codes')
      .values({ code_hash: hashCode(services, code), created_at: now() })
      .execute()
  })
  return code
}

/**
 * Uses a code up, with all others: of two concurrent uses one succeeds. False for a wrong, used or old code; the caller
 * then rolls back.
 */
export async function takeSetupCode(db: Db, services: Pick<Services, 'keys' | 'now'>, code: string): Promise<boolean> {
  const hash = hashCode(services, code)
  const since = oldest(services.now())
  const deleted = await db.deleteFrom('setup_codes').returning(['code_hash', 'created_at']).execute()
  return deleted.some((row) => row.code_hash === hash && row.created_at >= since)
}
