import { accountMessages } from '../../rules/account-messages.ts'
import { messages } from '../../rules/messages.ts'
import { audit } from '../../server/audit.ts'
import { readPage } from '../../server/db/read-page.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { pageAnswer, pageOf } from '../paging.ts'
import { readId } from '../read-id.ts'
import { type Context, type Route, route } from '../route.ts'
import { couponsContracts as contracts } from './contract.ts'

const day = 24 * 60 * 60 * 1000

async function create({ db, services, request, user, body }: Context<typeof contracts.create>) {
  const { reason, expires_at, ...fields } = body.coupon
  // A coupon is valid through its last day, in UTC.
  const expiresAt = expires_at === null ? null : new Date(Date.parse(`${expires_at}T00:00:00Z`) + day)
  if (expiresAt !== null && expiresAt <= services.now()) throw invalid('expires_at', accountMessages.admin.couponPast)
  const row = await db
    .insertInto('coupons')
    .values({ ...fields, expires_at: expiresAt, created_at: services.now() })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw invalid('code', messages.taken[0])
  const detail = { code: row.code, percent: row.percent, amount: row.amount, reason }
  await audit(db, services, request, {
    actorId: user.id,
    action: 'admin.coupon.create',
    resource: `coupon:${row.id}`,
    detail,
  })
  return row
}

async function end({ db, services, request, user, params, body }: Context<typeof contracts.end>): Promise<undefined> {
  const id = readId(params.id)
  const now = services.now()
  const row =
    id === null
      ? undefined
      : await db
          .updateTable('coupons')
          .set({ expires_at: now })
          .where('id', '=', id)
          .returning('code')
          .executeTakeFirst()
  if (!row) throw new HttpError(404, messages.access.notFound)
  const detail = { code: row.code, reason: body.change.reason }
  await audit(db, services, request, { actorId: user.id, action: 'admin.coupon.end', resource: `coupon:${id}`, detail })
  return undefined
}

/** Handlers of the console's coupon routes. */
export const couponsRoutes: readonly Route[] = [
  route(contracts.list, async ({ db, query }) => {
    const page = pageOf(query)
    const all = db.selectFrom('coupons')
    const { rows, total } = await readPage(all, all.selectAll().orderBy('id', 'desc'), page)
    return pageAnswer(page, Number(total), rows)
  }),
  route(contracts.create, create),
  route(contracts.end, end),
]
