import { makeDeck, storedSlides, textSlide } from './support/decks.ts'
import { isSaved, openEditor, retype, saveStatus } from './support/editing.ts'
import { expect, test } from './support/journey.ts'

test('two devices of one user: a change is on the other screen at once, and both type into one text without a question', async ({
  newPerson,
  openBrowser,
}) => {
  const person = await newPerson()
  const deck = await makeDeck(person.context.request, 'Tides', [textSlide(1, 'Ebb')])
  const other = await openBrowser({ storageState: await person.context.storageState() })
  const [one, two] = [
    await openEditor(person.page, `${deck.path}/edit`),
    await openEditor(await other.newPage(), `${deck.path}/edit`),
  ]
  await test.step('both are connected: the first change arrives', async () => {
    await retype(one, one.blocks().first(), 'High water')
    await isSaved(one.page)
    await two.expectBlock(two.blocks().first(), { text: 'High water' })
    await isSaved(two.page)
  })
  await test.step('both type into the same text at the same time', async () => {
    for (const editor of [one, two]) {
      await editor.doubleClick({ x: 480, y: 220 })
      await editor.expectTyping(true)
    }
    await one.page.keyboard.press('ControlOrMeta+Home')
    await two.page.keyboard.press('ControlOrMeta+End')
    await Promise.all([
      one.page.keyboard.type('At noon: ', { delay: 60 }),
      two.page.keyboard.type(' at the harbor', { delay: 60 }),
    ])
    for (const editor of [one, two]) {
      await editor.expectBlock(editor.blocks().first(), { text: 'At noon: High water at the harbor' })
      await expect(saveStatus(editor.page)).toHaveText('Saved')
      await expect(editor.page.getByRole('dialog')).toHaveCount(0)
    }
    expect(await storedSlides(person.context.request, deck)).toContain('At noon: High water at the harbor')
  })
})
