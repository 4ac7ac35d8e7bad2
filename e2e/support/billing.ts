import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, type Page } from '@playwright/test'

/** Test numbers of the sandbox, as they are typed. */
export const testCards = {
  ok: '4242424242424242',
  declined: '4000000000000002',
  expired: '4000000000000069',
} as const

/** Types a card into the open card form. */
export async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('1234')
  await page.getByLabel('Security code').fill('123')
}

/** Subscribes to a plan on the upgrade page with the card that is accepted. The page shows the billing details after. */
export async function subscribe(page: Page, plan: 'lite' | 'pro', period: 'monthly' | 'yearly'): Promise<void> {
  await page.goto(`/account/upgrade?plan=${plan}&period=${period}`)
  await typeCard(page, testCards.ok)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByRole('heading', { name: 'Billing', level: 1 })).toBeVisible()
}

/** Creates a coupon directly in the shared server's database. */
export function makeCoupon(code: string, percent: number, periods: number | null): void {
  const database = new DatabaseSync(join(process.env.SHARED_DATA ?? '', 'lectern.sqlite'))
  try {
    database.exec('pragma busy_timeout = 5000')
    const insert = 'insert into coupons (code, percent, periods, created_at) values (?, ?, ?, ?)'
    database.prepare(insert).run(code, percent, periods, new Date().toISOString())
  } finally {
    database.close()
  }
}
