import type { EditorDriver } from '../src/testing/editor-driver.ts'
import { onBlankSlide } from './support/blank-slide.ts'
import { makeDeck } from './support/decks.ts'
import { openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { showSavedDeck } from './support/shown-deck.ts'

let editor: EditorDriver
onBlankSlide((opened) => {
  editor = opened
})

test('a page is embedded from its address or its embed code; what can not be is said, and others see it', async ({
  page,
  context,
}) => {
  await context.route('https://pages.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>There</title><p>The page</p>' }),
  )
  const bar = page.getByRole('toolbar', { name: 'Add', exact: true })
  const own = bar.getByRole('button', { name: 'Add iframe', exact: true })
  if (await own.isVisible()) await own.click()
  else {
    await bar.getByRole('button', { name: 'More to add' }).click()
    await page.getByRole('menuitem', { name: 'Iframe' }).click()
  }
  const field = page.getByLabel('Address of a page, or its embed code')
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('maxlength', '2000')
  await test.step('only https', async () => {
    await field.fill('http://pages.example/')
    await editor.press('Enter')
    await expect(page.getByText('The address must begin with https')).toBeVisible()
  })
  await test.step('embed code is reduced to its address', async () => {
    await field.fill('<iframe src="https://pages.example/film" width="3"></iframe>')
    await editor.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByLabel('Address', { exact: true })).toHaveValue('https://pages.example/film')
    await expect(editor.blocks('iframe')).toContainText('pages.example')
    await expect(editor.blocks('iframe').locator('iframe')).toHaveCount(0)
  })
  await test.step('the address is changed later, and the page can be opened by itself', async () => {
    await editor.press('Enter')
    await expect(field).toHaveValue('https://pages.example/film')
    await expect(page.getByRole('link', { name: 'Open', exact: true })).toHaveAttribute('href', /example\/film$/)
    await editor.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('others see the page', async () => {
    const slide = await showSavedDeck(page)
    await expect(slide.locator('iframe')).toHaveAttribute('src', 'https://pages.example/film')
  })
})

test('markup from elsewhere stands as it came, is told by a sign, and its HTML can be changed', async ({
  page,
  context,
}) => {
  const wrapper = 'class="block" data-block-type="snippet" data-block-id="00000000000000a9"'
  const slide = `<section data-id="00000000000000000000000000000042"><div ${wrapper} style="left: 100px; top: 100px; width: 400px; height: 100px;"><figure><figcaption>By hand</figcaption></figure></div></section>`
  const deck = await makeDeck(context.request, 'Markup from elsewhere', [slide])
  editor = await openEditor(page, `${deck.path}/edit`)
  const block = editor.blocks('snippet')
  await expect(block).toHaveText('By hand')
  await editor.click({ x: 200, y: 150 })
  await editor.expectSelected(1)
  await expect(editor.layer.getByText('HTML', { exact: true })).toBeVisible()
  await editor.drag({ x: 200, y: 150 }, { x: 300, y: 350 })
  await editor.expectBlock(block, { x: 200, y: 300, width: 400 }, 12)
  await editor.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit HTML of the block' })
  const text = dialog.getByRole('textbox')
  await text.click()
  await editor.press('ControlOrMeta+A')
  // Typed over colored words, the browser itself would try to keep their style, which the page's policy refuses.
  await editor.press('Delete')
  await page.keyboard.insertText('<p>Changed <script>alert(1)</script></p>')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(block).toHaveText('Changed')
  await expect(page.getByText("Some markup can't be kept and was taken out")).toBeVisible()
  await editor.press('ControlOrMeta+Z')
  await expect(block).toHaveText('By hand')
  await editor.press('Delete')
  await editor.expectBlocks(0)
})
