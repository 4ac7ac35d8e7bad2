import type { Page } from '@playwright/test'
import { makeDeck } from './support/decks.ts'
import { isSaved, openEditor } from './support/editing.ts'
import { willIntercept } from './support/hold.ts'
import { expect, test } from './support/journey.ts'
import type { Person } from './support/person.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const fontsDialog = (page: Page) => page.getByRole('dialog', { name: 'Load custom fonts' })

async function open(person: Person) {
  const deck = await makeDeck(person.context.request, 'Settings', ['One', 'Two'])
  const editor = await openEditor(person.page, `${deck.path}/edit`)
  await tab(person.page, 'Deck').click()
  return { deck, editor }
}

const settings = async (person: Person, id: number) =>
  (await person.context.request.get(`/api/v1/decks/${id}.json`)).json()

test.beforeEach(({ complaints }) => complaints.expect(/Blocked script execution in '.*\/canvas'/))

test('style changes are shown immediately: 18 colors, 12 fonts, transitions', async ({ newPerson }) => {
  const person = await newPerson()
  const { page } = person
  const { deck, editor } = await open(person)
  const colors = page.getByRole('group', { name: 'Colors' })
  // Colors of a paid plan are not selectable.
  await expect(colors.getByRole('radio')).toHaveCount(14)
  await expect(colors.getByRole('link')).toHaveCount(4)
  // The deprecated one of the 13 is not offered.
  await expect(page.getByRole('group', { name: 'Fonts' }).getByRole('radio')).toHaveCount(12)
  await page.getByRole('radio', { name: 'Sea, yellow' }).check({ force: true })
  await page.getByRole('radio', { name: 'Quicksand' }).check({ force: true })
  await expect(editor.slide.locator('.reveal.theme-color-sea-yellow.theme-font-quicksand')).toHaveCount(1)
  await page.getByLabel('Transition', { exact: true }).selectOption('zoom')
  await page.getByLabel('Background transition').selectOption('concave')
  await isSaved(page)
  expect(await settings(person, deck.id)).toMatchObject({
    theme_color: 'sea-yellow',
    theme_font: 'quicksand',
    transition: 'zoom',
    background_transition: 'concave',
  })

  await test.step('a pro color links users without a paid plan to the plans', async () => {
    await expect(colors.getByRole('link', { name: /\(Lite\)/ })).toHaveCount(4)
    const pricing = page.waitForEvent('popup')
    await colors.getByRole('link').first().click()
    await expect(await pricing).toHaveURL(/\/pricing$/)
    await (await pricing).close()
    await expect(page.getByRole('radio', { name: 'Sea, yellow' })).toBeChecked()
  })
})

test('playback options are set in the deck panel, and saved', async ({ newPerson }) => {
  const person = await newPerson()
  const { page } = person
  const { deck } = await open(person)
  await page.getByLabel('Description').fill('About settings')
  await page.getByLabel('Auto-slide').selectOption('6000')
  for (const name of ['Loop', 'Slide numbers', 'Share notes', 'Right to left', 'Rolling links'])
    await page.getByRole('checkbox', { name }).check()
  await page.getByRole('checkbox', { name: 'Center slides' }).uncheck()
  await isSaved(page)
  expect(await settings(person, deck.id)).toMatchObject({
    description: 'About settings',
    auto_slide_interval: 6000,
    should_loop: true,
    slide_number: true,
    share_notes: true,
    rtl: true,
    rolling_links: true,
    center: false,
  })
})

test('slides get another size, with their contents scaled or kept, wherever they are shown', async ({ newPerson }) => {
  const person = await newPerson()
  const { page } = person
  const { deck, editor } = await open(person)
  const size = page.getByLabel('Slide size')
  const slide = editor.slide.locator('.canvas-slide')
  const sizeOf = () => slide.evaluate((element: HTMLElement) => `${element.offsetWidth}x${element.offsetHeight}`)
  await size.selectOption({ label: 'Widescreen (16:9), 1280 × 720' })
  await expect.poll(sizeOf).toBe('1280x720')
  const block = editor.slide.locator('.block').first()
  await expect(block).toHaveCSS('font-size', '37.03px')

  await test.step('undo restores size and contents in one step', async () => {
    await editor.press('ControlOrMeta+z')
    await expect.poll(sizeOf).toBe('960x700')
    await expect(block).toHaveCSS('font-size', '36px')
    await expect(size).toHaveValue('960x700')
  })

  await test.step('kept contents and a size of one’s own', async () => {
    await page.getByRole('radio', { name: 'Keep' }).check()
    await size.selectOption({ label: 'Own size …' })
    await page.getByLabel('Width', { exact: true }).fill('1600')
    await page.keyboard.press('Enter')
    await page.getByLabel('Height', { exact: true }).fill('800')
    await page.keyboard.press('Enter')
    await expect.poll(sizeOf).toBe('1600x800')
    await expect(block).toHaveCSS('font-size', '36px')
    await isSaved(page)
    expect(await settings(person, deck.id)).toMatchObject({ slide_size: '1600x800' })
  })

  await test.step('shown and printed in that size', async () => {
    await page.goto(deck.path)
    const slides = page.frameLocator('#deck-frame').locator('.slides')
    await expect(slides).toHaveCSS('width', '1600px')
    await expect(slides).toHaveCSS('height', '800px')
    await page.goto(`${deck.path}/export`)
    const sheet = page.frameLocator('#deck-frame').locator('.sheet-slide > .reveal').first()
    await expect(sheet).toHaveCSS('width', '1600px')
    await expect(sheet).toHaveCSS('height', '800px')
  })
})

