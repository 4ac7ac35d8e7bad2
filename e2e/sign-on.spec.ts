import type { Page } from '@playwright/test'
import { type OpenIdProvider, startOpenIdProvider } from '../src/testing/open-id-provider.ts'
import { faultsOf } from './support/accessibility.ts'
import { codeOf } from './support/authenticator.ts'
import { expect, test } from './support/journey.ts'
import { textOfMail } from './support/mail.ts'
import { callAs, ownName, type Person } from './support/person.ts'
import { foundTeam, isLoaded } from './support/teams.ts'

const none = { light: [], dark: [] }

/** The team's settings, at single sign-on. */
async function openSettings(page: Page, team: string) {
  await page.goto(`${team}/edit`)
  await isLoaded(page)
  return page.getByRole('region', { name: 'Single sign-on' })
}

/** Sets a team's provider up on its page, and proves a domain by mail. */
async function setUp(page: Page, team: string, domain: string): Promise<OpenIdProvider> {
  const section = await openSettings(page, team)
  const provider = await startOpenIdProvider([await section.getByLabel('Redirect URI').inputValue()])
  await section.getByLabel('Issuer').fill(provider.issuer)
  await section.getByLabel('Client id').fill(provider.client.client_id)
  await section.getByLabel('Client secret').fill(provider.client.client_secret)
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(section.getByText('One is stored, and never shown')).toBeVisible()
  await expect(section.getByLabel('Client secret')).toHaveValue('')
  await section.getByRole('button', { name: 'Test the connection' }).click()
  await expect(page.getByText('The provider answers')).toBeVisible()
  await section.getByLabel('Add a domain').fill('abc')
  await section.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(section.getByText('Please enter a valid domain')).toBeVisible()
  await section.getByLabel('Add a domain').fill(domain)
  await section.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(section.getByText('Not proven yet')).toBeVisible()
  await section.getByRole('button', { name: `Mail admin@${domain}` }).click()
  // Read on the app's host: Node does not resolve *.localhost.
  const mail = await textOfMail(page.context().request, `admin@${domain}`, domain)
  const code = /([0-9a-f]{6}-){4}[0-9a-f]{6}/.exec(mail)
  await section.getByLabel('Code of the mail').fill(code?.[0] ?? '')
  await section.getByRole('button', { name: 'Confirm the code' }).click()
  await expect(section.getByText('Proven', { exact: true })).toBeVisible()
  return provider
}

test('a member signs in from a provider to the team’s host, also when the team requires it', async ({
  newPerson,
  newVisitor,
  complaints,
}) => {
  // The domain that is none.
  complaints.expect(/status of 422/)
  const owner = await newPerson()
  const word = ownName('Firm')
  const { url: team } = await foundTeam(owner, word)
  const domain = `${word.toLowerCase()}.example`
  const provider = await setUp(owner.page, team, domain)
  try {
    const section = owner.page.getByRole('region', { name: 'Single sign-on' })
    await section.getByRole('switch', { name: 'Require single sign-on' }).click()
    await expect(owner.page.getByText('Saved successfully').last()).toBeVisible()

    provider.user = { sub: 'one', email: `worker@${domain}`, email_verified: true, name: 'Wendy Worker' }
    const page = await newVisitor()
    await page.goto(`${team}/users/sign_in`)
    await isLoaded(page)
    await page.getByRole('link', { name: 'Sign in with single sign-on' }).click()
    // The page knows the team that the visitor came from.
    await expect(page.getByLabel('Team or e-mail')).not.toHaveValue('')
    await isLoaded(page)
    expect(await faultsOf(page)).toEqual(none)
    await page.getByRole('button', { name: 'Go on' }).click()
    await expect(page).toHaveURL(`${team}/`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(word)

    // A user whose address the provider has not verified gets a message and no account.
    provider.user = { sub: 'two', email: `guest@${domain}`, email_verified: false }
    const guest = await newVisitor()
    await guest.goto(`/users/sign_on?team=guest@${domain}`)
    await isLoaded(guest)
    await guest.getByRole('button', { name: 'Go on' }).click()
    await expect(guest.getByRole('alert')).toContainText('The provider has not verified your e-mail address')

    await owner.page.goto(`${team}/edit_members`)
    await expect(owner.page.getByText('Wendy Worker')).toBeVisible()
    await expect(owner.page.getByText(`guest@${domain}`)).toHaveCount(0)
  } finally {
    await provider.close()
  }
})

/** Switches a person's two-step sign-in on. Returns the secret of the authenticator app. */
async function protect({ context, password }: Person): Promise<string> {
  const path = '/api/v1/users/two_step.json'
  const begun = await callAs(context.request, 'POST', path, { two_step: { current_password: password } })
  const { secret } = await begun.json()
  const confirmed = await callAs(context.request, 'PUT', path, { two_step: { code: codeOf(secret, -1) } })
  expect(confirmed.status(), await confirmed.text()).toBe(200)
  return secret
}

test('an account that exists is linked in its settings, keeps its second step, and is unlinked again', async ({
  newPerson,
  newVisitor,
  complaints,
}) => {
  complaints.expect(/status of 422/)
  const owner = await newPerson()
  const { url: team } = await foundTeam(owner, ownName('Firm'))
  const provider = await setUp(owner.page, team, `${ownName('firm')}.example`)
  try {
    const { page } = owner
    provider.user = { sub: ownName('owner'), email: owner.email, email_verified: true }
    await page.goto('/users/sign_on')
    await page.goto('/users/edit')
    await isLoaded(page)
    const section = page.getByRole('region', { name: 'Single sign-on' })
    await section.getByRole('button', { name: /^Link / }).click()
    await page.getByRole('dialog').getByLabel('Your password').fill(owner.password)
    await page.getByRole('dialog').getByRole('button', { name: 'Go on' }).click()
    await expect(page.getByText('Single sign-on is linked to your account')).toBeVisible()
    await expect(section.getByText(owner.email)).toBeVisible()
    await test.step('the code follows the provider, and leads to the team’s host', async () => {
      const secret = await protect(owner)
      const visitor = await newVisitor()
      await visitor.goto(`/users/sign_on?team=${new URL(team).hostname.split('.')[0]}`)
      await isLoaded(visitor)
      await visitor.getByRole('button', { name: 'Go on' }).click()
      await expect(visitor.getByRole('heading', { name: 'Two-step sign-in' })).toBeVisible()
      await isLoaded(visitor)
      expect(await faultsOf(visitor)).toEqual(none)
      expect((await visitor.context().request.get('/api/v1/users/me.json')).status()).toBe(401)
      await visitor.getByLabel('Code of your authenticator app').fill(codeOf(secret))
      await visitor.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(visitor).toHaveURL(`${team}/`)
    })
    await section.getByRole('button', { name: /^Unlink/ }).click()
    await page.getByRole('dialog').getByLabel('Your password').fill(owner.password)
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
    await expect(section.getByText('Nothing is linked yet.')).toBeVisible()
  } finally {
    await provider.close()
  }
})
