import { makeDeck, storedSlides } from './support/decks.ts'
import { isSaved, openEditor, retype } from './support/editing.ts'
import { refuse } from './support/hold.ts'
import { journalSize } from './support/journal.ts'
import { expect, test } from './support/journey.ts'
import { signUp } from './support/person.ts'

test('leaving the editor right after a word asks nothing, and the word is saved', async ({ page, context }) => {
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

test.describe('without a socket', () => {
  test.use({ sockets: false })

  test('a reload returns to the slide it left, with the unsaved work, and asks nothing', async ({
    page,
    context,
    complaints,
  }) => {
    complaints.expect(/ERR_FAILED/)
    await signUp(context.request)
    const deck = await makeDeck(context.request, 'Returns', ['One', 'Two', 'Three'])
    // The browser's own dialog for unsaved work.
    page.on('dialog', (dialog) => dialog.accept())
    const editor = await openEditor(page, `${deck.path}/edit`)
    await page.getByRole('button', { name: 'Slide 3' }).click()
    await expect(page).toHaveURL(/\/edit#\/2$/)
    // Nothing reaches the server until the page is reloaded.
    const admit = await refuse(page, '**/api/v1/decks/*.json')
    await retype(editor, editor.blocks().first(), 'Three and more')
    // The browser's dialog is accepted at once, faster than by any hand.
    await expect.poll(() => journalSize(page)).toBe(1)
    await page.reload()
    admit()
    await editor.isOpen()
    // It stays while the pointer is over it.
    const said = page.getByText('Your unsaved changes are back')
    await said.hover()
    await editor.expectBlock(editor.blocks().first(), { text: 'Three and more' })
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Slide 3' })).toHaveAttribute('aria-current', 'true')
    await expect(said).toBeVisible()
    await isSaved(page)
    expect(await storedSlides(context.request, deck)).toContain('Three and more')
    await test.step('and Undo beside it can be read, and removes the work again', async () => {
      const colors = await page
        .locator('[data-kind]')
        .filter({ has: said })
        .evaluate((toast) => [toast, ...toast.querySelectorAll('button')].map((part) => getComputedStyle(part).color))
      expect(new Set(colors).size).toBe(1)
      await page.getByRole('button', { name: 'Undo' }).last().click()
      await editor.expectBlock(editor.blocks().first(), { text: 'Three' })
      await isSaved(page)
      expect(await storedSlides(context.request, deck)).not.toContain('Three and more')
    })
    await test.step('feedback is written beside the editor, about this deck', async () => {
      const opened = context.waitForEvent('page')
      await page.getByRole('button', { name: 'More for this deck' }).click()
      await page.getByRole('menuitem', { name: 'Contact us' }).click()
      const form = await opened
      await expect(form.getByText('About the deck “Returns”')).toBeVisible()
      const sent = form.waitForRequest('**/api/v1/contact.json')
      await form.getByLabel('E-mail').fill('reader@example.org')
      await form.getByRole('textbox', { name: 'Message' }).fill('It comes back')
      await form.getByRole('button', { name: 'Send' }).click()
      expect((await sent).postDataJSON().contact).toMatchObject({ deck_id: deck.id, deck_title: 'Returns' })
      await expect(form.getByText('Thank you. Your message is on its way')).toBeVisible()
    })
  })

  test('a value that is being typed is in the journal when the page ends without a question, as on phones', async ({
    page,
    context,
    complaints,
  }) => {
    complaints.expect(/ERR_FAILED/)
    await signUp(context.request)
    const deck = await makeDeck(context.request, 'Half typed', ['One'])
    await openEditor(page, `${deck.path}/edit`)
    await refuse(page, '**/api/v1/decks/*.json')
    await page.getByRole('tab', { name: 'Deck', exact: true }).click()
    await page.getByLabel('Title', { exact: true }).fill('Half typed, and more')
    expect(await journalSize(page)).toBe(0)
    await page.evaluate(() => void window.dispatchEvent(new PageTransitionEvent('pagehide')))
    await expect.poll(() => journalSize(page)).toBe(1)
  })
})
