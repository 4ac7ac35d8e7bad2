import { type RunningServer, runServer } from '../src/testing/run-server.ts'
import { makeDeck, textSlide } from './support/decks.ts'
import { isSaved, openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { signUp } from './support/person.ts'
import { picture } from './support/picture.ts'
import { listedSlide } from './support/slide-list.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await runServer({ env: { BILLING: 'off' }, inMemory: true })
})
test.afterAll(() => server.dispose())

test('a theme has a footer, a slide opts out, and the deck overrides it: on the canvas, shown and printed', async ({
  openBrowser,
  complaints,
}) => {
  // The canvas, where Playwright's own scripts are blocked.
  complaints.expect(/Blocked script execution in '.*\/canvas'/)
  const context = await openBrowser({ baseURL: server.baseUrl, viewport: { width: 1440, height: 900 } })
  await signUp(context.request, {}, server.baseUrl)
  const page = await context.newPage()
  const sample = page.frameLocator('iframe[title="Preview of the theme"]')
  const part = (name: string) => page.getByLabel(name, { exact: true })

  await test.step('a theme gets a text, a logo of the library and numbers; its preview follows', async () => {
    await page.goto('/themes')
    await page.getByRole('button', { name: 'New theme' }).click()
    await page.getByLabel('Name of the theme').fill('Tidewatt')
    await expect(sample.locator('html.ready')).toBeAttached()
    await part('Text').selectOption('Shown')
    await page.getByLabel('Text on every slide').fill('Tidewatt  internal')
    await expect(sample.locator('section.present > .slide-footer')).toHaveText('Tidewatt internal')
    await part('Slide number').selectOption('Shown')
    await expect(sample.locator('section.present .footer-number')).toHaveText('1')
    await part('Logo').selectOption('Shown')
    await page.getByRole('button', { name: 'Choose a picture' }).click()
    const library = page.getByRole('dialog', { name: 'Media library' })
    await library.getByLabel('Image files').setInputFiles(await picture('Tidewatt.png', '#b3123f'))
    await library.getByRole('option').first().dblclick()
    await page.getByLabel('Alternative text').fill('Tidewatt')
    await page.getByRole('radio', { name: 'Logo: Top left' }).check({ force: true })
    await expect(sample.locator('section.present .footer-top .footer-start img')).toHaveAttribute('alt', 'Tidewatt')
    await page.getByLabel('Slide size').selectOption('1280x720')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  })

  const slides = ['Tides', 'Currents', 'Waves'].map((text, index) => textSlide(index + 1, text))
  const deck = await makeDeck(context.request, 'Sea', slides, {}, server.baseUrl)
  const editor = await openEditor(page, `${deck.path}/edit`)
  const footer = editor.slide.locator('section > .slide-footer')

  await test.step('a deck that takes the theme has its footer at once, and slides of its size', async () => {
    const width = () => editor.slide.locator('.slides').evaluate((slides) => slides.clientWidth)
    await page.getByRole('tab', { name: 'Deck' }).click()
    await page.getByRole('radio', { name: 'Tidewatt' }).click()
    await page.getByRole('button', { name: 'Scale content' }).click()
    await expect.poll(width).toBe(1280)
    await expect(editor.slide.locator('.block')).toHaveCSS('width', '823px')
    await editor.press('ControlOrMeta+Z')
    await expect.poll(width).toBe(960)
    await expect(footer).toHaveCount(0)
    await editor.press('ControlOrMeta+Shift+Z')
    await expect.poll(width).toBe(1280)
    await expect(footer).toHaveText('Tidewatt internal1')
    await expect(footer.locator('img')).toBeVisible()
  })
  await test.step('it overrides the text, undoes that, and does it again', async () => {
    await page.getByText('Footer', { exact: true }).click()
    await expect(part('Text')).toHaveValue('theme')
    await part('Text').selectOption('Its own')
    await page.getByLabel('Text on every slide').fill('Board meeting')
    await expect(footer).toHaveText('Board meeting1')
    await editor.press('ControlOrMeta+Z')
    await expect(footer).toHaveText('Tidewatt internal1')
    await editor.press('ControlOrMeta+Shift+Z')
    await expect(footer).toHaveText('Board meeting1')
  })
  await test.step('one slide hides it', async () => {
    await listedSlide(page, '2').click()
    await expect(footer).toHaveText('Board meeting2')
    await page.getByRole('tab', { name: 'Slide', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Hide footer' }).check()
    await expect(footer).toHaveCount(0)
    await isSaved(page)
  })
  await test.step('shown and printed the same, and no slide says its number twice', async () => {
    await page.goto(deck.path)
    const shown = page.frameLocator('#deck-frame')
    await expect(shown.locator('html.ready')).toBeAttached()
    await expect(shown.locator('section.present > .slide-footer')).toHaveText('Board meeting1')
    await expect(shown.locator('section > .slide-footer')).toHaveCount(2)
    await expect(shown.locator('section > .slide-footer').last()).toHaveText('Board meeting3')
    await page.goto(`${deck.path}/export`)
    const paper = page.frameLocator('#deck-frame')
    await expect(paper.locator('.sheet')).toHaveCount(3)
    await expect(paper.locator('.sheet').first().locator('.slide-footer')).toHaveText('Board meeting1')
    await expect(paper.locator('.slide-footer')).toHaveCount(2)
  })
})
