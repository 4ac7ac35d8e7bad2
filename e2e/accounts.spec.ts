import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { makeDeck } from './support/decks.ts'
import { expect, test } from './support/journey.ts'
import { mailedLink } from './support/mails.ts'
import { type Account, callAs, newAccount, ownName, signIn } from './support/person.ts'
import { picture } from './support/picture.ts'

/** The error text of a field. */
const complaint = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true })

async function isLoaded(page: Page): Promise<void> {
  await expect(page.locator('html.loaded')).toBeVisible()
}

test('a new account is validated while typing: 600 ms after a key, 300 ms while there is an error', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/users/sign_up')
  await isLoaded(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  const username = page.getByLabel('Username')

  await username.fill('a')
  await page.clock.runFor(599)
  await expect(username).not.toHaveAttribute('aria-invalid', 'true')
  await page.clock.runFor(1)
  await expect(complaint(page, 'At least 2 characters')).toBeVisible()
  await username.fill('a b')
  await page.clock.runFor(299)
  await expect(complaint(page, 'At least 2 characters')).toBeVisible()
  await page.clock.runFor(1)
  await expect(complaint(page, 'No spaces please')).toBeVisible()
  for (const [label, wrong, why] of [
    ['Username', 'ärger', 'Can only contain: A-Z, 0-9, - and _'],
    ['E-mail', 'nobody@', 'Please enter a valid email'],
    ['Password', 'short', 'At least 6 characters'],
  ] as const) {
    await page.getByLabel(label).fill(wrong)
    await page.clock.runFor(600)
    await expect(complaint(page, why)).toBeVisible()
  }
})

test('taken names get different messages, and nothing is sent while a field is missing', async ({
  page,
  newPerson,
  complaints,
}) => {
  // A free username (404), and a password that is too easy (422).
  complaints.expect(/status of 422/)
  const [first, second] = [await newPerson(), await newPerson()]
  const account = newAccount()
  await page.goto('/users/sign_up')
  await isLoaded(page)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('main').getByText('Required', { exact: true })).toHaveCount(3)
  await expect(page.getByLabel('Username')).toBeFocused()
  expect(sent).toEqual([])

  const username = page.getByLabel('Username')
  await username.fill(first.username)
  await expect(complaint(page, "That one's already taken :(")).toBeVisible()
  await username.fill(second.username)
  await expect(complaint(page, "Sorry, that's taken too")).toBeVisible()
  await username.fill(account.username.toUpperCase())
  await username.blur()
  await expect(username).toHaveValue(account.username)
  await expect(username).not.toHaveAttribute('aria-invalid', 'true')

  await page.getByLabel('E-mail').fill(account.email)
  await page.getByLabel('Password').fill('password')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(complaint(page, 'This password is too easy to guess, please choose another one')).toBeVisible()
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText(`Welcome to Lectern, ${account.username}`)).toBeVisible()
  await expect(page.getByRole('button', { name: `Menu of ${account.username}` })).toBeVisible()
})

test('a user who forgot the password gets a link by mail that works once', async ({ newPerson, page, complaints }) => {
  // The old password.
  complaints.expect(/status of 401/)
  const person = await newPerson()
  const password = 'lantern-heron-55'
  await page.goto('/users/sign_in')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('E-mail', { exact: true }).fill(person.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('If we know this address, a mail with a link is on its way')).toBeVisible()

  const link = await mailedLink(page, person.email, 'A new password')
  await page.goto(link)
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByText('Your new password is set')).toBeVisible()
  await expect(page.getByRole('button', { name: `Menu of ${person.username}` })).toBeVisible()

  await test.step('the earlier session is revoked, and the link is used up', async () => {
    expect((await person.context.request.get('/api/v1/users/me.json')).status()).toBe(401)
    await page.context().clearCookies()
    await page.goto(link)
    await expect(page.getByText('This link is no longer valid, please ask for a new one')).toBeVisible()
    await expect(page.getByLabel('New password')).toBeHidden()
    await page.getByRole('link', { name: 'Ask for a new link' }).click()
    await expect(page.getByRole('button', { name: 'Send the link' })).toBeVisible()
  })
  await test.step('only the new password signs in', async () => {
    await page.goto('/users/sign_in')
    await page.getByLabel('E-mail or username').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Wrong e-mail, username or password')).toBeVisible()
    await signIn(page, { ...person, username: person.email, password })
    await expect(page.getByRole('button', { name: `Menu of ${person.username}` })).toBeVisible()
  })
})

