import type { CDPSession, Page } from '@playwright/test'
import { codeOf } from './support/authenticator.ts'
import { expect, test } from './support/journey.ts'
import { mailedLink } from './support/mails.ts'
import type { Account } from './support/person.ts'

/** A section of the settings. */
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function openSettings(page: Page): Promise<void> {
  await page.goto('/users/edit')
  await expect(page.locator('html.loaded')).toBeVisible()
}

async function enterPassword(page: Page, { username, password }: Account): Promise<void> {
  await page.goto('/users/sign_in')
  await page.getByLabel('E-mail or username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('a program calls the API with a token that is shown once, until it is deleted', async ({ newPerson, request }) => {
  const person = await newPerson()
  const { page } = person
  await openSettings(page)
  const tokens = section(page, 'API tokens')
  await expect(tokens.getByText('You have no tokens.')).toBeVisible()
  await tokens.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog', { name: 'New API token' })
  await dialog.getByRole('button', { name: 'Create the token' }).click()
  await expect(dialog.getByText('Required', { exact: true })).toHaveCount(2)
  await dialog.getByLabel('Name').fill('Deploy script')
  await dialog.getByLabel('It may').selectOption('Read and write')
  await dialog.getByLabel('Your password').fill(person.password)
  await dialog.getByRole('button', { name: 'Create the token' }).click()
  const shown = page.getByRole('dialog', { name: 'Copy your token now' })
  const token = await shown.getByLabel('Your token').inputValue()
  await shown.getByRole('button', { name: 'I have copied it' }).click()
  await expect(tokens.getByText('Reads and writes')).toBeVisible()
  await expect(tokens.getByText('never used')).toBeVisible()

  const headers = { authorization: `Bearer ${token}` }
  const data = { deck: { title: 'By a program' } }
  const made = await request.post('/api/v1/decks.json', { headers, data })
  expect([made.status(), (await made.json()).user.username]).toEqual([201, person.username])
  expect((await request.put('/users.json', { headers, data: { user: { name: 'x' } } })).status()).toBe(403)

  await page.reload()
  await expect(page.getByRole('main')).not.toContainText(token)
  await expect(tokens.getByText(/last used .* from/)).toBeVisible()
  await expect(page.locator('html.loaded')).toBeVisible()
  await tokens.getByRole('button', { name: 'Delete Deploy script' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(tokens.getByText('You have no tokens.')).toBeVisible()
  expect((await request.get('/api/v1/users/me.json', { headers })).status()).toBe(401)
})

test('a new e-mail address is asked for, sent again, canceled, and confirmed from the mail', async ({
  newPerson,
  newVisitor,
}) => {
  const person = await newPerson()
  const { page } = person
  const email = `next-${person.email}`
  await openSettings(page)
  const settings = section(page, 'E-mail')
  const ask = async () => {
    await settings.getByLabel('E-mail', { exact: true }).fill(email)
    await settings.getByLabel('Your password, to change the e-mail').fill(person.password)
    await settings.getByRole('button', { name: 'Change the e-mail' }).click()
    await expect(settings.getByText('Waits for its confirmation')).toBeVisible()
  }
  await ask()
  await settings.getByRole('button', { name: 'Cancel the change' }).click()
  await expect(settings.getByText('Waits for its confirmation')).toBeHidden()
  await ask()
  const visitor = await newVisitor()
  const first = await mailedLink(visitor, email, 'Confirm your e-mail address')
  await settings.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('Another mail is on its way')).toBeVisible()
  await visitor.goto(first)
  await expect(visitor.getByRole('heading', { name: 'This link has ended' })).toBeVisible()
  await visitor.goto(await mailedLink(visitor, email, 'Confirm your e-mail address'))
  await visitor.getByRole('button', { name: 'Confirm the address' }).click()
  await expect(visitor).toHaveURL(/sign_in/)
  await page.reload()
  await expect(settings.getByLabel('E-mail', { exact: true })).toHaveValue(email)
})

test('two-step sign-in is set up, asked for, replaced by a recovery code, and switched off', async ({
  newPerson,
  newVisitor,
  complaints,
}) => {
  // Wrong codes: 422 in the settings, 401 at sign-in.
  complaints.expect(/status of (401|422)/)
  const person = await newPerson()
  const { page } = person
  await openSettings(page)
  const settings = section(page, 'Two-step sign-in')
  await settings.getByRole('button', { name: 'Set up two-step sign-in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(person.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = (await dialog.getByLabel('Or type this key').inputValue()).replaceAll(' ', '')
  await dialog.getByLabel('The code that the app shows').fill('12345x')
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  await expect(dialog.getByText('This code is wrong, or it was used already')).toBeVisible()
  await dialog.getByLabel('The code that the app shows').fill(codeOf(secret, -1))
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  const recovery = (await dialog.getByLabel('Recovery codes').inputValue()).split('\n')
  expect(recovery).toHaveLength(10)
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await expect(settings.getByText('You have 10 recovery codes left.')).toBeVisible()

  await test.step('the code follows the password', async () => {
    const visitor = await newVisitor()
    await enterPassword(visitor, person)
    await expect(visitor.getByRole('heading', { name: 'Two-step sign-in' })).toBeVisible()
    expect((await visitor.context().request.get('/api/v1/users/me.json')).status()).toBe(401)
    await visitor.getByLabel('Code of your authenticator app').fill('12345x')
    await visitor.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(visitor.getByText('This code is wrong, or it was used already')).toBeVisible()
    await visitor.getByLabel('Code of your authenticator app').fill(codeOf(secret))
    await visitor.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(visitor.getByRole('button', { name: `Menu of ${person.username}` })).toBeVisible()
  })
  await test.step('a recovery code signs in once', async () => {
    const visitor = await newVisitor()
    await enterPassword(visitor, person)
    await visitor.getByRole('button', { name: 'Use a recovery code' }).click()
    await visitor.getByLabel('Recovery code').fill(recovery[0] ?? '')
    await visitor.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(visitor.getByRole('button', { name: `Menu of ${person.username}` })).toBeVisible()
  })
  await test.step('a new API token takes password and code, without a reload', async () => {
    await section(page, 'API tokens').getByRole('button', { name: 'New token' }).click()
    const making = page.getByRole('dialog', { name: 'New API token' })
    await making.getByLabel('Name').fill('Deploy script')
    await making.getByLabel('Your password').fill(person.password)
    await making.getByLabel('Code', { exact: true }).fill(recovery[2] ?? '')
    await making.getByRole('button', { name: 'Create the token' }).click()
    await page.getByRole('button', { name: 'I have copied it' }).click()
  })
  await test.step('switching off takes password and code', async () => {
    await page.reload()
    await expect(settings.getByText('You have 8 recovery codes left.')).toBeVisible()
    await expect(page.locator('html.loaded')).toBeVisible()
    await settings.getByRole('button', { name: 'Switch off' }).click()
    const question = page.getByRole('dialog', { name: 'Switch two-step sign-in off?' })
    await question.getByLabel('Your password').fill(person.password)
    await question.getByLabel('Code', { exact: true }).fill(recovery[1] ?? '')
    await question.getByRole('button', { name: 'Switch off' }).click()
    await expect(settings.getByRole('button', { name: 'Set up two-step sign-in' })).toBeVisible()
  })
})

/** Gives a page an authenticator that verifies its user, as a phone or laptop has one. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const options = {
    ...({ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const),
    ...{ isUserVerified: true, automaticPresenceSimulation: true },
  }
  return { cdp, ...(await cdp.send('WebAuthn.addVirtualAuthenticator', { options })) }
}

test('a passkey is made, named, signs in without password and code, and is removed', async ({
  newPerson,
  complaints,
}) => {
  // The removed passkey.
  complaints.expect(/status of 401/)
  const person = await newPerson()
  const { page } = person
  const { cdp, authenticatorId } = await addAuthenticator(page)
  await openSettings(page)
  const settings = section(page, 'Passkeys')
  await settings.getByRole('button', { name: 'New passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'New passkey' })
  await dialog.getByLabel('Name').fill('Laptop')
  await dialog.getByLabel('Your password').fill(person.password)
  await dialog.getByRole('button', { name: 'Make the passkey' }).click()
  await expect(settings.getByText('Laptop')).toBeVisible()
  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
  expect(credentials).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }])
  await settings.getByRole('button', { name: 'Rename Laptop' }).click()
  const renaming = page.getByRole('dialog', { name: 'Rename the passkey' })
  await renaming.getByLabel('Name').fill('Old laptop')
  await renaming.getByRole('button', { name: 'Rename', exact: true }).click()
  await expect(settings.getByText('Old laptop')).toBeVisible()

  await page.context().clearCookies()
  // The offer in the fields would answer by itself, before the button is pressed.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await page.goto('/users/sign_in')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('button', { name: `Menu of ${person.username}` })).toBeVisible()

  await openSettings(page)
  await expect(settings.getByText('last used')).toBeVisible()
  await settings.getByRole('button', { name: 'Remove Old laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(settings.getByText('You have no passkeys.')).toBeVisible()
  await page.context().clearCookies()
  await page.goto('/users/sign_in')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('This passkey is not known here, please sign in in another way')).toBeVisible()
})

test('a passkey is offered in the field for the name, and picking it there signs in', async ({ newPerson }) => {
  const person = await newPerson()
  const { page } = person
  await addAuthenticator(page)
  await openSettings(page)
  await section(page, 'Passkeys').getByRole('button', { name: 'New passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'New passkey' })
  await dialog.getByLabel('Name').fill('Phone')
  await dialog.getByLabel('Your password').fill(person.password)
  await dialog.getByRole('button', { name: 'Make the passkey' }).click()
  await expect(section(page, 'Passkeys').getByText('Phone')).toBeVisible()

  await page.context().clearCookies()
  expect(await (await page.context().request.get('/users/sign_in')).text()).toContain('="username webauthn"')
  await page.addInitScript(() => {
    const get = navigator.credentials.get.bind(navigator.credentials)
    navigator.credentials.get = (options) => {
      sessionStorage.setItem('mediation', options?.mediation ?? 'none')
      return get(options)
    }
  })
  // The authenticator picks at once. No button is pressed.
  await page.goto('/users/sign_in')
  await expect(page.getByRole('button', { name: `Menu of ${person.username}` })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('mediation'))).toBe('conditional')
})

test('sessions say where they are used, and one or all others are signed out', async ({ newPerson, newVisitor }) => {
  const person = await newPerson()
  const { page } = person
  const others = [await newVisitor(), await newVisitor()]
  for (const other of others) {
    await enterPassword(other, person)
    await expect(other.getByRole('button', { name: `Menu of ${person.username}` })).toBeVisible()
  }
  await openSettings(page)
  const settings = section(page, 'Where you are signed in')
  await expect(settings.getByRole('listitem')).toHaveCount(3)
  await expect(settings.getByText(/localhost(:\d+)? · .*(127\.0\.0\.1|::1)/)).toHaveCount(3)
  const signOut = settings.getByRole('button', { name: /^Sign out Chrome/ })
  // At the lower edge of the window, where toasts stand.
  await signOut.first().evaluate((button) => {
    window.scrollBy(0, button.getBoundingClientRect().bottom - window.innerHeight + 30)
  })
  await signOut.first().click()
  await expect(settings.getByRole('listitem')).toHaveCount(2)
  const toast = page.getByRole('region', { name: 'Notifications' }).getByText('Signed out there')
  await expect(toast).toBeVisible()
  const [next, shown] = [(await signOut.boundingBox())!, (await toast.boundingBox())!]
  expect(shown.y + shown.height, 'the next button is not covered').toBeLessThan(next.y)
  await settings.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(settings.getByRole('listitem')).toHaveCount(1)
  await expect(settings.getByText('This one')).toBeVisible()
  for (const other of others) {
    expect((await other.context().request.get('/api/v1/users/me.json')).status()).toBe(401)
  }
})

test('all fields of the account are on its page, and each has its rule', async ({ newPerson }) => {
  const person = await newPerson()
  const { page } = person
  await openSettings(page)
  const rules: readonly (readonly [RegExp, string, string])[] = [
    [/^Username/, 'a b', 'No spaces please'],
    [/^E-mail/, 'nobody@', 'Please enter a valid email'],
    [/^New password/, 'short', 'At least 6 characters'],
    [/^Website/, 'a b', 'Please enter a valid URL'],
    [/^Social handle/, 'a-b', 'Can only contain: A-Z, 0-9 and _'],
    [/^Analytics ID/, 'GA-1', 'Please enter a valid ID'],
  ]
  for (const [label, wrong, why] of rules) {
    const field = page.locator('input, textarea').and(page.getByLabel(label)).first()
    await field.fill(wrong)
    await field.blur()
    await expect(page.getByRole('main').getByText(why, { exact: true }).first(), String(label)).toBeVisible()
  }
  for (const label of [/^Name/, /^About you/, /^Default theme/, /^Choose a picture/]) {
    await expect(page.getByLabel(label).first()).toBeAttached()
  }
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const question = page.getByRole('dialog', { name: `Delete ${person.username}?` })
  await expect(question.getByRole('link', { name: 'Download all I own' })).toBeVisible()
})
