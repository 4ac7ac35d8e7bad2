import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { faultsOf } from './support/accessibility.ts'
import { testCards, typeCard } from './support/billing.ts'
import { makeDeck } from './support/decks.ts'
import { isSaved, openEditor, saveStatus } from './support/editing.ts'
import { hold } from './support/hold.ts'
import { expect, test, withoutSockets } from './support/journey.ts'
import { linkInMail } from './support/mail.ts'
import { newAccount, ownName } from './support/person.ts'
import { picture } from './support/picture.ts'
import { addMember, foundTeam, invite, isLoaded, isStored, teamHome } from './support/teams.ts'

const none = { light: [], dark: [] }

/** Calls the API of the page's host as the page would, and returns the status. Node does not resolve *.localhost. */
function statusOf(page: Page, method: 'GET' | 'DELETE', path: string): Promise<number> {
  return page.evaluate(
    async ([how, where]) => {
      const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? ''
      return (await fetch(where, { method: how, headers: { 'x-csrf-token': token } })).status
    },
    [method, path] as const,
  )
}

test('a team is founded with a trial, and its address is checked while the form is filled in', async ({
  newPerson,
  complaints,
}) => {
  complaints.expect(/status of 422/)
  const owner = await newPerson()
  const { page } = owner
  const name = ownName('Côte d’Azur')
  await page.goto('/teams/new')
  await isLoaded(page)
  expect(await faultsOf(page)).toEqual(none)
  await expect(page.getByText('14-day trial')).toBeVisible()
  await expect(page.getByText('$192 per user per year').first()).toBeVisible()
  await page.getByText('By the month', { exact: true }).click()
  await expect(page.getByText('$20 per user per month')).toHaveCount(2)

  const looked = page.waitForRequest(/\/api\/v1\/team\/lookup\.json\?/)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await looked
  const address = page.getByLabel('Address')
  await expect(address).toHaveValue(/^cote-d-azur-/)
  for (const [slug, why] of [
    ['a', 'At least 2 characters'],
    ['a b', 'No spaces please'],
    ['ä-ö', 'Can only contain: A-Z, 0-9, - and _'],
    ['admin', "That one's already taken :("],
  ] as const) {
    await address.fill(slug)
    await expect(page.getByText(why, { exact: true })).toBeVisible()
  }
  const slug = ownName('azur')
  await address.fill(slug.toUpperCase())
  await address.blur()
  await expect(address).toHaveValue(slug)

  await typeCard(page, testCards.declined)
  await page.getByRole('button', { name: 'Start the trial' }).click()
  await expect(page.getByLabel('Card number')).toHaveAttribute('aria-invalid', 'true')
  await typeCard(page, testCards.ok)
  await page.getByRole('button', { name: 'Start the trial' }).click()
  await expect(page).toHaveURL(teamHome)
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: `${name} is ready` })).toBeVisible()
  await isLoaded(page)
  expect(await faultsOf(page)).toEqual(none)
  const { hostname, origin } = new URL(page.url())
  expect(hostname).toBe(`${slug}.localhost`)

  await page.goto('/teams/new')
  await expect(page.getByText('You are in a team already')).toBeVisible()
  await page.getByRole('link', { name: 'Go to your team' }).click()
  await expect(page).toHaveURL(`${origin}/`)
  await expect(page.getByRole('link', { name: 'Members' })).toBeVisible()
})

