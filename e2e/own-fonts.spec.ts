import { readFile } from 'node:fs/promises'
import { type RunningServer, runServer } from '../src/testing/run-server.ts'
import { sampleFontNamed } from '../src/testing/sample-fonts.ts'
import { makeDeck, textSlide } from './support/decks.ts'
import { isSaved, openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { signUp } from './support/person.ts'
import { picture } from './support/picture.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await runServer({ env: { BILLING: 'off' }, inMemory: true })
})
test.afterAll(() => server.dispose())

const family = 'Tidewatt Mono'

/** Whether an element is in a font that is loaded. */
function isDrawn(element: Element, family: string): boolean {
  const page = element.ownerDocument
  const isNamed = getComputedStyle(element).fontFamily.includes(family)
  return isNamed && [...page.fonts].some((face) => face.family.includes(family) && face.status === 'loaded')
}

test('a theme with an uploaded font and a picture is downloaded, deleted and uploaded again, and decks show both', async ({
  openBrowser,
  complaints,
}) => {
  complaints.expect(/422 \(Unprocessable/)
  complaints.expect(/Blocked script execution in '.*\/canvas'/)
  const context = await openBrowser({ baseURL: server.baseUrl, viewport: { width: 1440, height: 900 } })
  await signUp(context.request, {}, server.baseUrl)
  const page = await context.newPage()
  const preview = page.frameLocator('iframe[title="Preview of the theme"]')

  await test.step('the font is uploaded in the theme editor, and chosen for headings', async () => {
    await page.goto('/themes')
    await page.getByRole('button', { name: 'New theme' }).click()
    await page.getByLabel('Name of the theme').fill('Typed')
    await page
      .getByLabel('Upload fonts')
      .setInputFiles({ name: 'mono.ttf', mimeType: 'font/ttf', buffer: await sampleFontNamed(family) })
    await expect(page.getByRole('heading', { name: family })).toBeVisible()
    await page.getByLabel('Headings in').selectOption({ label: family })
    const heading = preview.locator('section.present :is(h1, h2)').first()
    await expect(heading).toHaveCSS('font-family', new RegExp(family))
    await expect.poll(() => heading.evaluate(isDrawn, family)).toBe(true)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  })
  await test.step('its HTML gets a picture of the library', async () => {
    const file = await picture('harbor.png', '#b3123f')
    const token = await page.locator('meta[name="csrf-token"]').getAttribute('content')
    const headers = { 'x-csrf-token': token ?? '' }
    const answer = await context.request.post('/api/v1/media.json', { multipart: { file }, headers })
    const { url } = await answer.json()
    await page.getByRole('tab', { name: 'HTML' }).click()
    await page.getByRole('textbox', { name: 'HTML' }).click()
    await page.keyboard.insertText(`<p class="logo"><img src="${url}" alt="Harbor"></p>`)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  })
  let zip = ''
  const card = page.getByRole('article').filter({ hasText: 'Typed' })
  await test.step('it is downloaded and deleted, and so is its font', async () => {
    await page.goto('/themes')
    const downloading = page.waitForEvent('download')
    await card.getByRole('button', { name: 'More for Typed' }).click()
    await page.getByRole('menuitem', { name: 'Download' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('Typed.zip')
    zip = await download.path()
    await card.getByRole('button', { name: 'More for Typed' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await expect(card).toBeHidden()
    await page.goto('/users/edit')
    await page.getByRole('button', { name: `Delete ${family}, Regular` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('heading', { name: family, exact: true })).toBeHidden()
  })
  await test.step('a file that is no theme is refused', async () => {
    await page.goto('/themes')
    const file = { name: 'x.zip', mimeType: 'application/zip', buffer: Buffer.from('no ZIP') }
    await page.getByLabel('Theme to upload').setInputFiles(file)
    await expect(page.getByText('This ZIP file is damaged')).toBeVisible()
  })
  await test.step('it is uploaded again', async () => {
    await page
      .getByLabel('Theme to upload')
      .setInputFiles({ name: 'Typed.zip', mimeType: 'application/zip', buffer: await readFile(zip) })
    await expect(page.getByText('“Typed” is uploaded')).toBeVisible()
    await expect(card).toBeVisible()
  })
  await test.step('a deck with the theme shows it, in the editor and on its page', async () => {
    const slide = textSlide(1, 'Power of the tide').replaceAll('p>', 'h2>')
    const deck = await makeDeck(context.request, 'Tides', [slide], {}, server.baseUrl)
    const editor = await openEditor(page, `${deck.path}/edit`)
    await page.getByRole('tab', { name: 'Deck' }).click()
    await page.getByRole('radio', { name: 'Typed' }).click()
    await expect.poll(() => editor.slide.locator('h2').evaluate(isDrawn, family)).toBe(true)
    await isSaved(page)
    await page.goto(deck.path)
    const heading = page.frameLocator('iframe').first().locator('section.present h2')
    await expect.poll(() => heading.evaluate(isDrawn, family)).toBe(true)
    const logo = page.frameLocator('iframe').first().getByAltText('Harbor')
    await expect.poll(() => logo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(320)
  })
})
