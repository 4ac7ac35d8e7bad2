import { makeDeck } from './support/decks.ts'
import { expect, test } from './support/journey.ts'
import { slideOf } from './support/stage.ts'

const COUNT = 100

test('a hundred quick slide changes: the audience and the speaker end where the presenter does', async ({
  newPerson,
  newVisitor,
}) => {
  // Several browsers at once are slow on a busy machine.
  test.slow()
  const { page: presenter, context } = await newPerson()
  const titles = Array.from({ length: COUNT }, (_, index) => `Number ${index + 1}.`)
  const deck = await makeDeck(context.request, 'A hundred', titles)
  await presenter.goto(`${deck.path}/live`)
  await expect(slideOf(presenter)).toContainText('Number 1.')
  const [audience, speaker] = [await newVisitor(), await context.newPage()]
  await Promise.all([audience.goto(`${deck.path}/live`), speaker.goto(`${deck.path}/speaker`)])
  for (const page of [audience, speaker]) await expect(slideOf(page)).toContainText('Number 1.')
  await presenter.getByRole('button', { name: 'Start presentation' }).click()
  // Keys as fast as a browser handles them: WebDriver would wait for each to be drawn.
  await presenter
    .frameLocator('iframe')
    .locator('body')
    .evaluate(async (body, presses) => {
      for (let press = 0; press < presses; press += 1) {
        body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', keyCode: 39, bubbles: true }))
        await new Promise((resolve) => setTimeout(resolve))
      }
    }, COUNT - 1)
  for (const page of [presenter, audience, speaker]) await expect(slideOf(page)).toContainText(`Number ${COUNT}.`)
  await expect(speaker.locator('[data-place]')).toHaveText(`${COUNT} / ${COUNT}`)
  await expect(audience.locator('[data-roaming]')).toBeHidden()
})
