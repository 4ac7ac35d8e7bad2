import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type BrowserContext, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import type { RunningServer } from '../../src/testing/run-server.ts'
import { signUp } from './person.ts'

type OpenBrowser = (options?: BrowserContextOptions) => Promise<BrowserContext>

/** Test numbers of the sandbox, as they are typed. */
export const testCards = {
  ok: '4242424242424242',
  declined: '4000000000000002',
  expired: '4000000000000069',
  /** Pays once, and then no more. */
  later: '4000000000000341',
} as const

/** Moves the clock of a server that was started with LECTERN_CLOCK=on. Its jobs follow. */
export async function passDays(server: Pick<RunningServer, 'baseUrl'>, days: number): Promise<void> {
  const answer = await fetch(`${server.baseUrl}/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ days }),
  })
  expect(answer.status).toBe(200)
}

/** Opens a page of a new user on a server of the journey's own. */
export async function newCustomer(openBrowser: OpenBrowser, { baseUrl }: Pick<RunningServer, 'baseUrl'>) {
  const context = await openBrowser({ baseURL: baseUrl })
  await signUp(context.request, {}, baseUrl)
  return { context, page: await context.newPage() }
}

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
