import type { Services } from './services.ts'

const modes = {
  off: 'off: nobody pays, and everybody has the privileges of the largest plan',
  sandbox: 'sandbox: plans count, and payments are simulated',
  stripe: 'stripe: plans count, and cards are charged',
} as const

/**
 * What an operator must know about billing at this start: that its mode changed since the last one, or, on an
 * earlier installation, that it follows from other settings. Records the mode for the next start.
 */
export async function billingNotes({ database, settings }: Pick<Services, 'database' | 'settings'>): Promise<string[]> {
  const { billing, billingGiven } = settings
  return database.transaction(async (trx) => {
    const last = await trx.selectFrom('last_start').select('value').where('name', '=', 'billing').executeTakeFirst()
    const used = await trx.selectFrom('users').select('id').limit(1).executeTakeFirst()
    await trx
      .insertInto('last_start')
      .values({ name: 'billing', value: billing })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: billing }))
      .execute()
    const choice = 'Set BILLING to off, sandbox or stripe to choose; docs/self-hosting.md explains them.'
    if (last && last.value !== billing) return [`Billing was ${last.value}, and is now ${modes[billing]}. ${choice}`]
    return !last && used && !billingGiven ? [`BILLING is not set, so billing is ${modes[billing]}. ${choice}`] : []
  })
}
