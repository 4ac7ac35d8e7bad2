import { z } from 'zod'
import { accountMessages } from '../../rules/account-messages.ts'
import { adminReason } from '../admin/contract.ts'
import { contract } from '../contract.ts'
import { time } from '../inputs.ts'
import { pageOutput, pageQuery } from '../paging.ts'

const coupon = z.object({
  id: z.number(),
  code: z.string(),
  percent: z.number().nullable(),
  /** Cents. */
  amount: z.number().nullable(),
  periods: z.number().nullable(),
  expires_at: time.nullable(),
  max_uses: z.number().nullable(),
  uses: z.number(),
  created_at: time,
})

const optionalNumber = (max: number) => z.int().min(1).max(max).nullable().default(null)

const newCoupon = z
  .object({
    code: z
      .string()
      .trim()
      .transform((code) => code.toUpperCase())
      .pipe(z.string().regex(/^[A-Z\d][A-Z\d-]{2,48}[A-Z\d]$/, accountMessages.admin.couponCode)),
    percent: z.int().min(1).max(100).nullable(),
    /** Cents. */
    amount: optionalNumber(1_000_000),
    periods: optionalNumber(120),
    expires_at: z.iso.date().nullable().default(null),
    max_uses: optionalNumber(1_000_000),
    reason: adminReason,
  })
  .refine(({ percent, amount }) => (percent === null) !== (amount === null), {
    path: ['percent'],
    message: accountMessages.admin.couponDiscount,
  })

/** Routes of the operator's console about coupons. */
export const couponsContracts = {
  list: contract({
    method: 'GET',
    path: '/api/v1/admin/coupons',
    summary: 'Lists coupons, newest first. For operators.',
    permission: 'operator',
    feature: 'billing',
    rate: 'read',
    query: z.object(pageQuery()),
    output: z.object(pageOutput(coupon)),
  }),
  create: contract({
    method: 'POST',
    path: '/api/v1/admin/coupons',
    summary: 'Creates a coupon: percent or amount off, for some periods or all. For operators.',
    permission: 'operator',
    feature: 'billing',
    rate: 'write',
    body: z.object({ coupon: newCoupon }),
    output: coupon,
    status: 201,
  }),
  end: contract({
    method: 'DELETE',
    path: '/api/v1/admin/coupons/:id',
    summary: 'Ends a coupon: it can no longer be used; subscriptions that use it keep it. For operators.',
    permission: 'operator',
    feature: 'billing',
    rate: 'write',
    params: z.object({ id: z.string() }),
    body: z.object({ change: z.object({ reason: adminReason }) }),
    output: 'empty',
  }),
}
