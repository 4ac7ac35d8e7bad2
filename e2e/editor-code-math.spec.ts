import type { Locator } from '@playwright/test'
import type { EditorDriver } from '../src/testing/editor-driver.ts'
import { onBlankSlide } from './support/blank-slide.ts'
import { expect, test } from './support/journey.ts'
import { showSavedDeck } from './support/shown-deck.ts'

let editor: EditorDriver
onBlankSlide((opened) => {
  editor = opened
})

/** Inserts a block from the toolbar, or from its menu where the toolbar is narrow. */
async function add(title: string): Promise<void> {
  const own = editor.page.getByRole('button', { name: `Add ${title.toLowerCase()}`, exact: true })
  if (await own.isVisible()) return own.click()
  await editor.page.getByRole('button', { name: 'More to add' }).click()
  await editor.page.getByRole('menuitem', { name: title }).click()
}

test('code is typed on the slide with syntax colors, highlights lines, and looks the same to others', async ({
  page,
}) => {
  await test.step('all eight block types are offered at every width, and rare ones under More', async () => {
    const kinds = ['Text', 'Image', 'Shape', 'Line', 'Table', 'Code', 'Math', 'Iframe']
    const bar = page.getByRole('toolbar', { name: 'Add', exact: true })
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(bar.getByRole('button')).toHaveText([...kinds, 'More'])
    await page.setViewportSize({ width: 1024, height: 768 })
    await expect(bar.getByRole('button')).toHaveCount(6)
    await bar.getByRole('button', { name: 'More to add' }).click()
    await expect(page.getByRole('menuitem')).toHaveText([...kinds.slice(5), 'Video', 'Audio', 'Chart'])
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1280, height: 800 })
  })
  await add('Code')
  const field = editor.slide.getByRole('textbox', { name: 'Code' })
  await expect(field).toBeVisible()
  await test.step('Enter and Tab indent', async () => {
    await editor.type('const a = 1')
    await editor.press('Enter')
    await editor.type('if (a) {')
    await editor.press('Enter')
    await editor.type('return a')
    await editor.press('Enter')
    await editor.press('Shift+Tab')
    await editor.type('}')
    await expect(field).toHaveValue('const a = 1\nif (a) {\n  return a\n}')
  })
  await test.step('its language is detected, and can be chosen', async () => {
    await expect(field).toBeFocused()
    await expect(editor.blocks('code').locator('.hljs-keyword').first()).toHaveText('const')
    await editor.press('Escape')
    await expect(page.getByLabel('Language')).toHaveValue('JavaScript')
    await page.getByLabel('Language').fill('klingon')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This language is not known here')).toBeVisible()
    await page.getByLabel('Language').fill('ts')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Language')).toHaveValue('TypeScript')
  })
  await test.step('highlighted lines are validated, and described in words', async () => {
    await page.getByLabel('Lines to point at').fill('9-3')
    await page.keyboard.press('Enter')
    await expect(page.getByText('9-3 runs backwards')).toBeVisible()
    await page.getByLabel('Lines to point at').fill('1, 3|2')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Step 1: lines 1, 3. Step 2: line 2.')).toBeVisible()
    await expect(editor.blocks('code').locator('.is-lit')).toHaveCount(2)
    await page.getByLabel('Line numbers').check()
  })
  const firstNumber = (code: Locator) => code.evaluate((one) => getComputedStyle(one).counterReset)
  await test.step('its numbers begin at another one', async () => {
    await page.getByLabel('First number').fill('98')
    await page.keyboard.press('Enter')
    await expect.poll(() => firstNumber(editor.blocks('code').locator('code'))).toBe('code-line 97')
  })
  await test.step('each further step is a step of the slide, and listed with them', async () => {
    await page.getByRole('tab', { name: 'Steps', exact: true }).click()
    await page.getByRole('button', { name: 'Animate the selection' }).click()
    await expect(page.getByRole('list', { name: 'Steps of blocks' }).getByRole('listitem')).toHaveCount(1)
    const inner = page.getByRole('list', { name: 'Steps inside of blocks' }).getByRole('listitem')
    await expect(inner).toHaveText(['2Code: line 2'])
    await editor.press('ControlOrMeta+Z')
    await expect(inner).toHaveText(['1Code: line 2'])
    await page.getByRole('tab', { name: 'Block', exact: true }).click()
  })
  await test.step('every color scheme has enough contrast', async () => {
    await page.getByLabel('Colors').selectOption({ label: 'Light' })
    await expect(editor.blocks('code').locator('code')).toHaveCSS('color', 'rgb(34, 38, 47)')
    await expect(editor.blocks('code').locator('pre')).toHaveCSS('background-color', 'rgb(244, 245, 248)')
  })
  await test.step('rounded corners clip it', async () => {
    await page.getByLabel('Corner radius').fill('30')
    await page.keyboard.press('Enter')
    await expect(editor.blocks('code')).toHaveCSS('border-radius', '30px')
    await expect(editor.blocks('code')).toHaveCSS('overflow', 'hidden')
  })
  await test.step('others see the same', async () => {
    const slide = await showSavedDeck(page)
    await expect(slide.locator('pre code .hljs-keyword').first()).toHaveText('const')
    expect(await firstNumber(slide.locator('pre code'))).toBe('code-line 97')
    await expect(slide.locator('pre code .is-lit')).toHaveCount(2)
    await expect(slide.locator('pre code')).toHaveText('const a = 1\nif (a) {\n  return a\n}')
  })
})

test('a formula is typeset with every key, its errors are shown, and others see it', async ({ page }) => {
  await add('Math')
  const field = page.getByRole('dialog').getByLabel('LaTeX')
  await expect(field).toBeFocused()
  await expect(editor.blocks('math').locator('.katex')).toHaveCount(1)
  await test.step('the error is shown', async () => {
    await field.fill('\\frac{a}{b')
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('dialog').getByRole('status')).toContainText(/expected/i)
  })
  await test.step('Enter ends it', async () => {
    await field.fill('\\frac{a}{b}')
    await expect(editor.blocks('math').locator('.mfrac')).toHaveCount(1)
    await editor.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await editor.expectSelected(1)
  })
  await test.step('style, and one undo for it', async () => {
    await page.getByLabel('Style').selectOption('inline')
    await expect(editor.blocks('math').locator('.katex-display')).toHaveCount(0)
    await editor.press('ControlOrMeta+Z')
    await expect(editor.blocks('math').locator('.katex-display')).toHaveCount(1)
  })
  await test.step('others see the same', async () => {
    const slide = await showSavedDeck(page)
    await expect(slide.locator('[data-block-type="math"] .mfrac')).toHaveCount(1)
  })
})