test('an invited person joins with a new account; roles change; a withdrawn invitation ends', async ({
  newPerson,
  newVisitor,
  complaints,
}) => {
  complaints.expect(/status of (403|404|422)/)
  const owner = await newPerson()
  const team = await foundTeam(owner, ownName('roles'))
  const { page } = owner
  const account = newAccount()
  const link = await invite(page, team, account.email)
  const other = newAccount()
  const lost = await invite(page, team, other.email)
  await page.getByLabel('E-mail', { exact: true }).fill(owner.email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('This person is in your team already')).toBeVisible()

  await test.step('resend and withdraw', async () => {
    await page.getByRole('link', { name: /^Invited/ }).click()
    const invitations = page.getByRole('list', { name: 'Open invitations' })
    await expect(invitations.getByRole('listitem')).toHaveCount(2)
    expect(await faultsOf(page)).toEqual(none)
    await page.getByRole('button', { name: `Send again to ${other.email}` }).click()
    await expect(page.getByText(`A new invitation is on its way to ${other.email}`)).toBeVisible()
    const again = await linkInMail(owner.context.request, other.email, team.name, 2)
    expect(again).not.toBe(lost)
    await page.getByRole('button', { name: `Withdraw the invitation to ${other.email}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await expect(invitations.getByRole('listitem')).toHaveCount(1)
    const visitor = await newVisitor()
    for (const ended of [lost, again]) {
      await visitor.goto(ended)
      await expect(visitor.getByText('This invitation has ended')).toBeVisible()
    }
  })

  const member = await newVisitor()
  await test.step('accept with a new account', async () => {
    await member.goto(link)
    await expect(member.getByRole('heading', { name: `Join ${team.name}` })).toBeVisible()
    await isLoaded(member)
    expect(await faultsOf(member)).toEqual(none)
    await member.getByLabel('Username').fill(account.username)
    await member.getByLabel('Password').fill(account.password)
    await member.getByRole('button', { name: 'Sign up and join' }).click()
    await expect(member).toHaveURL(`${team.url}/`)
    await expect(member.getByRole('heading', { name: team.name, level: 1 })).toBeVisible()
    await expect(member.getByRole('button', { name: `Menu of ${account.username}` })).toBeVisible()
    await expect(member.getByRole('link', { name: 'Members' })).toBeHidden()
    expect((await member.goto(`${team.url}/edit`))?.status()).toBe(403)
    expect((await member.goto(`${team.url}/edit_members`))?.status()).toBe(403)
    await expect(member.getByText('This page is for owners and admins of the team.')).toBeVisible()
  })

  await test.step('roles, search, and the last owner', async () => {
    await page.goto(`${team.url}/edit_members`)
    await isLoaded(page)
    await expect(page.getByText('You are the only owner.')).toBeVisible()
    await expect(page.getByLabel(`Role of ${owner.username}`)).toHaveCount(0)
    expect(await faultsOf(page)).toEqual(none)
    const members = page.getByRole('list', { name: 'Members', exact: true }).getByRole('listitem')
    await expect(members).toHaveCount(2)
    await page.getByRole('searchbox', { name: 'Search members' }).fill(account.username)
    await expect(members).toHaveCount(1)
    await expect(page).toHaveURL(/\?search=/)
    const role = page.getByLabel(`Role of ${account.username}`)
    await role.selectOption('Admin')
    await expect(page.getByText(`${account.username} is now Admin`)).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(role).toHaveValue('member')
    await role.selectOption('Admin')
    await expect.poll(async () => (await member.goto(`${team.url}/edit_members`))?.status()).toBe(200)
    await expect(
      member.getByText('Only an owner can change an owner.').or(member.getByText('The only owner')),
    ).toBeVisible()
  })
})

test('an internal deck is found and shown; a member deactivated while editing is signed out of the team', async ({
  newPerson,
  newVisitor,
  complaints,
}) => {
  // Refused saves and polls of the deactivated member, pages that are hidden from strangers.
  complaints.expect(/status of (401|403|404)/)
  // The reactivated member's old page may save while the reloaded one restores the draft.
  complaints.expect(/status of 409/)
  complaints.expect(/WebSocket/)
  const owner = await newPerson()
  const team = await foundTeam(owner, ownName('decks'))
  const mate = await newPerson()
  // Their saves are requests, which are held back while the membership ends.
  await withoutSockets(mate.context)
  await addMember(owner.page, team, mate)
  const title = ownName('Glaciers')
  const deck = await makeDeck(owner.context.request, title, ['Ice that moves'], { visibility: 'team' })
  const own = await makeDeck(mate.context.request, 'Moraines', ['Stones'], { visibility: 'team' })

  await test.step('found and shown', async () => {
    const { page } = mate
    await page.goto(`${team.url}/`)
    await isLoaded(page)
    await expect(page.getByRole('heading', { name: owner.username })).toBeVisible()
    await expect(
      page.getByRole('list', { name: `Decks of ${owner.username}` }).getByRole('link', { name: title }),
    ).toBeVisible()
    await expect(async () => {
      await page.goto(`${team.url}/?search=moves`)
      await expect(page.getByRole('link', { name: title })).toBeVisible({ timeout: 500 })
    }).toPass()
    await isLoaded(page)
    await page.getByRole('searchbox').fill('nothing-like-this')
    await expect(page.getByText('Nothing found for “nothing-like-this”')).toBeVisible()
    await page.getByRole('searchbox').fill(title)
    await page.getByRole('link', { name: title }).click()
    await expect(page).toHaveURL(team.url + deck.path)
    await expect(page.frameLocator('iframe').getByText('Ice that moves', { exact: true })).toBeVisible()
  })

  await test.step('a new deck from the app’s host opens on the team’s, also without a session there', async () => {
    const visitor = await newVisitor()
    await visitor.goto('/users/sign_in?return_to=/about')
    await visitor.getByLabel('E-mail or username').fill(mate.username)
    await visitor.getByLabel('Password').fill(mate.password)
    await visitor.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(visitor).toHaveURL('/about')
    await isLoaded(visitor)
    await visitor.getByRole('banner').getByRole('link', { name: 'New deck' }).click()
    await expect(visitor).toHaveURL(`${team.url}/${mate.username}/new`)
    await expect(saveStatus(visitor)).toBeVisible()
  })

  await test.step('a stranger sees neither', async () => {
    const stranger = await newPerson()
    for (const page of [await newVisitor(), stranger.page]) {
      await page.goto(`${team.url}/`)
      await expect(page.getByText(`${team.name} has not published a deck yet`)).toBeVisible()
    }
    for (const path of ['/edit', '/edit_members', '/reactivate', deck.path]) {
      const status = (await stranger.page.goto(team.url + path))?.status()
      expect([403, 404], path).toContain(status)
      await expect(stranger.page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(stranger.page.getByText(title)).toHaveCount(0)
    }
  })

  await test.step('deactivated while editing', async () => {
    const editor = await openEditor(mate.page, `${team.url}${own.path}/edit`)
    await editor.doubleClick({ x: 480, y: 260 })
    await editor.expectTyping(true)
    await editor.press('ControlOrMeta+End')
    await mate.page.keyboard.insertText(' and silt')
    await isSaved(mate.page)
    const { page } = owner
    await page.goto(`${team.url}/edit_members`)
    await isLoaded(page)
    // Typed before, but saved only after the membership ended: the minute's look at the session would end the typing.
    const letGo = await hold(mate.page, new RegExp(`/api/v1/decks/${own.id}\\b`))
    await mate.page.keyboard.insertText(' and sand')
    await page.getByRole('button', { name: `Actions for ${mate.username}` }).click()
    await page.getByRole('menuitem', { name: 'Deactivate' }).click()
    await expect(page.getByText(`${mate.username} is deactivated and signed out of the team`)).toBeVisible()
    letGo()
    const ended = mate.page.getByRole('dialog', { name: 'You are no longer in this team' })
    await expect(ended.getByText(`no longer an active member of ${team.name}`)).toBeVisible()
    await expect(mate.page.getByRole('dialog', { name: 'Session expired' })).toHaveCount(0)
    await expect(saveStatus(mate.page)).not.toHaveText('Saved')
    await expect(ended.getByText('with the changes that were not saved')).toBeVisible()
    await expect(ended.getByText('This browser also keeps the unsaved changes.')).toBeVisible()
    const downloading = mate.page.waitForEvent('download')
    await ended.getByRole('button', { name: 'Download deck' }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toBe('Moraines.html')
    expect(await readFile(await file.path(), 'utf8')).toContain('Stones and silt and sand')
    const opening = mate.context.waitForEvent('page')
    await ended.getByRole('link', { name: 'Your personal decks' }).click()
    const personal = await opening
    await expect(personal.getByRole('heading', { name: mate.username })).toBeVisible()
    expect(new URL(personal.url()).hostname).toBe('localhost')
    await personal.close()
    expect(await statusOf(mate.page, 'GET', '/api/v1/users/me.json')).toBe(401)
    expect((await mate.context.request.get('/api/v1/users/me.json')).status()).toBe(200)
    await page.getByRole('link', { name: /^Deactivated/ }).click()
    await page.getByRole('button', { name: `Actions for ${mate.username}` }).click()
    await page.getByRole('menuitem', { name: 'Reactivate' }).click()
    await expect(page.getByText(`${mate.username} is active again`)).toBeVisible()
    await expect(page.getByText('Nobody is deactivated')).toBeVisible()
    const again = await openEditor(mate.page, `${team.url}${own.path}/edit`)
    await again.expectBlock(again.blocks().first(), { text: 'Stones and silt and sand' })
    await isSaved(mate.page)
  })

  await test.step('deleted, and the decks moved to the owner', async () => {
    const { page } = owner
    await page.getByRole('link', { name: /^Members/ }).click()
    await page.getByRole('button', { name: `Actions for ${mate.username}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: `Delete ${mate.username} from the team?` })
    await expect(question.getByText(`${mate.username} has 1 team deck`)).toBeVisible()
    await question.getByLabel('Move them to me').check()
    await question.getByRole('button', { name: 'Delete member' }).click()
    await expect(page.getByText(`${mate.username} is no longer in the team`)).toBeVisible()
    await page.goto(`${team.url}/${owner.username}`)
    await expect(page.getByRole('link', { name: 'Moraines' })).toBeVisible()
  })
})

