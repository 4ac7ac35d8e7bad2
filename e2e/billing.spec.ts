import type { Page } from '@playwright/test'
import { privileges } from '../src/rules/plans.ts'
import { faultsOf } from './support/accessibility.ts'
import { makeCoupon, subscribe, testCards, typeCard } from './support/billing.ts'
import { makeDeck } from './support/decks.ts'
import { openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { callAs, ownName } from './support/person.ts'
import { dropFile, picture } from './support/picture.ts'
import { fillStorage, givePlan, givePlanByHand } from './support/plans.ts'

const plan = (page: Page, name: string) => page.getByRole('heading', { name: new RegExp(`^${name}( |$)`), level: 2 })
const fact = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) })
    .locator('dd')

/** Opens the menu under the user's picture and returns its labels. */
async function menuOf(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: /^Menu of/ }).click()
  const labels = await page.getByRole('menuitem').allTextContents()
  await page.keyboard.press('Escape')
  return labels
}

test('a visitor chooses a plan, signs up, returns to it and buys it, by keyboard alone', async ({ newVisitor }) => {
  const page = await newVisitor()
  await page.goto('/pricing')
  const choose = page.getByRole('link', { name: 'Choose Lite' })
  await choose.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/users\/sign_up\?return_to=/)
  const name = ownName('buyer')
  await page.getByLabel('Username').focus()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await page.keyboard.type(`${name}@example.org`)
  await page.keyboard.press('Tab')
  await page.keyboard.type('walrus-teapot-42')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/account/upgrade?plan=lite&period=yearly')
  await expect(page.getByRole('button', { name: 'Pay $60' })).toBeVisible()

  await page.getByRole('radio', { name: /^Lite/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^Pro/ })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: 'Pay $14' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Card number')).toBeFocused()
  await page.keyboard.type('x4242-4242a4242 4242')
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  await expect(page.getByText('Visa', { exact: true })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.type('5')
  await expect(page.getByLabel('Expiry')).toHaveValue('05 / ')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('122034567')
  await expect(page.getByLabel('Expiry')).toHaveValue('12 / 2034')
  await page.keyboard.press('Tab')
  await page.keyboard.type('12345')
  await expect(page.getByLabel('Security code')).toHaveValue('1234')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL('/account/billing')
  await expect(plan(page, 'Pro')).toBeVisible()
  await expect(fact(page, 'Next charge')).toHaveText(/^\$14 on /)
  const labels = await menuOf(page)
  expect(labels).toContain('Billing')
  expect(labels).not.toContain('Upgrade')
})

test('a declined and an expired card show their reason at the card, and its number is in no request', async ({
  newPerson,
  complaints,
}) => {
  complaints.expect(/status of 422/)
  const { page } = await newPerson()
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.goto('/account/upgrade?plan=pro&period=monthly')
  const pay = page.getByRole('button', { name: 'Pay $14' })
  await pay.click()
  await expect(page.getByText('Required')).toHaveCount(3)
  await expect(page.getByLabel('Card number')).toBeFocused()

  await page.getByLabel('Card number').fill('4242424242424241')
  await page.getByLabel('Expiry').fill('0120')
  await expect(page.getByText('Please enter a valid card number')).toBeVisible()
  await page.getByLabel('Security code').fill('12')
  await expect(page.getByText('This card has expired')).toBeVisible()
  await pay.click()
  await expect(page.getByText('Please enter a valid security code')).toBeVisible()

  await typeCard(page, testCards.declined)
  await pay.click()
  const number = page.getByLabel('Card number')
  await expect(page.getByText('Your card was declined. Please try another card.')).toBeVisible()
  await expect(number).toBeFocused()
  await expect(number).toHaveAccessibleDescription('Your card was declined. Please try another card.')
  await typeCard(page, testCards.expired)
  await expect(page.getByText('Your card was declined')).toBeHidden()
  await pay.click()
  await expect(page.getByText('Your card has expired. Please try another card.')).toBeVisible()
  expect(await faultsOf(page)).toEqual({ light: [], dark: [] })

  await typeCard(page, testCards.ok)
  await pay.click()
  await expect(plan(page, 'Pro')).toBeVisible()
  expect(sent.some((request) => request.includes('tok_sandbox_declined_visa_0002'))).toBe(true)
  const digits = sent.join('\n').replace(/[\s-]/g, '')
  for (const card of Object.values(testCards)) expect(digits).not.toContain(card)
})

