import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import type { EditorDriver } from '../src/testing/editor-driver.ts'
import { type MadeDeck, makeDeck, storedSlides } from './support/decks.ts'
import { isSaved, openEditor, overtype, retype, saveStatus } from './support/editing.ts'
import { refuse } from './support/hold.ts'
import { journalSize } from './support/journal.ts'
import { expect, test } from './support/journey.ts'
import { callAs, type Person } from './support/person.ts'

type OpenBrowser = (options?: BrowserContextOptions) => Promise<BrowserContext>

/** One user's edits on two devices, and both editors. */
interface Clash {
  readonly person: Person
  readonly deck: MadeDeck
  /** The window whose save was refused. */
  readonly late: EditorDriver
}

const popup = (page: Page) => page.getByRole('dialog', { name: 'Newer version available' })
const slides = (page: Page) => page.getByRole('navigation', { name: 'Slides' }).getByRole('listitem')

// Windows that are connected by a socket have nothing to ask: see stream.spec.ts.
test.use({ sockets: false })

test.beforeEach(({ complaints }) => {
  // The refused save.
  complaints.expect(/status of 409/)
})

/** Another device of the same user: windows of one browser notify each other. */
async function otherDevice(person: Person, openBrowser: OpenBrowser): Promise<Page> {
  const context = await openBrowser({ storageState: await person.context.storageState() })
  return context.newPage()
}

/** Two devices of one user change the text of the same slide, or of two. */
async function clash(person: Person, openBrowser: OpenBrowser, slide: 1 | 2 = 1): Promise<Clash> {
  const deck = await makeDeck(person.context.request, 'Tides', ['Ebb', 'Flow'])
  const early = await openEditor(await otherDevice(person, openBrowser), `${deck.path}/edit`)
  const late = await openEditor(person.page, `${deck.path}/edit`)
  await retype(early, early.blocks().first(), 'The first tab was here')
  await isSaved(early.page)
  if (slide === 2) await late.page.getByRole('button', { name: 'Slide 2' }).click()
  // The dialog may open before anything else is checked.
  await overtype(late, late.blocks().first(), 'The second tab was here')
  return { person, deck, late }
}

/** The same, until the dialog is open. */
async function askedClash(person: Person, openBrowser: OpenBrowser): Promise<Clash> {
  const all = await clash(person, openBrowser)
  await expect(popup(all.late.page)).toBeVisible()
  await expect(saveStatus(all.late.page)).toHaveText('Saved elsewhere too, choose')
  return all
}

test('two windows of one browser: a save in one reaches the other at once, and its own changes are kept', async ({
  newPerson,
}) => {
  const person = await newPerson()
  const deck = await makeDeck(person.context.request, 'Tides', ['Ebb', 'Flow'])
  const early = await openEditor(await person.context.newPage(), `${deck.path}/edit`)
  const late = await openEditor(person.page, `${deck.path}/edit`)
  await early.page.bringToFront()
  await retype(early, early.blocks().first(), 'The first tab was here')
  await isSaved(early.page)
  await late.expectBlock(late.blocks().first(), { text: 'The first tab was here' })
  await isSaved(late.page)
  await late.page.bringToFront()
  await late.page.getByRole('button', { name: 'Slide 2' }).click()
  await retype(late, late.blocks().first(), 'The second tab was here')
  await isSaved(late.page)
  await early.page.bringToFront()
  await early.page.getByRole('button', { name: 'Slide 2' }).click()
  await early.expectBlock(early.blocks().first(), { text: 'The second tab was here' })
  await expect(popup(late.page)).toBeHidden()
  await expect(popup(early.page)).toBeHidden()
  const stored = await storedSlides(person.context.request, deck)
  expect(stored).toContain('The first tab was here')
  expect(stored).toContain('The second tab was here')
})

test('a slide changed on two devices of one user: the second is asked, and merges both', async ({
  newPerson,
  openBrowser,
}) => {
  const { deck, late, person } = await askedClash(await newPerson(), openBrowser)
  await expect(popup(late.page)).toContainText('You changed the same things in another window or on another device')
  await expect(late.page.getByText(/some(body|one) else/i)).toHaveCount(0)
  await expect(popup(late.page).getByRole('listitem')).toHaveText(['Slide 1: The second tab was here'])
  await popup(late.page).getByRole('button', { name: 'Keep both' }).click()
  await expect(popup(late.page)).toBeHidden()
  await isSaved(late.page)
  await expect(slides(late.page)).toHaveCount(3)
  const stored = await storedSlides(person.context.request, deck)
  expect(stored).toContain('The first tab was here')
  expect(stored).toContain('The second tab was here')
  await test.step('undo reverts one’s own work, and never that of the other tab', async () => {
    await late.page.locator('body').press('ControlOrMeta+z')
    await late.page.locator('body').press('ControlOrMeta+z')
    await expect(slides(late.page)).toHaveCount(2)
    await isSaved(late.page)
    const left = await storedSlides(person.context.request, deck)
    expect(left).toContain('The first tab was here')
    expect(left).not.toContain('The second tab was here')
  })
})

test('different slides changed on two devices of one user are merged without a question', async ({
  newPerson,
  openBrowser,
}) => {
  const { deck, late, person } = await clash(await newPerson(), openBrowser, 2)
  await isSaved(late.page)
  await expect(late.page.getByText('Your changes from another window or device were added')).toBeVisible()
  await expect(popup(late.page)).toBeHidden()
  await expect(slides(late.page)).toHaveCount(2)
  const stored = await storedSlides(person.context.request, deck)
  expect(stored).toContain('The first tab was here')
  expect(stored).toContain('The second tab was here')
  expect(stored).not.toMatch(/Ebb|Flow/)
})