test('name, address, e-mail and picture are changed on one page', async ({ newPerson, complaints }) => {
  // A free username (404), a missing or wrong password (422).
  complaints.expect(/status of 422/)
  const person = await newPerson()
  const { page, context } = person
  await makeDeck(context.request, 'Mosses', ['Soft', 'Green'])
  const next = newAccount({ username: ownName('rover') })
  await page.goto('/users/edit')
  await isLoaded(page)

  await page.getByLabel('Username').fill(next.username)
  await page.getByLabel(/^Name/).fill('Rosa Rover')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Menu of Rosa Rover' })).toBeVisible()
  expect((await context.request.get(`/${next.username}/mosses`)).status()).toBe(200)

  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(next.email)
  const password = page.getByLabel('Your password, to change the e-mail')
  await password.fill('not-my-password')
  await page.getByRole('button', { name: 'Change the e-mail' }).click()
  await expect(complaint(page, 'This is not your current password')).toBeVisible()
  await password.fill(person.password)
  await page.getByRole('button', { name: 'Change the e-mail' }).click()
  await expect(password).toBeHidden()
  await expect(page.getByText('Waits for its confirmation')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'E-mail', exact: true })).toHaveValue(person.email)
  const link = await mailedLink(page, next.email, 'Confirm your e-mail address')
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm the address' }).click()
  await expect(page.getByText('Your new e-mail address is set')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'E-mail', exact: true })).toHaveValue(next.email)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link has ended' })).toBeVisible()
  await page.goto('/users/edit')

  await isLoaded(page)
  const face = page.getByRole('main').locator('img').first()
  const before = await face.getAttribute('src')
  await page.getByLabel('Choose a picture').setInputFiles(await picture('me.png', '#3366aa', 300, 300))
  await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible()
  await expect(face).not.toHaveAttribute('src', before ?? '')
  await expect.poll(() => face.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256)
})

test('a user exports everything, and then deletes the account permanently', async ({
  newPerson,
  newVisitor,
  complaints,
}) => {
  // A wrong password (422), the deleted page (404), sign-in to the deleted account (401).
  complaints.expect(/status of (401|404|422)/)
  const person: Account & Awaited<ReturnType<typeof newPerson>> = await newPerson()
  const { page, context, username } = person
  const deck = await makeDeck(context.request, 'Lichens', ['On stones', 'On bark'])
  await page.goto('/users/edit')
  await isLoaded(page)
  await expect(page.getByRole('meter', { name: 'Images and fonts you have uploaded' })).toHaveText(
    '0 KB of 250 MB used',
  )

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download all I own' }).click()
  const files = unzipSync(await readFile(await (await downloading).path()))
  expect(strFromU8(files[`decks/${deck.id}-lichens/slides.html`] ?? new Uint8Array())).toContain('On bark')
  expect(strFromU8(files[`decks/${deck.id}-lichens/index.html`] ?? new Uint8Array())).toContain('On stones')
  expect(JSON.parse(strFromU8(files['account.json'] ?? new Uint8Array())).user.username).toBe(username)

  await page.getByRole('button', { name: 'Delete my account' }).click()
  const question = page.getByRole('dialog', { name: `Delete ${username}?` })
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await question.getByLabel('Your password').fill('not-my-password')
  await question.getByRole('button', { name: 'Delete for good' }).click()
  await expect(question.getByText('This is not your current password')).toBeVisible()
  await question.getByLabel('Your password').fill(person.password)
  await question.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByText('Your account is deleted')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()

  const visitor = await newVisitor()
  for (const path of [`/${username}`, deck.path]) expect((await visitor.goto(path))?.status(), path).toBe(404)
  const answer = await callAs(visitor.context().request, 'POST', '/users/sign_in.json', {
    user: { login: username, password: person.password },
  })
  expect(answer.status()).toBe(401)
})
