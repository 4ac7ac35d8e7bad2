import { makeDeck } from './support/decks.ts'
import { expect, test } from './support/journey.ts'
import { slideOf } from './support/stage.ts'

const COUNT = 100

test('a hundred slides clicked through at speed: the audience and the speaker end where the presenter does', async ({
  newPerson,
  newVisitor,
}) => {
  const { page: presenter, context } = await newPerson()
  const titles = Array.from({ length: COUNT }, (_, index) => `Number ${index + 1}.`)
  const deck = await makeDeck(context.request, 'A hundred', titles)
  await presenter.goto(`${deck.path}/live`)
  await expect(slideOf(presenter)).toContainText('Number 1.')
  const [audience, speaker] = [await newVisitor(), await context.newPage()]
  await Promise.all([audience.goto(`${deck.path}/live`), speaker.goto(`${deck.path}/speaker`)])
  for (const page of [audience, speaker]) await expect(slideOf(page)).toContainText('Number 1.')
  await presenter.getByRole('button', { name: 'Start presentation' }).click()
  for (let slide = 1; slide < COUNT; slide += 1) await presenter.keyboard.press('ArrowRight')
  for (const page of [presenter, audience, speaker]) await expect(slideOf(page)).toContainText(`Number ${COUNT}.`)
  await expect(speaker.locator('[data-place]')).toHaveText(`${COUNT} / ${COUNT}`)
  await expect(audience.locator('[data-roaming]')).toBeHidden()
})
