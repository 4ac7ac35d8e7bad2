import { makeDeck, slideId } from './support/decks.ts'
import { isSaved, openEditor, retype } from './support/editing.ts'
import { hold } from './support/hold.ts'
import { expect, test } from './support/journey.ts'

const editing = /\/assets\/block-editing-[^/]*\.js$/
const tableSlide = `<section data-id="${slideId(1)}"><div class="block" data-block-type="table" data-block-id="${'1'.padStart(16, '0')}" style="left: 80px; top: 200px; width: 800px; height: auto;"><table style="border-width: 1px; padding: 8px;"><tbody><tr><td>Ebb</td><td>Flood</td></tr><tr><td>Neap</td><td>Spring</td></tr></tbody></table></div></section>`
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

test('what is typed while the editing of a block is loaded goes into the block', async ({ newPerson }) => {
  const { page, context } = await newPerson()
  const deck = await makeDeck(context.request, 'Tides', [tableSlide])
  const letGo = await hold(page, editing)
  const editor = await openEditor(page, `${deck.path}/edit`)
  const flood = { x: 700, y: 215 }
  await editor.doubleClick(flood)
  await page.keyboard.type(' tix')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('de')
  letGo()
  await editor.expectTyping(true)
  await expect(editor.slide.getByRole('row')).toHaveText(['EbbFlood tide', 'NeapSpring'])
  await page.keyboard.type('s')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Low')
  await expect(editor.slide.getByRole('row')).toHaveText(['EbbFlood tides', 'LowSpring'])
})

test('a part that cannot be loaded says so, and the rest of the editor goes on', async ({ newPerson, complaints }) => {
  complaints.expect(/ERR_FAILED|Failed to fetch dynamically imported module/)
  const { page, context } = await newPerson()
  const deck = await makeDeck(context.request, 'Tides', ['Ebb', tableSlide])
  for (const part of ['deferred-overlays', 'paste-content', 'sanitize', 'block-panel', 'block-editing'])
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
  await test.step('a block whose editing is missing stays selected', async () => {
    await editor.layer.focus()
    await editor.press('PageDown')
    await editor.expectBlocks(1, 'table')
    await editor.doubleClick({ x: 700, y: 215 })
    await expect(async () => {
      await editor.press('Delete')
      await expect(editor.blocks()).toHaveCount(0, { timeout: 1_000 })
    }).toPass()
  })
})
