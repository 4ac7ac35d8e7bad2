import { makeDeck } from './support/decks.ts'
import { isSaved, openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'

test('an icon is searched by a synonym, inserted in the color of the text, and shown', async ({
  newPerson,
  complaints,
}) => {
  complaints.expect(/Blocked script execution in '.*\/canvas'/)
  const { page, context } = await newPerson()
  const deck = await makeDeck(context.request, 'Icons', ['One'])
  const editor = await openEditor(page, `${deck.path}/edit`)
  const dialog = page.getByRole('dialog', { name: 'Insert icon' })
  const search = dialog.getByRole('searchbox', { name: 'Search icons' })
  const drawing = editor.slide.locator('.block[data-block-type="image"] svg')

  await test.step('by mouse', async () => {
    await page.getByRole('button', { name: 'More for this deck' }).click()
    await page.getByRole('menuitem', { name: 'Insert icon' }).click()
    await expect(search).toBeFocused()
    await expect(dialog.getByText(/^19\d\d icons$/)).toBeVisible()
    await search.fill('love')
    await dialog.getByRole('button', { name: 'heart', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(drawing).toHaveCount(1)
  })

  await test.step('by keyboard', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('insert icon')
    await page.keyboard.press('Enter')
    await expect(search).toBeFocused()
    await page.keyboard.type('no such thing')
    await expect(dialog.getByText('No icon is called “no such thing”')).toBeVisible()
    await search.fill('arrow')
    await expect(dialog.getByRole('button', { name: 'arrow up', exact: true })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowUp')
    await expect(search).toBeFocused()
    await search.fill('arrow up')
    await expect(dialog.getByRole('button').nth(1)).toHaveText('arrow up')
    await page.keyboard.press('Enter')
    await expect(drawing).toHaveCount(2)
    await isSaved(page)
  })

  await page.goto(deck.path)
  await expect(page.frameLocator('#deck-frame').locator('.block svg [stroke="currentColor"]')).toHaveCount(2)
})
