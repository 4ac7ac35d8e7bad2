import { makeDeck, storedSlides } from './support/decks.ts'
import { openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { signUp } from './support/person.ts'

test('who leaves the editor right after a word is asked nothing, and the word is on the server', async ({
  page,
  context,
}) => {
  await signUp(context.request)
  const deck = await makeDeck(context.request, 'Goodbyes', ['One'])
  const editor = await openEditor(page, `${deck.path}/edit`)
  await editor.doubleClick({ x: 480, y: 260 })
  await editor.expectTyping(true)
  await editor.press('ControlOrMeta+End')
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    return dialog.accept()
  })
  await editor.type(' and all')
  await page.getByRole('link', { name: 'Leave the editor' }).click()
  await expect(page.getByRole('link', { name: 'Goodbyes' })).toBeVisible()
  expect(await storedSlides(context.request, deck)).toContain('One and all')
  expect(asked).toEqual([])
})
