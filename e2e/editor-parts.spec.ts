import { makeDeck } from './support/decks.ts'
import { isSaved, openEditor, retype } from './support/editing.ts'
import { hold } from './support/hold.ts'
import { expect, test } from './support/journey.ts'

const later = /\/assets\/deferred-overlays-[^/]*\.js$/

test('what is typed while the palette or the search is loaded goes into its field, and not to the slide', async ({
  newPerson,
}) => {
  const { page, context } = await newPerson()
  const deck = await makeDeck(context.request, 'Tides', ['Ebb'])
  const letGo = await hold(page, later)
  const editor = await openEditor(page, `${deck.path}/edit`)
  await editor.press('ControlOrMeta+k')
  await page.keyboard.type('duplx')
  await page.keyboard.press('Backspace')
  letGo()
  const palette = page.getByRole('combobox', { name: 'Search actions and slides' })
  await expect(palette).toHaveValue('dupl')
  await expect(page.getByRole('option', { name: /^Duplicate slide/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await editor.expectBlocks(1)
})

test('a part that cannot be loaded says so, and the rest of the editor goes on', async ({ newPerson, complaints }) => {
  complaints.expect(/ERR_FAILED|Failed to fetch dynamically imported module/)
  const { page, context } = await newPerson()
  const deck = await makeDeck(context.request, 'Tides', ['Ebb'])
  for (const part of ['deferred-overlays', 'paste-content', 'sanitize', 'block-panel'])
    await page.route(new RegExp(`/assets/${part}-[^/]*\\.js$`), (route) => route.abort())
  const editor = await openEditor(page, `${deck.path}/edit`)
  const failure = page.getByText('This could not be loaded. Save, reload the page and try again.')
  await editor.press('ControlOrMeta+k')
  await expect(page.getByRole('region', { name: 'Notifications' }).filter({ has: failure })).toBeVisible()
  await retype(editor, editor.blocks().first(), 'Flow')
  await isSaved(page)
  await editor.press('Escape')
  await editor.press('Tab')
  await editor.expectSelected(1)
  await expect(page.getByRole('complementary', { name: 'Properties' }).filter({ has: failure })).toBeVisible()
  await page.getByRole('tab', { name: 'Slide' }).click()
  await expect(page.getByRole('textbox', { name: 'Speaker notes' })).toBeVisible()
})
