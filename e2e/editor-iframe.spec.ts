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

test('a page is embedded by URL or embed code; errors are explained, and others see it', async ({ page, context }) => {
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
  const field = page.getByLabel('Iframe URL, or embed code')
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('maxlength', '2000')
  await test.step('only https', async () => {
    await field.fill('http://pages.example/')
    await editor.press('Enter')
    await expect(page.getByText('The address must begin with https')).toBeVisible()
  })
  await test.step('embed code is reduced to its URL', async () => {
    await field.fill('<iframe src="https://pages.example/film" width="3"></iframe>')
    await editor.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByLabel('Iframe URL', { exact: true })).toHaveValue('https://pages.example/film')
    await expect(editor.blocks('iframe')).toContainText('pages.example')
    await expect(editor.blocks('iframe').locator('iframe')).toHaveCount(0)
  })
  await test.step('the URL is changed later, and the page can be opened separately', async () => {
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

test('foreign markup is unchanged, has a badge, and its HTML can be edited', async ({ page, context }) => {
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
  // When typing over colored text, browsers would keep its inline style, which the CSP refuses.
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
