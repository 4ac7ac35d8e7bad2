import { lockedPdf, samplePdf } from '../src/testing/sample-pdf.ts'
import { makeDeck, storedSlides } from './support/decks.ts'
import { isSaved, openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { signUp } from './support/person.ts'
import { listedSlide } from './support/slide-list.ts'

const pdf = (...headings: string[]) => ({
  name: 'Field guide.pdf',
  mimeType: 'application/pdf',
  buffer: samplePdf(...headings),
})

test('a PDF becomes a deck, and slides of another deck; a broken or locked one says so; an import can be canceled', async ({
  page,
}) => {
  await signUp(page.request)

  await test.step('from the home page', async () => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import a deck' })
    await dialog
      .getByLabel('File to import')
      .setInputFiles({ ...pdf('Cut'), buffer: samplePdf('Cut').subarray(0, 200) })
    await expect(dialog.getByRole('alert')).toHaveText('This file is damaged and cannot be read')
    await dialog.getByLabel('File to import').setInputFiles({ ...pdf('Key'), buffer: lockedPdf('Key') })
    await expect(dialog.getByRole('alert')).toContainText('This file is protected by a password')
    await dialog.getByLabel('File to import').setInputFiles(pdf('Ferns', 'Mosses', 'Lichens'))
    const ready = page.getByRole('dialog', { name: 'Your deck is ready' })
    await expect(ready.getByText('3 slides of Field guide.pdf')).toBeVisible()
    await ready.getByRole('link', { name: 'Open the deck' }).click()
    await expect(listedSlide(page, '3')).toBeVisible()
  })

  await test.step('in the editor, appended; then canceled', async () => {
    const deck = await makeDeck(page.request, 'Herbarium', ['One'])
    await openEditor(page, `${deck.path}/edit`)
    const choose = async () => {
      await page.getByRole('button', { name: 'More for this deck' }).click()
      await page.getByRole('menuitem', { name: 'Import file' }).click()
      return page.getByRole('dialog', { name: 'Import slides' })
    }
    const dialog = await choose()
    await dialog.getByLabel('File to import').setInputFiles(pdf('Two', 'Three'))
    await expect(dialog).toBeHidden()
    await isSaved(page)
    const count = async () => (await storedSlides(page.request, deck)).match(/<section/g)?.length
    expect(await count()).toBe(3)
    const second = await choose()
    await second
      .getByLabel('File to import')
      .setInputFiles(pdf(...Array.from({ length: 200 }, (_, at) => `Page ${at}`)))
    await expect(second.getByRole('progressbar', { name: 'Import of Field guide.pdf' })).toBeVisible()
    await second.getByRole('button', { name: 'Cancel' }).click()
    await expect(second).toBeHidden()
    expect(await count()).toBe(3)
  })
})
