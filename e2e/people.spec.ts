import { faultsOf } from './support/accessibility.ts'
import { makeDeck } from './support/decks.ts'
import { expect, test } from './support/journey.ts'
import { linkInMail } from './support/mail.ts'
import { callAs, newAccount } from './support/person.ts'
import { givePlan } from './support/plans.ts'

const none = { light: [], dark: [] }

test('an invited person signs up, finds the deck, becomes a viewer who can write nothing, and is removed', async ({
  newPerson,
  newVisitor,
  complaints,
}) => {
  complaints.expect(/status of (403|404|409|422)/)
  const owner = await newPerson()
  givePlan(owner.username, 'pro')
  const title = 'Autumn talk'
  const deck = await makeDeck(owner.page.request, title, ['Leaves fall'], { visibility: 'self' })
  const api = `/api/v1/decks/${deck.id}`
  const account = newAccount()
  const { page } = owner

  await test.step('the owner enables collaboration in the editor and invites an address', async () => {
    await page.goto(`${deck.path}/edit`)
    await page.getByRole('button', { name: 'Collaborate', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Collaborate on “${title}”` })
    await dialog.getByRole('button', { name: 'Enable collaboration' }).click()
    await dialog.getByLabel('E-mail').fill('x')
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect(dialog.getByText('Please enter a valid email')).toBeVisible()
    await expect(dialog.getByRole('radio', { name: /Admin/ })).toHaveCount(0)
    expect(await faultsOf(page, '[role=dialog]')).toEqual(none)
    await dialog.getByLabel('E-mail').fill(account.email)
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect(dialog.getByText('Invited as Editor')).toBeVisible()
    // It stands above the dialog, and covers no button of it.
    const told = (await page.getByText('An invitation is on its way to').boundingBox())!
    expect(told.y + told.height).toBeLessThanOrEqual((await dialog.boundingBox())!.y)
    await dialog.getByLabel('E-mail').fill('reader@example.org')
    await dialog.getByRole('radio', { name: /Viewer/ }).check()
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect(dialog.getByText('Invited as Viewer')).toBeVisible()
    // The role was chosen for that person.
    await expect(dialog.getByRole('radio', { name: /Editor/ })).toBeChecked()
  })

  const guest = await newVisitor()
  await test.step('the invited person follows the mail, signs up and finds the deck under Shared with me', async () => {
    await guest.goto(await linkInMail(owner.context.request, account.email, title))
    await expect(guest.getByRole('heading', { name: `“${title}”` })).toBeVisible()
    await guest.getByLabel('Username').fill(account.username)
    await guest.getByLabel('Password').fill(account.password)
    await guest.getByRole('button', { name: 'Sign up and join' }).click()
    await expect(guest).toHaveURL(new RegExp(`${deck.path}/`))
    await guest.goto('/')
    const shared = guest.getByRole('list', { name: 'Shared with me' })
    await expect(shared.getByText('Editor')).toBeVisible()
    await shared.getByRole('link', { name: title }).click()
    await expect(guest).toHaveURL(deck.path)
  })

  await test.step('made a viewer, the person can write through no door', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Collaborate', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: new RegExp(account.username) }).click()
    await dialog.getByLabel(/^Role of/).selectOption('Viewer')
    await expect(page.getByText('has another role now')).toBeVisible()
    const status = async (method: 'POST' | 'PUT' | 'GET', path: string, body?: object) =>
      (await callAs(guest.request, method, `${api}${path}`, body)).status()
    const { user_id } = await (await callAs(guest.request, 'GET', '/api/v1/status.json')).json()
    expect([
      await status('PUT', '.json', { deck: { title: 'Mine' } }),
      await status('POST', `/users/${user_id}/become_editor.json`),
      await status('PUT', `/users/${user_id}.json`, { user: { role: 'editor' } }),
      await status('POST', '/users/invite.json', { user: { email: 'y@example.org', role: 'viewer' } }),
      await status('POST', '/publish.json', { visibility: 'all' }),
      await status('POST', '/trash.json'),
      await status('GET', '.json'),
    ]).toEqual([403, 403, 403, 403, 403, 403, 200])
    await guest.goto(`${deck.path}/edit`)
    await expect(guest).toHaveURL(`${deck.path}/review`)
    await expect(guest.getByText('Leaves fall').first()).toBeVisible()
  })

  await test.step('removed, the person loses the deck and its card', async () => {
    const dialog = page.getByRole('dialog', { name: /^Collaborate/ })
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await page
      .getByRole('dialog', { name: /^Remove/ })
      .getByRole('button', { name: 'Remove' })
      .click()
    // Within a second of the answer: the review is covered, and leaves.
    await expect(guest.getByText('You are no longer a collaborator on this deck')).toBeVisible({ timeout: 1_000 })
    await expect(dialog.getByRole('button', { name: new RegExp(account.username) })).toHaveCount(0)
    await guest.getByRole('button', { name: 'Go now' }).click()
    await expect(guest).toHaveURL(`/${account.username}`)
    expect((await callAs(guest.request, 'GET', `${api}.json`)).status()).toBe(404)
    expect((await guest.goto(`${deck.path}/review`))?.status()).toBe(404)
    await guest.goto('/')
    await expect(guest.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(guest.getByRole('list', { name: 'Shared with me' })).toHaveCount(0)
  })
})
