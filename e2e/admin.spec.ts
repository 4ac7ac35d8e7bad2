import type { Page } from '@playwright/test'
import { faultsOf } from './support/accessibility.ts'
import { makeDeck } from './support/decks.ts'
import { expect, test } from './support/journey.ts'
import { makeOperator } from './support/operator.ts'
import { signIn } from './support/person.ts'

async function giveReason(page: Page, reason: string, action: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: action }).click()
  await expect(dialog).toBeHidden()
}

test('a visitor reports a deck, an operator suspends it, and its owner reads why until it is restored', async ({
  newPerson,
  newVisitor,
  complaints,
}) => {
  complaints.expect(/404/)
  const [owner, operator] = [await newPerson(), await newPerson({}, { reducedMotion: 'reduce' })]
  expect(makeOperator(operator)).toContain(operator.username)
  const deck = await makeDeck(owner.context.request, `Ads of ${owner.username}`, ['Buy this'])

  const visitor = await newVisitor()
  await visitor.goto(deck.path)
  await visitor.getByTitle('More').click()
  await visitor.getByRole('link', { name: 'Report this deck' }).click()
  await visitor.getByRole('button', { name: 'Send the report' }).click()
  await expect(visitor.getByText('Please choose a reason')).toBeVisible()
  await visitor.getByLabel('What is wrong with it?').selectOption('Spam or advertising')
  await visitor.getByLabel('What should we know?').fill('Nothing but ads')
  await visitor.getByRole('button', { name: 'Send the report' }).click()
  await expect(visitor.getByRole('status').filter({ hasText: 'Thank you' })).toBeVisible()

  const { page } = operator
  await page.goto('/')
  await page.getByRole('button', { name: /^Menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Console' }).click()
  await page.getByRole('link', { name: 'Open reports' }).click()
  const row = page.getByRole('row', { name: new RegExp(owner.username) })
  await expect(row).toContainText('Nothing but ads')
  await row.getByRole('button', { name: 'Suspend the deck' }).click()
  await giveReason(page, 'Advertising is not allowed here', 'Suspend')
  await expect(row).toBeHidden()

  await visitor.goto(deck.path)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('There is nothing at this lectern')
  await owner.page.goto(deck.path)
  await expect(owner.page.getByRole('note')).toContainText('Advertising is not allowed here')

  await page.goto(`/admin/decks?search=${owner.username}`)
  await page.getByRole('button', { name: 'Restore' }).click()
  await giveReason(page, 'The ads are gone', 'Restore')
  await expect(page.getByRole('button', { name: 'Suspend' })).toBeVisible()
  await visitor.goto(deck.path)
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('Ads of')

  await page.goto(`/admin/audit?user=${operator.username}`)
  await expect(page.getByRole('row', { name: /admin\.deck\.suspend.*Advertising is not allowed/ })).toBeVisible()
  expect(await faultsOf(page)).toEqual({ light: [], dark: [] })
})

test('a suspended user is signed out and reads the reason, and others find no console', async ({
  newPerson,
  newVisitor,
  complaints,
}) => {
  complaints.expect(/40[14]/)
  // The first user of an instance is an operator.
  const [operator, user] = [await newPerson(), await newPerson()]
  makeOperator(operator)
  await user.page.goto('/admin')
  await expect(user.page.getByRole('heading', { level: 1 })).toHaveText('There is nothing at this lectern')

  const { page } = operator
  await page.goto('/admin/users')
  await page.getByLabel('Name, e-mail or id').fill(user.username)
  await page.getByRole('button', { name: 'Search' }).click()
  // Before the rows above go, the menu would move with its row.
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: `Actions for ${user.username}` }).click()
  await page.getByRole('menuitem', { name: 'Suspend' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('x')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(dialog.getByText('Please give a reason of at least 3 characters')).toBeVisible()
  await giveReason(page, 'Spam in comments', 'Suspend')
  await expect(page.getByRole('row', { name: new RegExp(user.username) })).toContainText('Suspended')

  await user.page.goto('/users/edit')
  await expect(user.page).toHaveURL(/sign_in/)
  const visitor = await newVisitor()
  await visitor.goto('/users/sign_in')
  await visitor.getByLabel('E-mail or username').fill(user.username)
  await visitor.getByLabel('Password').fill(user.password)
  await visitor.getByRole('button', { name: 'Sign in' }).click()
  await expect(visitor.getByText('This account is suspended: Spam in comments')).toBeVisible()

  await page.getByRole('button', { name: `Actions for ${user.username}` }).click()
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  await giveReason(page, 'An appeal', 'Restore')
  await signIn(visitor, user)
})
