import type { EditorDriver } from '../src/testing/editor-driver.ts'
import { onBlankSlide, writeText } from './support/blank-slide.ts'
import { expect, test } from './support/journey.ts'

let editor: EditorDriver
onBlankSlide((opened) => {
  editor = opened
})

test('a snippet is found by name, prompts for its values and is inserted as previewed', async ({ page }) => {
  const popup = page.getByRole('dialog', { name: 'Insert snippet' })
  const search = popup.getByRole('combobox', { name: 'Search snippets' })
  const open = async () => {
    await page.getByRole('button', { name: 'More for this deck' }).click()
    await page.getByRole('menuitem', { name: 'Insert snippet' }).click()
    await expect(search).toBeFocused()
  }
  const preview = popup.frameLocator('iframe').locator('.slides')
  await test.step('it is selected with the keyboard; typed values show at once, as text and never as markup', async () => {
    await open()
    await page.keyboard.type('quo')
    await expect(popup.getByRole('option')).toHaveText(['Quote'])
    await editor.press('Enter')
    const quote = popup.getByRole('textbox', { name: 'Quote' })
    await expect(quote).toBeFocused()
    await expect(quote).toHaveValue('Less, but better.')
    await quote.fill('Make it <b>so</b>')
    await expect(preview).toContainText('Make it <b>so</b>')
    await expect(preview).toContainText('Dieter Rams')
    await editor.press('Enter')
    await expect(popup).toBeHidden()
  })
  await test.step('it is one block and one step, centered, and the slide has the focus', async () => {
    await editor.expectBlocks(1, 'snippet')
    await editor.expectSelected(1)
    await expect(editor.blocks('snippet').locator('blockquote')).toHaveText('Make it <b>so</b>')
    await expect(page.getByRole('toolbar', { name: 'Add' }).getByRole('button', { name: /snippet/i })).toHaveCount(0)
    await editor.press('ControlOrMeta+Z')
    await editor.expectBlocks(0)
  })
  await test.step('a snippet for selected text wraps it, and does nothing without a selection', async () => {
    await open()
    await page.keyboard.type('highl')
    await expect(popup.getByRole('status').filter({ hasText: 'Select the words' })).toBeVisible()
    await editor.press('Escape')
    await expect(popup).toBeHidden()
    await writeText(editor, { x: 300, y: 300 }, 'one two three')
    await editor.press('ControlOrMeta+Shift+ArrowLeft')
    await open()
    await editor.press('ArrowUp')
    await expect(popup.getByRole('option', { selected: true })).toHaveText('Small print')
    await expect(preview).toContainText('three')
    await editor.press('Enter')
    await expect(popup).toBeHidden()
    await expect(editor.blocks('text').locator('small')).toHaveText('three')
    await editor.type('!')
    await editor.expectBlock(editor.blocks('text'), { text: 'one two three!' })
  })
})
