import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EditorDriver } from '../src/testing/editor-driver.ts'
import { lockedPdf, samplePdf } from '../src/testing/sample-pdf.ts'
import { makeDeck, storedSlides } from './support/decks.ts'
import { isSaved, openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { signUp } from './support/person.ts'
import { picture } from './support/picture.ts'
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
    await dialog.getByRole('tab', { name: 'Address' }).click()
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await dialog.getByLabel('Address of the deck').fill('http://127.0.0.1/talk')
    await dialog.getByRole('button', { name: 'Import' }).click()
    await expect(dialog.getByText('The page could not be fetched')).toBeVisible()
    await expect(dialog.getByLabel('Address of the deck')).toHaveValue('http://127.0.0.1/talk')
    await expect(dialog.getByLabel('Address of the deck')).toBeFocused()
    await dialog.getByRole('tab', { name: 'File or folder' }).click()
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
      await page.getByRole('menuitem', { name: 'Import', exact: true }).click()
      return page.getByRole('dialog', { name: 'Import slides' })
    }
    const dialog = await choose()
    await dialog.getByLabel('File to import').setInputFiles(pdf('Two', 'Three'))
    await expect(dialog).toBeHidden()
    await isSaved(page)
    const count = async () => (await storedSlides(page.request, deck)).match(/<section/g)?.length
    await expect.poll(count).toBe(3)
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

const html = `<title>Beetles</title><div class="reveal"><div class="slides"><section><h2>Legs</h2></section>
<section><h2>Wings</h2><img src="img/gone.png" width="400" height="200"></section></div></div>`

test('a folder becomes a deck whose report leads to the missing picture, which is chosen; blocks are offered', async ({
  page,
  complaints,
}, info) => {
  complaints.expect(/Blocked script execution in '.*\/canvas'/)
  const folder = info.outputPath('talk')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'index.html'), html)
  await signUp(page.request)
  await page.goto('/')
  await page.getByRole('button', { name: 'Import' }).click()
  await page.getByLabel('Folder to import').setInputFiles(folder)
  const ready = page.getByRole('dialog', { name: 'Your deck is ready' })
  await expect(ready.getByText('2 slides of talk')).toBeVisible()
  await expect(ready.getByRole('region', { name: 'Import report' })).toContainText('The file img/gone.png is missing')
  await ready.getByRole('link', { name: 'Show slide 2' }).click()
  const editor = new EditorDriver(page)
  await editor.isOpen()
  await expect(editor.slide.locator('h2')).toHaveText('Wings')
  await expect(page.getByRole('button', { name: 'Turn into blocks' })).toBeVisible()

  await test.step('the report stays with the deck, and turns all slides into blocks, in one undo step', async () => {
    await page.getByRole('button', { name: 'More for this deck' }).click()
    await page.getByRole('menuitem', { name: 'Import reports' }).click()
    const reports = page.getByRole('dialog', { name: 'Import reports' })
    await expect(reports.getByRole('button', { name: 'Show slide 2' })).toBeVisible()
    await reports.getByRole('button', { name: 'Turn all slides into blocks' }).click()
    await expect(editor.blocks('image')).toHaveCount(1)
    await page.keyboard.press('ControlOrMeta+z')
    await expect(editor.blocks('text')).toHaveCount(0)
    await expect(editor.slide.locator('h2')).toHaveText('Wings')
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await expect(editor.blocks('image')).toHaveCount(1)
  })

  await test.step('the picture is uploaded and chosen', async () => {
    await page.getByRole('button', { name: 'Choose file for gone.png' }).click()
    const library = page.getByRole('dialog', { name: 'Media library' })
    await library.getByLabel('Image files').setInputFiles(await picture('beetle.png', '#3a6'))
    await library.getByRole('option', { name: /beetle/ }).click()
    await library.getByRole('button', { name: 'Insert' }).click()
    await expect(editor.blocks('image').locator('img')).toHaveAttribute('src', /^\/m\//)
    await expect(page.getByRole('button', { name: 'Choose file for gone.png' })).toHaveCount(0)
  })
})