test('custom fonts are named, suggested, loaded and offered', async ({ newPerson, complaints }) => {
  const person = await newPerson()
  const { page, context } = person
  let lists = 0
  const face = `@font-face { font-family: 'Roboto'; src: local('Arial'); }`
  await context.route('https://fonts.googleapis.com/**', (route) =>
    route.fulfill({ contentType: 'text/css', body: face }),
  )
  await context.route('https://use.typekit.net/**', (route) => route.abort())
  await context.route('**/api/v1/fonts*', (route) => {
    lists++
    return route.continue()
  })
  complaints.expect(/use\.typekit\.net|net::ERR_FAILED/)
  const { deck, editor } = await open(person)

  await test.step('at most ten suggestions, ignoring case; the list is fetched once', async () => {
    for (let times = 0; times < 2; times++) {
      await page.getByRole('button', { name: 'Load custom fonts' }).click()
      const family = fontsDialog(page).getByLabel('Google font family')
      await expect(family).toHaveAttribute('maxlength', '255')
      await expect(fontsDialog(page).getByLabel('Typekit kit ID')).toHaveAttribute('maxlength', '255')
      await family.fill('a')
      await expect(fontsDialog(page).getByRole('option')).toHaveCount(10)
      await family.fill('ROBOTO')
      await expect(fontsDialog(page).getByRole('option')).toHaveText(['Roboto'])
      if (times === 0) {
        await fontsDialog(page).getByRole('button', { name: 'Cancel' }).click()
        await expect(fontsDialog(page)).toBeHidden()
      }
    }
    expect(lists).toBe(1)
  })

  await test.step('the family is loaded on the slide and saved with the deck', async () => {
    await page.keyboard.press('Enter')
    await expect(fontsDialog(page).getByRole('list', { name: 'Chosen families' })).toContainText('Roboto')
    await fontsDialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(editor.slide.locator('link[href*="googleapis"]')).toHaveCount(1)
    await isSaved(page)
    expect((await settings(person, deck.id)).font_google).toBe('Roboto:regular,italic,700,700italic')
  })

  await test.step('the text panel and the toolbar offer it', async () => {
    // While it fades, the dialog's backdrop receives clicks.
    await expect(fontsDialog(page)).toBeHidden()
    await editor.click({ x: 300, y: 260 })
    await tab(page, 'Block').click()
    for (const place of [
      page.getByRole('complementary', { name: 'Properties' }),
      page.getByRole('toolbar', { name: 'Text' }),
    ]) {
      await expect(place.getByLabel('Font', { exact: true }).locator('option', { hasText: 'Roboto' })).toHaveCount(1)
    }
  })

  await test.step('a kit that cannot be loaded is reported', async () => {
    await tab(page, 'Deck').click()
    await page.getByRole('button', { name: 'Load custom fonts' }).click()
    const kit = fontsDialog(page).getByLabel('Typekit kit ID')
    await kit.fill('not a kit')
    await fontsDialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(fontsDialog(page).getByRole('alert')).toHaveText('Please enter a valid ID')
    await kit.fill('abc1def')
    await fontsDialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The custom fonts could not be loaded')).toBeVisible()
  })
})

test('the tabs of the panel respond to arrow keys', async ({ newPerson }) => {
  const person = await newPerson()
  const { page } = person
  await open(person)
  await tab(page, 'Deck').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(tab(page, 'Layers')).toBeFocused()
  await expect(tab(page, 'Layers')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Home')
  await expect(tab(page, 'Slide')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(tab(page, 'Deck')).toBeFocused()
})

test('a panel or dialog that cannot be loaded says so, and the rest still works', async ({ newPerson, complaints }) => {
  complaints.expect(/Failed to load resource: net::ERR_FAILED/)
  const { page, context } = await newPerson()
  const deck = await makeDeck(context.request, 'Settings', ['One'])
  await willIntercept(page)
  await openEditor(page, `${deck.path}/edit`)
  await page.route(/\/(deferred-panels|revisions-dialog)-[^/]*\.js$/, (route) => route.abort())
  await tab(page, 'Layers').click()
  await expect(page.getByRole('tabpanel').getByRole('alert')).toContainText('This could not be loaded.')
  await page.getByRole('button', { name: 'Revisions' }).click()
  await expect(page.getByText('This could not be loaded.')).toHaveCount(2)
  await tab(page, 'Slide').click()
  await expect(page.getByRole('textbox', { name: 'Speaker notes' })).toBeVisible()
})
