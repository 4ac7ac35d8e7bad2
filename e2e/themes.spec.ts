import { type RunningServer, runServer } from '../src/testing/run-server.ts'
import { makeDeck, textSlide } from './support/decks.ts'
import { isSaved, openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { signUp } from './support/person.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await runServer({ env: { BILLING: 'off' }, inMemory: true })
})
test.afterAll(() => server.dispose())

test('a brand theme is made from nothing and used in a deck; a mistake in LESS changes nothing', async ({
  openBrowser,
  complaints,
}) => {
  // The answer about the mistake, and the canvas, where Playwright's own scripts are blocked.
  complaints.expect(/422 \(Unprocessable/)
  complaints.expect(/Blocked script execution in '.*\/canvas'/)
  const context = await openBrowser({ baseURL: server.baseUrl, viewport: { width: 1440, height: 900 } })
  await signUp(context.request, {}, server.baseUrl)
  const page = await context.newPage()
  const preview = page.frameLocator('iframe[title="Preview of the theme"]')
  const heading = preview.locator('section.present h2')
  const less = page.getByRole('textbox', { name: 'LESS' })

  await test.step('it is created from the list, and named', async () => {
    await page.goto('/themes')
    await page.getByRole('button', { name: 'New theme' }).click()
    await page.getByLabel('Name of the theme').fill('Tidewatt')
    await expect(preview.locator('html.ready')).toBeAttached()
  })
  await test.step('a color that is hard to read is replaced by the nearest that passes', async () => {
    await page.getByLabel('Text: hex code').fill('#9aa0a8')
    await expect(page.getByText('1 color is hard to see on the background.')).toBeVisible()
    await page.getByRole('button', { name: 'Use the nearest that pass' }).click()
    await expect(page.getByText('All colors can be read on the background')).toBeVisible()
    await expect(preview.locator('section.present p').first()).toHaveCSS('color', 'rgb(115, 119, 125)')
  })
  await test.step('the preview follows LESS, and keeps its slide', async () => {
    await page.getByLabel('Slide of the preview').selectOption({ label: '2. Headings and text' })
    await page.getByRole('tab', { name: 'LESS' }).click()
    await less.click()
    await page.keyboard.insertText('@brand: #b3123f;\nh2 { color: @brand; }')
    await expect(heading).toHaveCSS('color', 'rgb(179, 18, 63)')
  })
  await test.step('a mistake is told with line and column, in the preview and when saving, and changes nothing', async () => {
    await page.keyboard.insertText('\nh3 { color: @missing; }')
    await expect(page.getByText('Line 3, column 13:')).toBeVisible()
    await expect(heading).toHaveCSS('color', 'rgb(179, 18, 63)')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/@missing is undefined/).first()).toBeVisible()
    await expect(page.getByText('Not saved yet')).toBeVisible()
  })
  await test.step('unsaved changes are here again after a reload', async () => {
    await page.reload()
    await expect(page.getByText('are here again')).toBeVisible()
    await page.getByRole('tab', { name: 'LESS' }).click()
    await less.click()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.insertText('@brand: #b3123f;\nh2 { color: @brand; }')
    await expect(page.getByText('Line 3')).toBeHidden()
  })
  await test.step('it is saved with a snippet', async () => {
    await page.getByRole('tab', { name: 'Snippets' }).click()
    await page.getByRole('button', { name: 'Add a snippet' }).click()
    await page.getByLabel('Title').fill('Signature')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  })
  await test.step('a deck takes it at once, as one step, with its snippets', async () => {
    const slide = textSlide(1, 'Power of the tide').replaceAll('p>', 'h2>')
    const deck = await makeDeck(context.request, 'Tides', [slide], {}, server.baseUrl)
    const editor = await openEditor(page, `${deck.path}/edit`)
    const title = editor.slide.locator('h2')
    await page.getByRole('tab', { name: 'Deck' }).click()
    await page.getByRole('radio', { name: 'Tidewatt' }).click()
    await expect(title).toHaveCSS('color', 'rgb(179, 18, 63)')
    await editor.press('ControlOrMeta+Z')
    await expect(title).not.toHaveCSS('color', 'rgb(179, 18, 63)')
    await editor.press('ControlOrMeta+Shift+Z')
    await expect(title).toHaveCSS('color', 'rgb(179, 18, 63)')
    await isSaved(page)
    await page.getByRole('button', { name: 'More for this deck' }).click()
    await page.getByRole('menuitem', { name: 'Insert snippet' }).click()
    await expect(page.getByRole('option', { name: 'Signature' })).toBeVisible()
    await page.goto(deck.path)
    await expect(page.frameLocator('iframe').first().locator('section.present h2')).toHaveCSS(
      'color',
      'rgb(179, 18, 63)',
    )
  })
})
