import type { Page } from '@playwright/test'
import type { EditorDriver } from '../src/testing/editor-driver.ts'
import { type MadeDeck, makeDeck, storedSlides } from './support/decks.ts'
import { isSaved, openEditor, overtype, retype, saveStatus } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import type { Person } from './support/person.ts'

/** What two tabs of one person wrote, and where they stand. */
interface Clash {
  readonly person: Person
  readonly deck: MadeDeck
  /** The tab whose save was refused. */
  readonly late: EditorDriver
}

const popup = (page: Page) => page.getByRole('dialog', { name: 'Newer version available' })
const slides = (page: Page) => page.getByRole('navigation', { name: 'Slides' }).getByRole('listitem')

test.beforeEach(({ complaints }) => {
  // The refused save.
  complaints.expect(/status of 409/)
})

/** Lets two tabs change the text of the same slide, or of two. */
async function clash(person: Person, slide: 1 | 2 = 1): Promise<Clash> {
  const deck = await makeDeck(person.context.request, 'Tides', ['Ebb', 'Flow'])
  const early = await openEditor(await person.context.newPage(), `${deck.path}/edit`)
  const late = await openEditor(person.page, `${deck.path}/edit`)
  await early.page.bringToFront()
  await retype(early, early.blocks().first(), 'The first tab was here')
  await isSaved(early.page)
  await late.page.bringToFront()
  if (slide === 2) await late.page.getByRole('button', { name: 'Slide 2' }).click()
  // The popup may come before anything else is looked at.
  await overtype(late, late.blocks().first(), 'The second tab was here')
  await expect(popup(late.page)).toBeVisible()
  await expect(saveStatus(late.page)).not.toHaveText('Saved')
  return { person, deck, late }
}

test('the second of two tabs is told of the newer version, and joins both', async ({ newPerson }) => {
  const { deck, late, person } = await clash(await newPerson())
  await popup(late.page).getByRole('button', { name: 'Keep both' }).click()
  await expect(popup(late.page)).toBeHidden()
  await isSaved(late.page)
  await expect(slides(late.page)).toHaveCount(3)
  const stored = await storedSlides(person.context.request, deck)
  expect(stored).toContain('The first tab was here')
  expect(stored).toContain('The second tab was here')
  await test.step('undo takes back one’s own work, and never that of the other tab', async () => {
    await late.page.locator('body').press('ControlOrMeta+z')
    await late.page.locator('body').press('ControlOrMeta+z')
    await expect(slides(late.page)).toHaveCount(2)
    await isSaved(late.page)
    const left = await storedSlides(person.context.request, deck)
    expect(left).toContain('The first tab was here')
    expect(left).not.toContain('The second tab was here')
  })
})

test('slides that only one tab changed are joined without a copy', async ({ newPerson }) => {
  const { deck, late, person } = await clash(await newPerson(), 2)
  await popup(late.page).getByRole('button', { name: 'Keep both' }).click()
  await isSaved(late.page)
  await expect(slides(late.page)).toHaveCount(2)
  const stored = await storedSlides(person.context.request, deck)
  expect(stored).toContain('The first tab was here')
  expect(stored).toContain('The second tab was here')
  expect(stored).not.toMatch(/Ebb|Flow/)
})

test('Reload shows the newer version and offers the own text again', async ({ newPerson }) => {
  const { deck, late, person } = await clash(await newPerson())
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

test('Ignore goes on with the own text; the other one is among the revisions', async ({ newPerson }) => {
  const { deck, late, person } = await clash(await newPerson())
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
    .getByRole('dialog', { name: 'Restore this version?' })
    .getByRole('button', { name: 'Restore' })
    .click()
  await late.expectBlock(late.blocks().first(), { text: 'The first tab was here' })
  expect(await storedSlides(request, deck)).toContain('The first tab was here')
})