test('Reload shows the newer version and offers the own text again', async ({ newPerson, openBrowser }) => {
  const { deck, late, person } = await askedClash(await newPerson(), openBrowser)
  await popup(late.page).getByRole('button', { name: 'Reload' }).click()
  const offer = late.page.getByRole('dialog', { name: 'You have unsaved changes' })
  await expect(offer).toBeVisible()
  await late.expectBlock(late.blocks().first(), { text: 'The first tab was here' })
  await offer.getByRole('button', { name: 'Restore' }).click()
  await isSaved(late.page)
  await expect(slides(late.page)).toHaveCount(3)
  const stored = await storedSlides(person.context.request, deck)
  expect(stored).toContain('The first tab was here')
  expect(stored).toContain('The second tab was here')
})

test('Ignore continues with the own text; the other one is among the revisions', async ({ newPerson, openBrowser }) => {
  const { deck, late, person } = await askedClash(await newPerson(), openBrowser)
  await popup(late.page).getByRole('button', { name: 'Ignore' }).click()
  await isSaved(late.page)
  const { request } = person.context
  const stored = await storedSlides(request, deck)
  expect(stored).toContain('The second tab was here')
  expect(stored).not.toContain('The first tab was here')

  await late.page.getByRole('button', { name: 'Revisions' }).click()
  const revisions = late.page.getByRole('dialog', { name: 'Revisions' })
  await revisions.getByRole('listitem').nth(1).getByRole('button').click()
  const preview = revisions.frameLocator('iframe[title="Preview of the revision"]').frameLocator('#deck-frame')
  await expect(preview.getByText('The first tab was here').first()).toBeVisible()
  await revisions.getByRole('button', { name: 'Restore' }).click()
  await late.page
    .getByRole('dialog', { name: 'Restore this revision?' })
    .getByRole('button', { name: 'Restore' })
    .click()
  await late.expectBlock(late.blocks().first(), { text: 'The first tab was here' })
  expect(await storedSlides(request, deck)).toContain('The first tab was here')
})

test('F5 while the choice is open: the own text is there again, and so is the choice', async ({
  newPerson,
  openBrowser,
}) => {
  const { deck, late, person } = await askedClash(await newPerson(), openBrowser)
  const { page } = late
  page.on('dialog', (dialog) => dialog.accept())
  for (let reloads = 0; reloads < 2; reloads++) {
    // Changes are in the journal within 200 ms.
    await expect.poll(() => journalSize(page)).toBe(1)
    await page.reload()
    await expect(popup(page)).toContainText('You changed the same things in another window or on another device')
    await expect(saveStatus(page)).toHaveText('Saved elsewhere too, choose')
    await late.expectBlock(late.blocks().first(), { text: 'The second tab was here' })
    expect(await storedSlides(person.context.request, deck)).not.toContain('The second tab was here')
  }
  await popup(page).getByRole('button', { name: 'Keep both' }).click()
  await isSaved(page)
  await expect(slides(page)).toHaveCount(3)
  const stored = await storedSlides(person.context.request, deck)
  expect(stored).toContain('The first tab was here')
  expect(stored).toContain('The second tab was here')
})

test('settings changed elsewhere hold after a reload with unsaved work, and one changed here too is asked about', async ({
  newPerson,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/)
  const { page, context } = await newPerson()
  const deck = await makeDeck(context.request, 'Tides', ['Ebb', 'Flow'])
  const address = `/api/v1/decks/${deck.id}.json`
  const stored = async () => (await context.request.get(address)).json()
  const description = page.getByLabel('Description')
  page.on('dialog', (dialog) => dialog.accept())
  await openEditor(page, `${deck.path}/edit`)
  /** Describes the deck in a page whose saves do not arrive, changes it elsewhere, and loads the page again. */
  const describe = async (words: string, elsewhere: Record<string, string>) => {
    await page.getByRole('tab', { name: 'Deck', exact: true }).click()
    const admit = await refuse(page, '**/api/v1/decks/*.json')
    await description.fill(words)
    await expect.poll(() => journalSize(page)).toBe(1)
    const answer = await callAs(context.request, 'PUT', address, { deck: elsewhere })
    expect(answer.status()).toBe(200)
    await page.reload()
    admit()
  }
  await test.step('another field: both are there', async () => {
    await describe('By the sea', { title: 'High tide' })
    await expect(page.getByText('Your unsaved changes are back')).toBeVisible()
    await isSaved(page)
    expect(await stored()).toMatchObject({ title: 'High tide', description: 'By the sea' })
  })
  await test.step('the same field: the choice', async () => {
    await describe('By the lake', { description: 'By the river' })
    await expect(popup(page)).toContainText('You changed the same things in another window or on another device')
    expect(await stored()).toMatchObject({ description: 'By the river' })
    await popup(page).getByRole('button', { name: 'Reload' }).click()
    const offer = page.getByRole('dialog', { name: 'You have unsaved changes' })
    await expect(offer).toContainText('Settings of the deck changed')
    await offer.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('tab', { name: 'Deck', exact: true }).click()
    await expect(description).toHaveValue('By the river')
    await isSaved(page)
    expect(await stored()).toMatchObject({ title: 'High tide', description: 'By the river' })
  })
})
