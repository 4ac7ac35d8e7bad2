import { expect, test } from 'vitest'
import { makeUser } from '../testing/factories.ts'
import { eachDatabase } from '../testing/test-app.ts'
import { billingNotes } from './billing-notes.ts'

eachDatabase((makeApp) => {
  test('a new installation is told nothing, one of before what holds, and every one what changed', async () => {
    const { services } = await makeApp()
    const starting = (billing: 'off' | 'sandbox', billingGiven = false) =>
      billingNotes({ ...services, settings: { ...services.settings, billing, billingGiven } })
    expect(await starting('sandbox')).toEqual([])
    await services.database.write.deleteFrom('last_start').execute()
    await makeUser(services)
    expect(await starting('off')).toEqual([expect.stringMatching(/^BILLING is not set, so billing is off: /)])
    expect(await starting('off')).toEqual([])
    expect(await starting('sandbox', true)).toEqual([expect.stringMatching(/^Billing was off, and is now sandbox: /)])
    await services.database.write.deleteFrom('last_start').execute()
    expect(await starting('off', true)).toEqual([])
  })
})
