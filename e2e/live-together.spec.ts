import { makeDeck } from './support/decks.ts'
import { expect, test } from './support/journey.ts'
import { networkOf, phone, slideOf, talkSlide } from './support/stage.ts'

const talk = [
  talkSlide(1, 'Opening'),
  talkSlide(2, 'Why hives hum', ['First they warm up', 'Then they fly']),
  talkSlide(3, 'Wax'),
  talkSlide(4, 'Winter'),
  talkSlide(5, 'Thanks'),
]

test('a talk from laptop and phone: late, offline and detached followers end up with the presenter', async ({
  newPerson,
  newVisitor,
  openBrowser,
  complaints,
}) => {
  // Several browsers at once are slow on a busy machine.
  test.slow()
  const { page: presenter, context, username } = await newPerson()
  const deck = await makeDeck(context.request, 'The heat of bees', talk)
  const early = await newVisitor()
  const network = await networkOf(early.context(), complaints)
  const bubble = early.locator('[data-bubble]')

  await test.step('before the presentation starts, the audience sees a waiting message', async () => {
    await early.goto(`${deck.path}/live`)
    await expect(bubble).toContainText('Waiting for presenter')
    await expect(bubble).toContainText(/Retrying in \d+s/)
  })

  const ownNetwork = await networkOf(context, complaints)
  await presenter.goto(`${deck.path}/live`)
  await expect(presenter.locator('#live-link')).toHaveValue(new RegExp(`${deck.path}/live$`))
  await expect(bubble).toContainText('The heat of bees')
  await expect(bubble).toContainText(`By ${username}`)
  await presenter.getByRole('button', { name: 'Start presentation' }).click()
  await expect(presenter.locator('html')).toHaveClass(/presentation-started/)
  await expect(presenter.locator('[data-panel]')).toHaveCount(0)

  const remote = await (await openBrowser({ ...phone, storageState: await context.storageState() })).newPage()
  const next = remote.getByRole('button', { name: 'Next', exact: true })
  const point = (page: typeof early, words: string) => slideOf(page).getByText(words)
  await test.step('the phone moves everyone, step by step', async () => {
    await remote.goto(`${deck.path}/speaker`)
    await expect(slideOf(remote)).toContainText('Opening')
    await expect(remote.locator('[data-subscribers]')).toContainText('1')
    await next.tap()
    for (const page of [presenter, early]) await expect(slideOf(page)).toContainText('Why hives hum')
    await next.tap()
    for (const page of [presenter, early]) await expect(point(page, 'First they warm up')).toHaveClass(/visible/)
  })

  const late = await newVisitor()
  await test.step('a late joiner is at the same step', async () => {
    await late.goto(`${deck.path}/live`)
    await expect(slideOf(late)).toContainText('Why hives hum')
    await expect(point(late, 'First they warm up')).toHaveClass(/visible/)
    await expect(point(late, 'Then they fly')).not.toHaveClass(/visible/)
    await expect(remote.locator('[data-subscribers]')).toContainText('2')
  })

  await test.step('a detached follower is not moved, and returns with one click', async () => {
    await late.keyboard.press('End')
    await expect(slideOf(late)).toContainText('Thanks')
    await expect(late.getByText('The presenter is on slide 2')).toBeVisible()
  })

  await test.step('an offline follower is told, and is back at the presenter’s slide afterward', async () => {
    await network.cut()
    await expect(bubble).toContainText('Connection lost')
    await expect(bubble).toContainText('Attempting to reconnect')
    await presenter.keyboard.press('ArrowRight')
    await presenter.keyboard.press('ArrowRight')
    await expect(slideOf(presenter)).toContainText('Wax')
    await expect(slideOf(remote)).toContainText('Wax')
    await expect(late.getByText('The presenter is on slide 3')).toBeVisible()
    await expect(slideOf(late)).toContainText('Thanks')
    await expect(slideOf(early)).toContainText('Why hives hum')
    await network.mend()
    await expect(slideOf(early)).toContainText('Wax')
    await expect(bubble).toContainText('The heat of bees')
    await late.getByRole('button', { name: 'Back to the presenter' }).click()
    await expect(slideOf(late)).toContainText('Wax')
    await expect(late.locator('[data-roaming]')).toBeHidden()
  })

  await test.step('the presenter’s own screen has a small indicator while the server is down, and only then', async () => {
    const sign = presenter.locator('[data-offline]')
    await expect(sign).toHaveCount(0)
    await ownNetwork.cut()
    await expect(sign).toBeVisible()
    await expect(sign).toHaveText('Lost connection to server')
    await ownNetwork.mend()
    await expect(sign).toHaveCount(0)
  })

  await test.step('the panel appears at the left edge', async () => {
    const expander = presenter.locator('[data-expander]')
    await presenter.mouse.move(51, 300)
    await expect(expander).toHaveAttribute('data-shown', 'false')
    await presenter.mouse.move(49, 300)
    await expect(expander).toHaveAttribute('data-shown', 'true')
    await expander.click()
    await expect(presenter.locator('[data-panel]')).toBeVisible()
    await expect(presenter.locator('html')).not.toHaveClass(/presentation-started/)
  })
})