test('the settings of a team are saved, refused at their fields, and a new address redirects the old one', async ({
  newPerson,
  complaints,
}) => {
  complaints.expect(/status of 422/)
  const owner = await newPerson()
  const team = await foundTeam(owner, ownName('before'))
  const { page } = owner
  await page.goto(`${team.url}/edit`)
  await isLoaded(page)
  expect(await faultsOf(page)).toEqual(none)
  const saved = page.getByText('Saved successfully')

  await test.step('logo', async () => {
    await page.getByLabel('Choose a logo').setInputFiles(await picture('logo.png', '#3366aa', 300, 300))
    await expect(page.getByRole('button', { name: 'Remove', exact: true })).toBeVisible()
    const logo = page.getByRole('main').locator('img').first()
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  })
  await test.step('domain', async () => {
    const section = page.getByRole('region', { name: 'Single sign-on' })
    const domain = section.getByLabel('Add a domain')
    await domain.fill('nodot')
    await expect(section.getByText('Please enter a valid domain')).toBeVisible()
    await domain.fill('Example.com')
    await section.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(section.getByText('Not proven yet')).toBeVisible()
  })
  await test.step('scripts', async () => {
    const section = page.getByRole('region', { name: 'Scripts' })
    await section.getByRole('button', { name: 'Add a script' }).click()
    const script = section.getByLabel('Script 1', { exact: true })
    await script.fill('http://example.com/a.js')
    await expect(section.getByText('Script must be loaded via HTTPS')).toBeVisible()
    await script.fill('ftp://example.com/a.js')
    await expect(section.getByText('Please enter a valid script URL')).toBeVisible()
    await script.fill('https://example.com/a.js')
    await section.getByRole('button', { name: 'Save' }).click({ delay: 150 }) // The error that goes moves the button.
    await expect(saved).toBeVisible()
    await expect(section.getByText('Please enter a valid script URL')).toBeHidden()
  })
  await test.step('public decks', async () => {
    const toggle = page.getByRole('switch', { name: 'Allow public decks' })
    await expect(toggle).toBeChecked()
    await Promise.all([page.waitForResponse(isStored), toggle.click()])
    await expect(toggle).not.toBeChecked()
    await page.reload()
    await isLoaded(page)
    await expect(page.getByRole('switch', { name: 'Allow public decks' })).not.toBeChecked()
    await expect(page.getByRole('button', { name: 'Remove example.com' })).toBeVisible()
    await expect(page.getByLabel('Script 1', { exact: true })).toHaveValue('https://example.com/a.js')
  })
  await test.step('name and address', async () => {
    const section = page.getByRole('region', { name: 'Name and address' })
    const address = section.getByLabel('Address')
    await address.fill(`${team.slug}x`)
    await address.fill(team.slug)
    await expect(address).not.toHaveAttribute('aria-invalid', 'true')
    const slug = ownName('after')
    await section.getByLabel('Name', { exact: true }).fill('Afterwards')
    await address.fill(slug)
    await section.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
    const next = team.url.replace(team.slug, slug)
    await expect(page).toHaveURL(`${next}/edit`)
    await expect(page.getByText(`${new URL(team.url).host} leads here too`)).toBeVisible()
    await page.goto(`${team.url}/`)
    await expect(page).toHaveURL(`${next}/`)
    await expect(page.getByRole('heading', { name: 'Afterwards', level: 1 })).toBeVisible()
  })
})

