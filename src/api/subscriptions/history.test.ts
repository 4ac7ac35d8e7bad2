import { expect, test } from 'vitest'
import { ModelProvider } from '../../testing/billing-model/model-provider.ts'
import { History, modelCoupons, type Tally } from '../../testing/billing-model/run-history.ts'
import { makeTestApp } from '../../testing/test-app.ts'

/** `npm run billing-model` runs 5,000 histories; SEED continues from another one. */
const histories = Number(process.env.HISTORIES ?? 60)
const first = Number(process.env.SEED ?? 1)

test('in random histories plan, period, balance and receipts are those of the reference, and every cent is accounted for', {
  timeout: Math.max(120_000, histories * 500),
}, async () => {
  const app = await makeTestApp('sqlite', { settings: { billing: 'stripe' } })
  try {
    const created_at = app.services.now()
    const coupons = modelCoupons.map(({ lower: _, ...coupon }) => ({ ...coupon, created_at }))
    await app.services.database.write.insertInto('coupons').values(coupons).execute()
    const tally: Tally = {}
    for (let seed = first; seed < first + histories; seed += 1) {
      await new History(app.services, new ModelProvider(), seed, tally).run(25).catch((error: unknown) => {
        throw new Error(`seed ${seed}: ${(error as Error).message}`)
      })
    }
    expect(tally.compared).toBe(histories * 25)
    const happened = ['paid', 'payment failed', 'payment lost-answer', 'payment lost-request', 'notification']
    for (const what of [...happened, 'late money', 'cancel', 'reactivate']) {
      expect([what, (tally[what] ?? 0) > 0]).toEqual([what, true])
    }
    if (process.env.HISTORIES) console.log(tally)
  } finally {
    await app.close()
  }
})
