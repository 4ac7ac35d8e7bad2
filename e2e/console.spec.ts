import { type BrowserContext, type Locator, type Page, request } from '@playwright/test'
import { type MailCatcher, startMailCatcher } from '../src/testing/mail-catcher.ts'
import { type RunningServer, runServer } from '../src/testing/run-server.ts'
import { faultsOf } from './support/accessibility.ts'
import { expect, test } from './support/journey.ts'
import { signUp } from './support/person.ts'
import { picture } from './support/picture.ts'

// These journeys change the instance itself, so they have a server and a mail server of their own.
test.describe.configure({ mode: 'serial' })

let catcher: MailCatcher
let server: RunningServer
let operator: Awaited<ReturnType<BrowserContext['storageState']>>
test.beforeAll(async () => {
  catcher = await startMailCatcher()
  server = await runServer({ env: { SMTP_URL: `smtp://${catcher.host}` } })
  const context = await request.newContext({ baseURL: server.baseUrl })
  // In development the first account is the operator.
  await signUp(context, { username: 'olga' }, server.baseUrl)
  operator = await context.storageState()
  await context.dispose()
})
test.afterAll(async () => {
  await server.dispose()
  await catcher.stop()
})

let page: Page
test.beforeEach(async ({ openBrowser }) => {
  const context = await openBrowser({ baseURL: server.baseUrl, storageState: operator, reducedMotion: 'reduce' })
  page = await context.newPage()
})

async function openSection(title: string): Promise<void> {
  await page.goto('/admin')
  await expect(page.locator('html.loaded')).toBeVisible()
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
}

/** Presses a button with the keyboard. */
async function pressEnterOn(button: Locator): Promise<void> {
  await button.focus()
  await page.keyboard.press('Enter')
}

test('a coupon is created with the keyboard, refused at its fields, and ended', async ({ complaints }) => {
  // The day that is past.
  complaints.expect(/status of 422/)
  await openSection('Coupons')
  await expect(page.getByText('There is no coupon yet.')).toBeVisible()
  await pressEnterOn(page.getByRole('button', { name: 'New coupon' }))
  const dialog = page.getByRole('dialog', { name: 'New coupon' })
  await expect(dialog.getByLabel('Code')).toBeFocused()
  await page.keyboard.type('spring-26')
  await page.keyboard.press('Tab')
  await page.keyboard.type('twenty')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('A whole number from 1 to 10,000')).toBeVisible()
  await expect(dialog.getByText('Required', { exact: true })).toBeVisible()
  await dialog.getByLabel('Discount').fill('20')
  await dialog.getByLabel('Payments').fill('3')
  await dialog.getByLabel('Last day').fill('2020-01-31')
  await dialog.getByLabel('Reason').fill('A fair in spring')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Last day')).toHaveAccessibleDescription(/Please give a day to come/)
  await dialog.getByLabel('Last day').fill('')
  await dialog.getByRole('button', { name: 'Create the coupon' }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row', { name: /SPRING-26/ })
  await expect(row).toContainText('20%')
  await expect(row).toContainText('off 3 payments')
  await expect(row).toContainText('No end')

  await row.getByRole('button', { name: 'End the coupon SPRING-26' }).click()
  const question = page.getByRole('dialog', { name: 'End the coupon SPRING-26?' })
  await expect(question.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('The fair is over')
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(row).toContainText('Ended')
  await expect(row.getByRole('button')).toHaveCount(0)
  expect(await faultsOf(page)).toEqual({ light: [], dark: [] })
})

test('the instance gets a name and a logo, and refuses files that are none', async () => {
  await openSection('Settings')
  await page.getByLabel('Name').fill('Acme Decks')
  await page.getByLabel('Reason').fill('Our own name')
  await page.keyboard.press('Enter')
  const home = page.getByRole('banner').getByRole('link', { name: 'Acme Decks, home' })
  await expect(home).toHaveText('Acme Decks')
  await expect(page).toHaveTitle('Settings – Console – Acme Decks')

  await expect(page.locator('html.loaded')).toBeVisible()
  const file = page.getByLabel('Logo file')
  await file.setInputFiles({ name: 'logo.txt', mimeType: 'text/plain', buffer: Buffer.from('Acme') })
  await expect(page.getByText('Only image files, please')).toBeVisible()
  await file.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(10_000_001) })
  await expect(page.getByText('No more than 10 mb please')).toBeVisible()
  const logo = await picture('logo.png', '#c02040', 400, 80)
  const choosing = page.waitForEvent('filechooser')
  await pressEnterOn(page.getByRole('button', { name: 'Choose a file' }))
  await (await choosing).setFiles(logo)
  await expect(page.getByRole('img', { name: 'The present logo' })).toBeVisible()
  await expect(home.locator('img')).toHaveJSProperty('naturalHeight', 64)
  expect(await faultsOf(page)).toEqual({ light: [], dark: [] })
})

test('a mail that the mail server refuses is in the lists of mails and jobs, and arrives when it is sent again', async () => {
  catcher.mails.length = 0
  catcher.refusal = 550
  await openSection('Settings')
  await page.getByRole('button', { name: 'Send a test mail' }).click()
  await expect(page.getByText('A test mail is on its way to olga@example.org.')).toBeVisible()

  const row = page.getByRole('row', { name: /Test mail of Acme Decks/ })
  await expect(async () => {
    await openSection('Mails')
    await expect(row).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(row).toContainText('550')
  catcher.refusal = null
  await pressEnterOn(row.getByRole('button', { name: 'Send again' }))
  await expect(page.getByText('No mail has failed.')).toBeVisible()
  await expect.poll(() => catcher.mails.map(({ subject }) => subject)).toEqual(['Test mail of Acme Decks'])
  expect(catcher.mails[0]?.html).toMatch(
    /<img [^>]*src="[^"]+\/api\/v1\/instance\/logo\?v=[\da-f]{8}&amp;as=png" alt="Acme Decks"/,
  )
  await page.getByRole('link', { name: 'Sent' }).click()
  await expect(row).toContainText('olga@example.org')

  await openSection('Jobs')
  const job = page.getByRole('row', { name: /^mail/ })
  await expect(job).toContainText('The mail server refused it')
  await pressEnterOn(job.getByRole('button', { name: 'Run again' }))
  await expect(page.getByText('No job has failed.')).toBeVisible()
  // It finds its mail sent, and does not send it twice.
  await expect(async () => {
    await page.goto('/admin/jobs?state=done')
    await expect(page.getByRole('row', { name: /^mail/ })).toHaveCount(3, { timeout: 1_000 })
  }).toPass()
  expect(catcher.mails).toHaveLength(1)
})

test('on a phone every section fits, and the navigation shows that it goes on', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  const nav = page.getByRole('navigation', { name: 'Console' })
  const sections = [
    '',
    'users',
    'teams',
    'decks',
    'reports',
    'storage',
    'jobs',
    'mails',
    'coupons',
    'settings',
    'audit',
  ]
  for (const section of sections) {
    await page.goto(`/admin/${section}`)
    await expect(page.locator('html.loaded')).toBeVisible()
    const excess = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      // A reserved scroll bar makes it negative.
      return Math.max(0, scrollWidth - clientWidth)
    })
    expect([section, excess]).toEqual([section, 0])
    await expect(nav.locator('[aria-current="page"]')).toBeInViewport({ ratio: 1 })
    const end = { '': 'data-more-right', audit: 'data-more-left' }[section]
    if (end !== undefined) await expect(nav).toHaveAttribute(end, '')
  }
  expect(await faultsOf(page)).toEqual({ light: [], dark: [] })
})
