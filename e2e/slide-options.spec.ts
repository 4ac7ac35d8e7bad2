import type { Page } from '@playwright/test'
import { chooseColor } from './support/color.ts'
import { makeDeck, storedSlides } from './support/decks.ts'
import { isSaved, openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import type { Person } from './support/person.ts'
import { picture } from './support/picture.ts'
import { givePlan } from './support/plans.ts'
import { shownSlide } from './support/showing.ts'

const options = (page: Page) => page.getByRole('dialog', { name: 'Advanced Slide Options' })

/** Text on dark and on light backgrounds. */
const light = 'rgb(255, 255, 255)'
const dark = 'rgb(31, 35, 40)'

async function open(person: Person) {
  const deck = await makeDeck(person.context.request, 'Options', ['One', 'Two'])
  const editor = await openEditor(person.page, `${deck.path}/edit`)
  return { deck, editor }
}

test.beforeEach(async ({ complaints }) => {
  complaints.expect(/Blocked script execution in '.*\/canvas'/)
})

test('a slide’s background is set in Advanced Slide Options, and shown with the deck', async ({ newPerson }) => {
  const person = await newPerson()
  const { page, context } = person
  await context.route('https://media.example/**', (route) => route.fulfill({ status: 204 }))
  await context.route('https://x/**', (route) => route.fulfill({ contentType: 'text/html', body: '<p>A page</p>' }))
  const { deck, editor } = await open(person)
  await page.getByRole('button', { name: 'Advanced Slide Options' }).click()
  const video = options(page).getByLabel('Video URL')
  const mute = options(page).getByLabel('Mute')
  const loop = options(page).getByLabel('Loop')
  const size = options(page).getByLabel('Video size')

  await test.step('video options are enabled from two characters on', async () => {
    await expect(video).toHaveAttribute('maxlength', '2000')
    for (const [text, enabled] of [
      ['', false],
      ['h', false],
      ['ht', true],
    ] as const) {
      await video.fill(text)
      for (const option of [mute, loop, size]) await expect(option).toBeEnabled({ enabled })
    }
  })

  await test.step('video, mute, loop and size', async () => {
    await video.fill('https://media.example/film.mp4')
    await video.press('Enter')
    await mute.check()
    await loop.check()
    await size.selectOption('Contain')
  })

  await test.step('pasted iframe markup is reduced to its URL', async () => {
    const iframe = options(page).getByLabel('Iframe URL')
    await expect(iframe).toHaveAttribute('maxlength', '2000')
    await iframe.focus()
    await iframe.evaluate((field) => {
      const data = new DataTransfer()
      data.setData('text/plain', '<iframe src="https://x/y"></iframe>')
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    })
    await expect(iframe).toHaveValue('https://x/y')
  })

  await options(page).getByRole('button', { name: 'Done' }).click()
  await expect(editor.slide.locator('.slide-background-content video')).toHaveAttribute('src', /film\.mp4/)
  await expect(editor.slide.locator('.background-page')).toHaveText('x')
  await isSaved(page)
  const stored = await storedSlides(context.request, deck)
  for (const written of [
    'data-background-video="https://media.example/film.mp4"',
    'data-video-muted',
    'data-video-loop',
    'data-background-size="contain"',
    'data-background-iframe="https://x/y"',
  ])
    expect(stored).toContain(written)

  await test.step('the deck shows them', async () => {
    await page.goto(deck.path)
    const frame = page.frameLocator('#deck-frame')
    await expect(frame.locator('.backgrounds iframe')).toHaveAttribute('src', 'https://x/y')
    const film = frame.locator('.backgrounds video').first()
    await expect(film).toHaveJSProperty('muted', true)
    await expect(film).toHaveJSProperty('loop', true)
  })
})

test('color, picture, transitions, visibility and notes are in the slide panel', async ({ newPerson, complaints }) => {
  complaints.expect(/Failed to load resource/)
  const person = await newPerson()
  const { page, context } = person
  const { deck, editor } = await open(person)
  const panel = page.getByRole('tabpanel')
  await chooseColor(page, panel.getByLabel('Background', { exact: true }), '#ffe680')
  await panel.getByLabel('Background image file').setInputFiles(await picture('p.png', '#0a1020'))
  await expect(panel.getByRole('button', { name: 'Replace' })).toBeVisible()
  await expect(editor.slide.locator('.slide-background-content')).toHaveCSS('background-image', /\/m\//)
  await panel.getByLabel('Transition', { exact: true }).selectOption('zoom')
  await panel.getByLabel('Speed').selectOption('fast')
  await panel.getByLabel('Background transition').selectOption('fade')
  await panel.getByLabel('Auto-slide').selectOption('40000')
  await panel.getByLabel('Auto-animate').check()
  await panel.getByLabel('When presenting').selectOption('uncounted')

  await test.step('a short note is shown large, a long one small, and the counter counts', async () => {
    const notes = panel.getByRole('textbox', { name: 'Speaker notes' })
    await expect(notes).toHaveAttribute('maxlength', '10000')
    await notes.fill('Hello')
    await expect(panel.getByText('Short: shown large while you speak')).toBeVisible()
    await notes.fill('x'.repeat(211))
    await expect(panel.getByText('Long: shown small while you speak')).toBeVisible()
    await expect(panel.getByText('9789')).toBeVisible()
  })

  // It is measured when idle, and then saved.
  await expect(editor.slide.locator('section')).toHaveCSS('color', light)
  await isSaved(page)
  const stored = await storedSlides(context.request, deck)
  for (const written of [
    'data-background-color="#ffe680"',
    'data-background-image="/m/',
    'data-l-ground="dark"',
    'data-transition="zoom"',
    'data-transition-speed="fast"',
    'data-background-transition="fade"',
    'data-autoslide="40000"',
    'data-auto-animate',
    'data-visibility="uncounted"',
  ])
    expect(stored).toContain(written)
  const thumbnail = page.frameLocator('[data-slide] iframe >> nth=0').locator('section')
  await test.step('text on a dark picture is light everywhere, although the background color is not', async () => {
    await expect(thumbnail).toHaveCSS('color', light)
    await page.goto(`${deck.path}/export`)
    await expect(page.frameLocator('#deck-frame').locator('.sheet section').first()).toHaveCSS('color', light)
    await page.goto(deck.path)
    await expect(shownSlide(page)).toHaveAttribute('data-transition', 'zoom')
    await expect(shownSlide(page)).toHaveCSS('color', light)
    await expect(page.frameLocator('#deck-frame').locator('.reveal')).toHaveClass(/has-dark-background/)
  })
  await test.step('the author’s choice wins', async () => {
    await page.goto(`${deck.path}/edit`)
    await page.getByLabel('Text color').selectOption('Dark')
    await expect(editor.slide.locator('section')).toHaveCSS('color', dark)
    await expect(thumbnail).toHaveCSS('color', dark)
    await isSaved(page)
    await page.goto(`${deck.path}/export`)
    await expect(page.frameLocator('#deck-frame').locator('.sheet section').first()).toHaveCSS('color', dark)
    await page.goto(deck.path)
    await expect(shownSlide(page)).toHaveCSS('color', dark)
    await expect(page.frameLocator('#deck-frame').locator('.reveal')).toHaveClass(/has-light-background/)
  })
})

test('custom class names and ids require custom CSS; the player’s own are refused', async ({ newPerson }) => {
  const free = await newPerson()
  await open(free)
  await free.page.getByRole('button', { name: 'Advanced Slide Options' }).click()
  await expect(options(free.page).getByLabel('Class names')).toBeDisabled()
  await expect(options(free.page).getByLabel('CSS ID')).toBeDisabled()

  const pro = await newPerson()
  givePlan(pro.username, 'pro')
  const { deck } = await open(pro)
  await pro.page.getByRole('button', { name: 'Advanced Slide Options' }).click()
  const names = options(pro.page).getByLabel('Class names')
  await names.fill('wide past')
  await names.press('Enter')
  await expect(options(pro.page).getByRole('alert')).toHaveText("Left out 'past': taken by the player itself")
  await expect(names).toHaveValue('wide')
  await options(pro.page).getByLabel('CSS ID').fill('opening')
  await options(pro.page).getByLabel('CSS ID').press('Enter')
  await expect(options(pro.page).getByText('In your CSS: [data-l-id="opening"]')).toBeVisible()
  await isSaved(pro.page)
  const stored = await storedSlides(pro.context.request, deck)
  expect(stored).toContain('class="wide"')
  expect(stored).toContain('data-l-id="opening"')
})

test('a dialog’s shadow appears after 20 px of scrolling', async ({ newPerson }) => {
  const { page, ...person } = await newPerson({}, { viewport: { width: 1280, height: 420 } })
  await open({ page, ...person })
  await page.getByRole('button', { name: 'Advanced Slide Options' }).click()
  const body = options(page).locator('[class*="body"]').first()
  for (const [top, shadow] of [
    [19, false],
    [21, true],
    [0, false],
  ] as const) {
    await body.evaluate((element, to) => element.scrollTo(0, to), top)
    if (shadow) await expect(body).toHaveAttribute('data-scrolled')
    else await expect(body).not.toHaveAttribute('data-scrolled')
  }
})