test('a subscriber uses a coupon, changes plan, period and card, cancels and reactivates, with the mouse', async ({
  newPerson,
  complaints,
}) => {
  complaints.expect(/status of (404|422)/)
  const { page } = await newPerson()
  const code = ownName('SPRING').toUpperCase()
  makeCoupon(code, 20, 2)
  await page.goto('/pricing')
  await page.getByText('By the month').click()
  await page.getByRole('link', { name: 'Choose Lite' }).click()
  await expect(page).toHaveURL('/account/upgrade?plan=lite&period=monthly')

  await page.getByLabel('Coupon code').fill('NOT-ONE')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('This coupon is not valid')).toBeVisible()
  await page.getByLabel('Coupon code').fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('20% off for 2 billing periods', { exact: true })).toBeVisible()
  await typeCard(page, testCards.ok)
  await page.getByRole('button', { name: 'Pay $5.60' }).click()
  await expect(plan(page, 'Lite')).toBeVisible()
  await expect(fact(page, 'Coupon')).toHaveText(code)
  await expect(fact(page, 'Next charge')).toHaveText(/^\$5\.60 on /)
  expect(await faultsOf(page)).toEqual({ light: [], dark: [] })

  await page.getByRole('link', { name: 'Change the plan' }).click()
  await page.getByText('Pro', { exact: true }).click()
  // The coupon lowers the new price, too.
  const cost = page.getByRole('region', { name: 'What it costs' })
  await expect(cost.getByText('$11.20', { exact: true })).toBeVisible()
  await expect(fact(page, 'Charged now')).toHaveText(/^\$5\.(60|59)$/)
  const charged = await fact(page, 'Charged now').textContent()
  await page.getByRole('button', { name: 'Change to Pro' }).click()
  await expect(plan(page, 'Pro')).toBeVisible()
  await expect(page.getByRole('row', { name: /Change to Pro/ })).toContainText(charged ?? '')
  await page.getByRole('link', { name: 'Change the billing period' }).click()
  await expect(page.getByRole('heading', { name: 'Billing period' })).toBeVisible()
  expect(await faultsOf(page)).toEqual({ light: [], dark: [] })
  await page.getByText('By the year').click()
  await page.getByRole('button', { name: 'Pay by the year' }).click()
  await expect(fact(page, 'Paid')).toHaveText('By the year')

  await page.getByRole('link', { name: 'Change the card' }).click()
  await page.getByLabel('Card number').fill('378282246310005')
  await expect(page.getByLabel('Card number')).toHaveValue('3782 822463 10005')
  await page.getByLabel('Expiry').fill('0435')
  await page.getByLabel('Security code').fill('1234')
  await page.getByRole('button', { name: 'Save the card' }).click()
  await expect(page.getByText('American Express ending in 0005')).toBeVisible()

  await page.getByRole('button', { name: 'Cancel the plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel Pro?' })
  await expect(dialog).toContainText('Your plan becomes Free at the end of the period')
  await dialog.getByRole('button', { name: 'Cancel Pro' }).click()
  await expect(page.getByText('Canceled', { exact: true })).toBeVisible()
  await expect(fact(page, 'Next charge')).toHaveText('None')
  // A canceled plan is reactivated before it is changed.
  for (const path of ['/account/upgrade?plan=lite', '/account/update_billing_period']) {
    await page.goto(path)
    await expect(page).toHaveURL('/account/billing')
  }
  await page.getByRole('button', { name: 'Reactivate' }).click()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()

  const receipts = page.getByRole('link', { name: /^Receipt / })
  const number = (await receipts.last().getAttribute('aria-label'))?.replace('Receipt ', '') ?? ''
  await receipts.last().click()
  await expect(page.getByRole('heading', { name: `Receipt ${number}` })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Paid/ })).toContainText('$5.60')
  await expect(page.getByRole('row', { name: `Coupon ${code}` })).toContainText('-$1.40')
  // On paper there is the receipt alone, dark on white also in the dark theme.
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('region', { name: 'Sandbox' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Billing', exact: true })).toBeHidden()
  const sheet = page.getByRole('article', { name: `Receipt ${number}` })
  await expect(sheet).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(sheet.getByRole('cell').first()).toHaveCSS('color', 'rgb(20, 32, 27)')
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => document.documentElement.removeAttribute('data-theme'))
  expect(await faultsOf(page)).toEqual({ light: [], dark: [] })
})