test('a team whose subscription has ended is reactivated by its owner; members read why they can not', async ({
  newPerson,
  complaints,
}) => {
  complaints.expect(/status of (403|422)/)
  const owner = await newPerson()
  const team = await foundTeam(owner, ownName('ended'))
  const mate = await newPerson()
  await addMember(owner.page, team, mate)
  // In its trial a team ends at once.
  expect(await statusOf(owner.page, 'DELETE', '/subscriptions.json')).toBe(200)

  await mate.page.goto(`${team.url}/`)
  await expect(mate.page.getByText('An owner of the team can reactivate it.')).toBeVisible()
  await expect(mate.page.getByRole('link', { name: 'Reactivate' })).toHaveCount(0)
  // Nothing new can be made, so nobody is told to begin.
  await expect(mate.page.getByRole('heading', { name: `The first deck of ${team.name} begins here` })).toHaveCount(0)
  await mate.page.goto(`${team.url}/reactivate`)
  await expect(mate.page.getByText('An owner of the team can reactivate it.')).toBeVisible()

  const { page } = owner
  await page.goto(`${team.url}/edit`)
  await expect(page.getByRole('button', { name: 'Close this team' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Single sign-on' })).toHaveCount(0)
  await page.getByRole('link', { name: 'reactivate it' }).click()
  await expect(page.getByRole('heading', { name: `Reactivate ${team.name}` })).toBeVisible()
  await page.goto(`${team.url}/edit_members`)
  await expect(page).toHaveURL(/\/reactivate$/)
  await page.goto(`${team.url}/`)
  await page.getByRole('link', { name: 'Reactivate' }).click()
  await expect(page.getByRole('heading', { name: `Reactivate ${team.name}` })).toBeVisible()
  await isLoaded(page)
  expect(await faultsOf(page)).toEqual(none)
  await page.getByText('By the month', { exact: true }).click()
  await expect(page.locator('dd', { hasText: /^\$40$/ })).toBeVisible()
  await expect(page.getByText('$40 per month for 2 users')).toBeVisible()
  await page.getByRole('button', { name: `Reactivate ${team.name}` }).click()
  await expect(page.getByText(`${team.name} is active again`)).toBeVisible()
  await expect(page.getByText('The team’s subscription has ended')).toHaveCount(0)
})
