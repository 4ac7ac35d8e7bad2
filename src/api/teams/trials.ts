import { accountMessages } from '../../rules/account-messages.ts'
import type { Db } from '../../server/db/open-database.ts'
import { invalid } from '../../server/http/http-error.ts'
import type { Services } from '../../server/services.ts'
import type { NewCustomer } from '../subscriptions/customer.ts'

/** The founder of a team with a trial, and the customer with the card. */
interface Founder {
  readonly userId: number
  readonly customer: NewCustomer | null
}

/** The stored form of a card's fingerprint: a dump of the database must not disclose which cards were used. */
function fingerprintHash({ keys }: Pick<Services, 'keys'>, customer: NewCustomer | null): string | null {
  const fingerprint = customer?.card.fingerprint ?? null
  return fingerprint === null ? null : keys.hash('trial-card', fingerprint)
}

/** Throws 422 if the account or the card has had the trial of a team. */
export async function checkTrial(db: Db, services: Services, { userId, customer }: Founder): Promise<void> {
  const user = await db.selectFrom('users').select('team_trial_at').where('id', '=', userId).executeTakeFirst()
  if (user?.team_trial_at) throw invalid('base', accountMessages.team.trialUsed)
  const hash = fingerprintHash(services, customer)
  if (hash === null) return
  const used = await db
    .selectFrom('trial_cards')
    .select('used_at')
    .where('fingerprint_hash', '=', hash)
    .executeTakeFirst()
  if (used) throw invalid('token', accountMessages.team.trialCardUsed)
}

/** Uses up the trial of an account and a card, in the transaction that begins it. Throws 422 if one has had it. */
export async function takeTrial(trx: Db, services: Services, founder: Founder): Promise<void> {
  await checkTrial(trx, services, founder)
  const now = services.now()
  await trx.updateTable('users').set({ team_trial_at: now }).where('id', '=', founder.userId).execute()
  const hash = fingerprintHash(services, founder.customer)
  if (hash === null) return
  const taken = await trx
    .insertInto('trial_cards')
    .values({ fingerprint_hash: hash, used_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('used_at')
    .executeTakeFirst()
  // Another account used the card at the same moment.
  if (!taken) throw invalid('token', accountMessages.team.trialCardUsed)
}
