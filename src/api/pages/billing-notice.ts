import { isEnterpriseManager } from '../../rules/account-permissions.ts'
import { type BillingNotice, confirmPath } from '../../rules/billing-notice.ts'
import { forceEndsAt } from '../../rules/subscriptions.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { unconfirmedPayment } from '../subscriptions/unconfirmed-payment.ts'
import type { ViewerTeam } from './viewer.ts'

/**
 * What a signed-in user should know about a payment on every page: a trial of their team, or a charge that failed.
 * Only for those who pay: the user, or the team's managers. Null: nothing.
 */
export async function billingNotice(
  services: Pick<Services, 'database' | 'now' | 'payments' | 'settings'>,
  user: Pick<UserRow, 'id' | 'manually_upgraded'>,
  team: ViewerTeam | null,
): Promise<BillingNotice | null> {
  const { database, settings } = services
  if (settings.billing === 'off') return null
  const managed = team && isEnterpriseManager(team.role) && !team.manuallyUpgraded ? team : null
  const rows = await database.read
    .selectFrom('subscriptions')
    .leftJoin('customers', (join) =>
      join.on((on) =>
        on.or([
          on('customers.team_id', '=', on.ref('subscriptions.team_id')),
          on('customers.user_id', '=', on.ref('subscriptions.user_id')),
        ]),
      ),
    )
    .select(['subscriptions.team_id', 'subscriptions.status', 'subscriptions.cancel_at_period_end'])
    .select(['subscriptions.period_end', 'subscriptions.grace_ends_at', 'customers.card_id'])
    .where((where) =>
      where.or([
        where('subscriptions.user_id', '=', user.id),
        ...(managed ? [where('subscriptions.team_id', '=', managed.id)] : []),
      ]),
    )
    .where('subscriptions.status', 'in', ['trialing', 'past_due'])
    .execute()
  // A failed charge is more urgent than a trial.
  const row = rows.find(({ status }) => status === 'past_due') ?? rows[0]
  if (!row || (row.team_id === null && user.manually_upgraded)) return null
  const host = row.team_id === null ? settings.baseUrl : (managed?.url ?? '')
  return {
    kind: row.status === 'past_due' ? await failedKind(services, row.team_id, user.id) : 'trial',
    ofTeam: row.team_id !== null,
    endsAt: (row.status === 'past_due' ? forceEndsAt(row) : row.period_end).toISOString(),
    hasCard: row.card_id !== null,
    isCanceled: row.cancel_at_period_end,
    billingUrl: `${host}/account/billing`,
    cardUrl: `${host}/account/update_billing`,
    confirmUrl: `${host}${confirmPath}`,
  }
}

async function failedKind(
  services: Pick<Services, 'database' | 'now' | 'payments'>,
  team: number | null,
  user: number,
): Promise<'confirm' | 'past-due'> {
  const owner = team === null ? { user } : { team }
  return (await unconfirmedPayment(services.database.read, services, owner)) ? 'confirm' : 'past-due'
}
