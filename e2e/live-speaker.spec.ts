import { makeDeck, slideId } from './support/decks.ts'
import { hold } from './support/hold.ts'
import { expect, test } from './support/journey.ts'
import { callAs } from './support/person.ts'
import { networkOf, phone, slideOf, talkSlide } from './support/stage.ts'

const talk = [
  talkSlide(1, 'Opening'),
  talkSlide(2, 'Wax', ['It is warm']),
  talkSlide(3, 'Winter'),
  talkSlide(4, 'Thanks'),
]
const notes = { [slideId(1)]: 'Wait for the doors', [slideId(3)]: 'Slowly now' }

test('the speaker view has time and notes, a saved layout, and stays in sync with the other window when offline', async ({
  newPerson,
  complaints,
}) => {
  // Several browsers at once are slow on a busy machine.
  test.slow()
  const { page: presenter, context } = await newPerson()
  const deck = await makeDeck(context.request, 'The heat of bees', talk, { notes })
  const network = await networkOf(context, complaints)
  await presenter.goto(`${deck.path}/live`)
  await expect(slideOf(presenter)).toContainText('Opening')
  const speaker = await context.newPage()
  await speaker.clock.install()
  await speaker.goto(`${deck.path}/speaker`)
  const current = speaker.locator('[data-current]')
  const upcoming = speaker.locator('[data-upcoming]')
  const currentSlide = current.frameLocator('iframe').locator('.slides section.present')
  const upcomingSlide = upcoming.frameLocator('iframe').locator('.slides section.present')
  await expect(currentSlide).toContainText('Opening')
  await expect(upcomingSlide).toContainText('Wax')
  await expect(upcoming.getByText('2 · Wax', { exact: true })).toBeVisible()
  await expect(speaker.getByText('Wait for the doors')).toBeVisible()
  await expect(speaker.locator('[data-place]')).toHaveText('1 / 4')
  await expect(speaker.locator('[data-touch-controls]')).toHaveCount(0)

  await test.step('the timer counts, follows a plan, and restarts on a click', async () => {
    const timer = speaker.locator('[data-timer]')
    await speaker.clock.fastForward('10:30')
    await expect(timer).toHaveText(/^1\d:\d\d$/)
    await speaker.getByLabel('Planned minutes').fill('20')
    await expect(speaker.locator('[data-pace]')).toHaveText(/behind$/)
    await timer.click()
    await expect(timer).toHaveText(/^00:0\d$/)
    await expect(speaker.locator('[data-pace]')).toHaveText('On time')
    await speaker.getByRole('button', { name: 'Stop the timer', exact: true }).click()
    await expect(speaker.getByRole('button', { name: 'Start the timer', exact: true })).toBeVisible()
  })

  await test.step('a layout is saved separately, and restored', async () => {
    for (const [label, value] of [
      ['Wide', 'wide'],
      ['Notes only', 'notes-only'],
      ['Tall', 'tall'],
    ] as const) {
      const saved = speaker.waitForRequest((request) => request.method() === 'PUT')
      await speaker.getByRole('radio', { name: label }).check({ force: true })
      expect((await saved).postDataJSON()).toEqual({ user_settings: { speaker_layout: value } })
      await expect(current).toBeVisible({ visible: value !== 'notes-only' })
    }
    const kept = async () =>
      (await (await callAs(context.request, 'GET', '/api/v1/user_settings.json')).json()).speaker_layout
    await expect.poll(kept).toBe('tall')
    await speaker.reload()
    await expect(speaker.getByRole('radio', { name: 'Tall' })).toBeChecked()
    await expect(currentSlide).toContainText('Opening')
  })

  const dark = presenter.frameLocator('iframe').locator('.reveal.paused')
  await test.step('B pauses and resumes, wherever the focus is', async () => {
    await speaker.keyboard.press('b')
    await expect(speaker.getByText('Paused. Press the B key to resume')).toBeVisible()
    await expect(dark).toBeVisible()
    await speaker.getByRole('radio', { name: 'Notes only' }).check({ force: true })
    await expect(speaker.getByText('Paused. Press the B key to resume')).toBeVisible()
    await speaker.getByRole('radio', { name: 'Tall' }).check({ force: true })
    await expect(current.locator('iframe')).toBeFocused()
    await speaker.keyboard.press('ArrowRight')
    await speaker.keyboard.press('b')
    await expect(speaker.locator('[data-paused]')).toHaveCount(0)
    await expect(dark).toHaveCount(0)
    await expect(currentSlide).toContainText('Opening')
  })

  await test.step('by mouse, Go to slide is typed into and closes, and Notes only keeps the focus for the slides', async () => {
    const goTo = speaker.getByRole('button', { name: 'Go to slide' })
    const search = speaker.getByRole('combobox', { name: 'Go to slide' })
    await goTo.click()
    await speaker.keyboard.type('wint')
    await expect(search).toHaveValue('wint')
    await search.click()
    await expect(search).toBeFocused()
    await speaker.keyboard.press('Escape')
    await expect(search).toHaveCount(0)
    await goTo.click()
    await speaker.keyboard.type('winter')
    await speaker.getByRole('option').click()
    await expect(slideOf(presenter)).toContainText('Winter')
    await speaker.locator('label', { has: speaker.getByRole('radio', { name: 'Notes only' }) }).click()
    const notesOnly = speaker.getByRole('radio', { name: 'Notes only' })
    await expect(notesOnly).not.toBeFocused()
    await speaker.keyboard.press('b')
    await expect(dark).toBeVisible()
    await speaker.keyboard.press('b')
    await expect(dark).toHaveCount(0)
    await speaker.keyboard.press('ArrowLeft')
    await speaker.keyboard.press('Home')
    await expect(slideOf(presenter)).toContainText('Opening')
    await expect(notesOnly).toBeChecked()
    await speaker.locator('label', { has: speaker.getByRole('radio', { name: 'Tall' }) }).click()
    await expect(current.locator('iframe')).toBeFocused()
  })

  await test.step('Q shows the URL on the screen and says so here; Escape hides it', async () => {
    const address = presenter.getByRole('dialog', { name: 'Follow along at' })
    await speaker.keyboard.press('q')
    await expect(address).toBeVisible()
    await expect(current.getByText('Your audience sees the QR code')).toBeVisible()
    await expect(speaker.getByRole('button', { name: 'Show the QR code to everybody' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await speaker.keyboard.press('Escape')
    await expect(address).toHaveCount(0)
    await expect(current.locator('iframe')).toBeFocused()
    await expect(current.frameLocator('iframe').locator('.reveal.overview')).toHaveCount(0)
    await speaker.getByRole('button', { name: 'Show the QR code to everybody' }).click()
    await expect(address).toBeVisible()
    await current.getByRole('button', { name: 'Hide the QR code' }).click()
    await expect(address).toHaveCount(0)
  })

  await test.step('offline the two windows stay in sync', async () => {
    await network.cut()
    await expect(speaker.locator('[data-connection="lost"]')).toBeVisible()
    await speaker.keyboard.press('ArrowRight')
    await expect(slideOf(presenter)).toContainText('Wax')
    await expect(upcomingSlide.getByText('It is warm')).toHaveClass(/visible/)
    await presenter.locator('iframe').focus()
    await presenter.keyboard.press('ArrowRight')
    await expect(currentSlide.getByText('It is warm')).toHaveClass(/visible/)
    await upcoming.getByRole('button', { name: 'Jump' }).click()
    await expect(slideOf(presenter)).toContainText('Winter')
    await expect(speaker.getByText('Slowly now')).toBeVisible()
    await speaker.keyboard.press('g')
    await speaker.getByRole('combobox', { name: 'Go to slide' }).fill('thank')
    await speaker.keyboard.press('Enter')
    await expect(slideOf(presenter)).toContainText('Thanks')
    await expect(upcoming.getByText('End of the deck')).toBeVisible()
  })

  await test.step('the speaker’s laser pointer is shown on the screen', async () => {
    await speaker.keyboard.press('r')
    await speaker.locator('[data-pointing]').hover()
    await expect(presenter.frameLocator('iframe').locator('.laser-pointer')).toBeVisible()
    await speaker.keyboard.press('w')
    await expect(presenter.frameLocator('iframe').locator('.reveal.white-screen.paused')).toBeVisible()
    await expect(presenter.frameLocator('iframe').locator('.laser-pointer')).toHaveCount(0)
  })
})

test('a step taken before the deck has started is not lost, by a click beside it or by a key in it', async ({
  newPerson,
  openBrowser,
}) => {
  const { page: presenter, context } = await newPerson()
  const deck = await makeDeck(context.request, 'Early birds', talk)
  const remote = await (await openBrowser({ ...phone, storageState: await context.storageState() })).newPage()
  const player = /\/a\/player-[^/]+\.js$/

  await test.step('on the phone', async () => {
    const letGo = await hold(remote, player)
    await remote.goto(`${deck.path}/speaker`)
    await expect(remote.locator('[data-place]')).toHaveText('1 / 4')
    await remote.getByRole('button', { name: 'Next', exact: true }).tap()
    letGo()
    await expect(slideOf(remote)).toContainText('Wax')
    await expect(remote.locator('[data-place]')).toHaveText('2 / 4')
  })

  await test.step('on the laptop, which moves everyone', async () => {
    const letGo = await hold(presenter, player)
    await presenter.goto(`${deck.path}/live`)
    await presenter.getByRole('button', { name: 'Start presentation' }).click()
    // The frame's document is still loading, so there is no slide to step from.
    await expect(presenter.frameLocator('iframe').first().getByText('Opening')).toBeVisible()
    await presenter.locator('iframe').first().focus()
    await presenter.keyboard.press('End')
    letGo()
    await expect(slideOf(presenter)).toContainText('Thanks')
    await expect(slideOf(remote)).toContainText('Thanks')
  })
})
