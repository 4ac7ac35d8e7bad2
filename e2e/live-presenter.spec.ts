import { makeDeck, slideId } from './support/decks.ts'
import { hold, willIntercept } from './support/hold.ts'
import { expect, test } from './support/journey.ts'
import { callAs } from './support/person.ts'
import { slideOf, talkSlide } from './support/stage.ts'

const talk = [talkSlide(1, 'Opening'), talkSlide(2, 'Wax'), talkSlide(3, 'Winter'), talkSlide(4, 'Thanks')]

test('a presenter’s options apply to everyone and are saved; a deck saved meanwhile does not change during the talk', async ({
  newPerson,
  newVisitor,
  complaints,
}) => {
  // Several browsers at once are slow on a busy machine.
  test.slow()
  complaints.expect(/ERR_FAILED/)
  const { page: presenter, context } = await newPerson()
  const notes = { [slideId(1)]: 'They hum', [slideId(2)]: 'It is warm' }
  const deck = await makeDeck(context.request, 'The heat of bees', talk, { notes, share_notes: true })
  await presenter.goto(`${deck.path}/live`)
  const audience = await newVisitor()
  await audience.goto(`${deck.path}/live`)
  const shownNotes = audience.locator('[data-notes]')
  await expect(shownNotes).toContainText('They hum')
  const deckOf = (page: typeof presenter) => page.frameLocator('iframe').first()
  const controls = deckOf(presenter).locator('.controls .navigate-right')
  /** The slide's scale relative to its own 960 px. */
  const scale = async () => ((await slideOf(presenter).boundingBox())?.width ?? 0) / 960
  const choose = async (label: string) => {
    const saved = presenter.waitForRequest((request) => request.method() === 'PUT')
    await presenter.getByRole('switch', { name: label }).check()
    return (await saved).postDataJSON()
  }

  await test.step('arrows, notes and upsizing are switched off, one setting saved at a time', async () => {
    await presenter.setViewportSize({ width: 1900, height: 1200 })
    await expect(controls).toBeVisible()
    await expect.poll(scale).toBeGreaterThan(1.2)
    expect(await choose('Hide controls')).toEqual({ user_settings: { present_controls: false } })
    await expect(controls).toBeHidden()
    await expect(deckOf(audience).locator('.controls .navigate-right')).toBeHidden()
    expect(await choose('Disable upsizing')).toEqual({ user_settings: { present_upsizing: false } })
    await expect.poll(scale).toBe(1)
    expect(await choose('Hide notes')).toEqual({ user_settings: { present_notes: false } })
    await expect(shownNotes).toBeHidden()
    const kept = async () => (await callAs(context.request, 'GET', '/api/v1/user_settings.json')).json()
    const all = { present_controls: false, present_notes: false, present_upsizing: false }
    await expect.poll(kept).toMatchObject(all)
  })

  await test.step('they are restored, and one that cannot be saved or is set before joining applies all the same', async () => {
    // The page is usable before it has joined, which may take long on a busy machine.
    const joins = Promise.withResolvers<void>()
    await presenter.routeWebSocket(/socket\.io/, async (socket) => {
      await joins.promise
      socket.connectToServer()
    })
    await willIntercept(presenter)
    await presenter.reload()
    for (const label of ['Hide controls', 'Hide notes', 'Disable upsizing']) {
      await expect(presenter.getByRole('switch', { name: label })).toBeChecked()
    }
    await expect(controls).toBeHidden()
    await presenter.route('**/api/v1/user_settings*', (route) => route.abort())
    await presenter.getByRole('switch', { name: 'Hide notes' }).uncheck()
    joins.resolve()
    await expect(shownNotes).toContainText('They hum')
    await expect(presenter.getByRole('switch', { name: 'Hide notes' })).not.toBeChecked()
    await expect(presenter.getByRole('alert')).toHaveCount(0)
  })

  await test.step('the panel’s code opens the live page, and Q shows it to everyone until Q, Escape or a step', async () => {
    await presenter.getByRole('button', { name: 'QR code and more ways to share' }).click()
    const dialog = presenter.getByRole('dialog')
    const live = new RegExp(`${deck.path}/live$`)
    await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(live)
    const drawCode = await hold(presenter, /\/qr-code-/)
    await dialog.getByRole('button', { name: 'QR code', exact: true }).click()
    const show = dialog.getByRole('button', { name: 'Show the QR code to everybody' })
    const place = await show.boundingBox()
    drawCode()
    await expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
    expect(await show.boundingBox(), 'nothing moves under the pointer when the code comes').toEqual(place)
    await show.click()
    const address = (page: typeof presenter) => page.getByRole('dialog', { name: 'Follow along at' })
    const words = `${deck.path}/live`
    for (const page of [presenter, audience]) {
      await expect(address(page)).toContainText(words)
      await expect(address(page).getByRole('img', { name: 'QR code of the link' })).toBeVisible()
    }
    const late = await newVisitor()
    await late.goto(`${deck.path}/live`)
    await expect(address(late)).toContainText(words)
    await late.keyboard.press('Escape')
    await expect(address(late)).toHaveCount(0)
    await expect(address(audience)).toBeVisible()
    await presenter.keyboard.press('Escape')
    for (const page of [presenter, audience]) await expect(address(page)).toHaveCount(0)
    await presenter.getByRole('switch', { name: 'Hide notes' }).focus()
    await presenter.keyboard.press('b')
    await presenter.keyboard.press('q')
    for (const page of [presenter, audience, late]) await expect(address(page)).toBeVisible()
    for (const page of [presenter, audience]) {
      for (const key of ['Tab', 'Tab', 'Shift+Tab', 'Shift+Tab']) {
        await page.keyboard.press(key)
        await expect(address(page).getByRole('button', { name: 'Close' })).toBeFocused()
      }
    }
    await presenter.keyboard.press('q')
    for (const page of [presenter, audience, late]) await expect(address(page)).toHaveCount(0)
    await expect(presenter.getByRole('switch', { name: 'Hide notes' })).toBeFocused()
    await expect(deckOf(audience).locator('.reveal.paused')).toBeVisible()
    await presenter.keyboard.press('b')
    await presenter.keyboard.press('q')
    await expect(address(audience)).toBeVisible()
    await presenter.keyboard.press('ArrowRight')
    for (const page of [presenter, audience, late]) {
      await expect(slideOf(page)).toContainText('Wax')
      await expect(address(page)).toHaveCount(0)
    }
    await presenter.keyboard.press('Home')
    await late.close()
  })

  await test.step('the presentation starts full-screen, where a question mark shows nothing', async () => {
    await presenter.getByRole('switch', { name: 'Fullscreen' }).check()
    await presenter.getByRole('button', { name: 'Start presentation' }).click()
    await expect
      .poll(() => presenter.evaluate(() => document.fullscreenElement === document.documentElement))
      .toBe(true)
    await presenter.keyboard.press('ArrowRight')
    await presenter.keyboard.press('Shift+Slash')
    await presenter.keyboard.press('ArrowRight')
    for (const page of [presenter, audience]) await expect(slideOf(page)).toContainText('Winter')
    await expect(deckOf(presenter).locator('.r-overlay')).toHaveCount(0)
  })

  await test.step('after a save everyone continues with the slides they have, and a late joiner is on the same one', async () => {
    const data = [talkSlide(9, 'New'), talkSlide(1, 'Opening'), talkSlide(3, 'Deep winter')].join('\n')
    const saved = await callAs(context.request, 'PUT', `/api/v1/decks/${deck.id}.json`, { deck: { version: 1, data } })
    expect(saved.status(), await saved.text()).toBe(200)
    await presenter.keyboard.press('ArrowLeft')
    for (const page of [presenter, audience]) await expect(slideOf(page)).toContainText('Wax')
    await presenter.keyboard.press('ArrowLeft')
    const late = await newVisitor()
    await late.goto(`${deck.path}/live`)
    for (const page of [presenter, audience, late]) await expect(slideOf(page)).toContainText('Opening')
    await presenter.keyboard.press('End')
    for (const page of [presenter, audience]) await expect(slideOf(page)).toContainText('Thanks')
    await expect(slideOf(late)).toContainText('Deep winter')
  })

  await test.step('the presenter’s page loads the new slides for everyone, and never ends on a deleted one', async () => {
    await presenter.reload()
    for (const page of [presenter, audience]) await expect(slideOf(page)).toContainText('Deep winter')
    await expect(audience.locator('[data-announcer]')).toHaveText('Slide 3 of 3')
    await presenter.keyboard.press('ArrowLeft')
    for (const page of [presenter, audience]) await expect(slideOf(page)).toContainText('Opening')
  })

  await test.step('a second window takes over, the first one says so and can take over again, and no step is lost', async () => {
    const later = await context.newPage()
    await later.goto(`${deck.path}/live`)
    const notice = (page: typeof presenter) => page.getByText('This deck is presented from another window')
    await expect(notice(presenter)).toBeVisible()
    await expect(notice(later)).toHaveCount(0)
    await presenter.keyboard.press('ArrowRight')
    for (const page of [presenter, later, audience]) await expect(slideOf(page)).toContainText('Deep winter')
    const kept = async () => (await callAs(context.request, 'GET', `/api/v1/decks/${deck.id}/stream.json`)).json()
    await expect.poll(async () => JSON.parse((await kept()).state).indexh).toBe(2)
    await presenter.getByRole('button', { name: 'Present here' }).click()
    await expect(notice(later)).toBeVisible()
    await expect(notice(presenter)).toHaveCount(0)
    await later.close()
  })
})
