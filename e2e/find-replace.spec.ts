import { makeDeck, storedSlides, textSlide } from './support/decks.ts'
import { isSaved, openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { expectOutline, listedSlide } from './support/slide-list.ts'

test('text is found in the whole deck, shown in place, and replaced in one undo step', async ({
  newPerson,
  complaints,
}) => {
  // Playwright's script is blocked where scripts are disabled.
  complaints.expect(/Blocked script execution in '.*\/canvas'/)
  const { page, context } = await newPerson()
  const slides = [
    textSlide(1, 'The <strong>Su</strong>n rises'),
    textSlide(2, 'Nothing here'),
    textSlide(3, 'sunny Sun'),
  ]
  const deck = await makeDeck(context.request, 'Find', slides)
  const editor = await openEditor(page, `${deck.path}/edit`)
  const bar = page.getByRole('search', { name: 'Find in the deck' })
  const count = bar.getByRole('status')
  const marked = () =>
    editor.slide.locator('body').evaluate((body) => {
      const { highlights } = (body.ownerDocument.defaultView as Window & typeof globalThis).CSS
      return [highlights.get('find')?.size ?? 0, highlights.get('find-current')?.size ?? 0]
    })

  await listedSlide(page, '2').click()
  await page.getByRole('textbox', { name: 'Speaker notes' }).fill('Wait for the sun')
  await listedSlide(page, '1').click()
  await expectOutline(page, ['1 The Sun rises', '2 Nothing here', '3 sunny Sun'])

  await test.step('Ctrl+F finds across inline formatting, in the notes too', async () => {
    await editor.layer.focus()
    await page.keyboard.press('ControlOrMeta+F')
    await expect(bar.getByLabel('Find', { exact: true })).toBeFocused()
    await page.keyboard.type('sun')
    await expect(count).toHaveText('1 of 4')
    await expect.poll(marked).toEqual([1, 1])
    await editor.expectSelected(1)
  })
  await test.step('Enter moves on, Shift+Enter back, and wraps around', async () => {
    await page.keyboard.press('Enter')
    await expect(count).toHaveText('2 of 4')
    await expect(listedSlide(page, '2')).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press('Enter')
    await expect(count).toHaveText('3 of 4')
    await expect.poll(marked).toEqual([2, 1])
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(count).toHaveText('1 of 4')
    await page.keyboard.press('Shift+Enter')
    await expect(count).toHaveText('4 of 4')
  })
  await test.step('case and whole words', async () => {
    await bar.getByRole('button', { name: 'Match case' }).click()
    await bar.getByLabel('Find', { exact: true }).fill('Sun')
    await expect(count).toHaveText(/of 2$/)
    await bar.getByRole('button', { name: 'Match case' }).click()
    await bar.getByRole('button', { name: 'Whole words' }).click()
    await expect(count).toHaveText(/of 3$/)
    await bar.getByRole('button', { name: 'Whole words' }).click()
    await bar.getByLabel('Find', { exact: true }).fill('moonshine')
    await expect(count).toHaveText('Nothing found')
  })
  await test.step('one is replaced, its formatting stays, and the next is shown', async () => {
    await bar.getByLabel('Find', { exact: true }).fill('sun')
    await page.keyboard.press('ControlOrMeta+H')
    await listedSlide(page, '1').click()
    await bar.getByLabel('Find', { exact: true }).fill('Sun')
    await expect(count).toHaveText('1 of 4')
    await bar.getByLabel('Replace with').fill('Moon')
    await bar.getByRole('button', { name: 'Replace', exact: true }).click()
    await expectOutline(page, ['1 The Moon rises', '2 Nothing here', '3 sunny Sun'])
    await expect(count).toHaveText('1 of 3')
    await expect(listedSlide(page, '2')).toHaveAttribute('aria-current', 'true')
  })
  await test.step('all are replaced, and undone together', async () => {
    await bar.getByRole('button', { name: 'All', exact: true }).click()
    await expect(page.getByText('3 replaced')).toBeVisible()
    await expectOutline(page, ['1 The Moon rises', '2 Nothing here', '3 Moonny Moon'])
    await isSaved(page)
    expect(await storedSlides(context.request, deck)).toContain('<strong>Moon</strong> rises')
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await expectOutline(page, ['1 The Moon rises', '2 Nothing here', '3 sunny Sun'])
  })
  await test.step('Escape closes it, and the slide has the focus again', async () => {
    await bar.getByLabel('Find', { exact: true }).press('Escape')
    await expect(bar).toHaveCount(0)
    await expect(editor.layer).toBeFocused()
    await expect.poll(marked).toEqual([0, 0])
  })
  await isSaved(page)
})