test('billing details that cannot be loaded say so, and a customer without payments sees that there are none', async ({
  newPerson,
  complaints,
}) => {
  complaints.expect(/status of 500|net::ERR_FAILED/)
  const { page, username } = await newPerson()
  await page.goto('/account/billing')
  await expect(page.getByText("You haven't made any payments yet.")).toBeVisible()
  await expect(page.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/pricing')
  await page.goto('/account/upgrade')
  await page.route('**/account/details.json', (route) => route.abort())
  givePlan(username, 'lite')
  await page.goto('/about')
  await page.getByRole('button', { name: /^Menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Billing' }).click()
  const failure = 'An error occured while fetching your billing details, please try again.'
  await expect(page.getByText(failure)).toBeVisible()
  await page.unroute('**/account/details.json')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText("You haven't made any payments yet.")).toBeVisible()
  await expect(page.getByText(failure)).toBeHidden()
})

test('each gate offers the plan in its place, with a link to the plans', async ({ newPerson }) => {
  const { page, context, username } = await newPerson()
  const { id, path } = await makeDeck(context.request, 'Gates', ['One slide'])

  await page.goto(path)
  await page.getByRole('button', { name: 'Share' }).first().click()
  const share = page.getByRole('dialog')
  await share.getByRole('tab', { name: 'Embed' }).click()
  await expect(share).toContainText('Embeds without our footer come with Lite, from $5 a month.')
  await expect(share.getByRole('radio', { name: 'Hidden' })).toBeDisabled()
  await expect(share.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/pricing')

  await page.goto(`${path}/edit`)
  await page.getByRole('button', { name: 'Visibility: Public' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Private' }).click()
  const offer = page.getByRole('dialog', { name: 'Private decks need a plan' })
  await expect(offer).toContainText('With Lite, from $5 a month')
  const opened = context.waitForEvent('page')
  await offer.getByRole('button', { name: 'See the plans' }).click()
  await expect(await opened).toHaveURL('/pricing')

  // A private deck of a plan without private links.
  givePlan(username, 'lite')
  const change = await callAs(context.request, 'POST', `/api/v1/decks/${id}/publish.json`, { visibility: 'self' })
  expect(change.status()).toBe(200)
  await page.goto(path)
  await page.getByRole('button', { name: 'Share' }).first().click()
  await expect(share).toContainText('With Pro, from $10 a month, you show this deck to the people you pick')
  await expect(share.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/pricing')

  // The plan has ended: the deck stays private, and editing it offers a plan.
  givePlan(username, 'free')
  await page.goto(`${path}/edit`)
  await expect(page.getByRole('heading', { name: 'Editing private decks needs a paid plan' })).toBeVisible()
  await expect(page.getByText('With Lite, from $5 a month')).toBeVisible()
  expect(await faultsOf(page)).toEqual({ light: [], dark: [] })
})

test('class names and a full storage offer a plan in the editor', async ({ newPerson, complaints }) => {
  complaints.expect(/Blocked script execution in '.*\/canvas'|status of 422/)
  const { page, username } = await newPerson()
  fillStorage(username, privileges.free.storage - 10)
  const editor = await openEditor(page, `/${username}/new`)
  await page.getByRole('button', { name: 'Advanced Slide Options' }).click()
  const options = page.getByRole('dialog', { name: 'Advanced Slide Options' })
  await expect(options.getByLabel('Class names')).toBeDisabled()
  await expect(options).toContainText('come with Pro, from $10 a month')
  await expect(options.getByRole('link', { name: 'See the plans' }).first()).toHaveAttribute('href', '/pricing')
  await page.keyboard.press('Escape')
  await expect(options).toBeHidden()

  await dropFile(editor.layer, await picture('a.png', 'red'), await editor.onScreen({ x: 480, y: 350 }))
  const offer = page.getByRole('dialog', { name: 'Your storage is full' })
  await expect(offer).toContainText('have 2 GB with Lite, from $5 a month')
  const opened = page.context().waitForEvent('page')
  await offer.getByRole('button', { name: 'See the plans' }).click()
  await expect(await opened).toHaveURL('/pricing')
})

test('users with a plan by hand see neither billing nor upgrade, and the pages about payment are not there', async ({
  newPerson,
  complaints,
}) => {
  complaints.expect(/status of 40[34]/)
  const { page, context, username } = await newPerson()
  givePlanByHand(username, 'pro')
  await page.goto('/about')
  const labels = await menuOf(page)
  expect(labels.filter((label) => /billing|upgrade/i.test(label))).toEqual([])
  for (const path of [
    'billing',
    'upgrade',
    'update_billing',
    'update_billing_period',
    'confirm_payment',
    'receipts/1',
  ]) {
    expect([path, (await context.request.get(`/account/${path}`)).status()]).toEqual([path, 404])
  }
  await page.goto('/account/billing')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Billing' })).toHaveCount(0)
})

test('a coupon that is typed and not applied shows its price before it is paid, and a wrong one is an error at its field', async ({
  newPerson,
  complaints,
}) => {
  complaints.expect(/status of 404 .*coupons\/NOT-ONE/)
  const { page } = await newPerson()
  const code = ownName('TYPED').toUpperCase()
  makeCoupon(code, 50, 1)
  await page.goto('/account/upgrade?plan=pro&period=monthly')
  await typeCard(page, testCards.ok)
  const field = page.getByLabel('Coupon code')
  await field.fill('NOT-ONE')
  await page.getByRole('button', { name: 'Pay $14' }).click()
  await expect(field).toHaveAccessibleDescription('This coupon is not valid')
  await expect(page).toHaveURL(/upgrade/)
  await field.fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Pay $14', exact: true }).click()
  // Nothing is paid until the price with the coupon has been seen and the button is pressed again.
  const pay = page.getByRole('button', { name: 'Pay $7', exact: true })
  await expect(pay).toBeVisible()
  await expect(page).toHaveURL(/upgrade/)
  await pay.click()
  await expect(plan(page, 'Pro')).toBeVisible()
  await expect(page.getByRole('cell', { name: '$7', exact: true })).toBeVisible()
})

test('a plan that was bought opens its gates at once', async ({ newPerson }) => {
  const { page, context } = await newPerson()
  const { path } = await makeDeck(context.request, 'Mine alone', ['One slide'])
  await subscribe(page, 'lite', 'monthly')
  await page.goto(`${path}/edit`)
  await page.getByRole('button', { name: 'Visibility: Public' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Private' }).click()
  await expect(page.getByText('Your deck is now private')).toBeVisible()
})
