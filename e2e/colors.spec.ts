import type { EditorDriver } from '../src/testing/editor-driver.ts'
import { drawRectangle, onBlankSlide } from './support/blank-slide.ts'
import { makeDeck, storedSlides } from './support/decks.ts'
import { isSaved, openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { showSavedDeck } from './support/shown-deck.ts'

test.describe('on a slide', () => {
  let editor: EditorDriver
  onBlankSlide((opened) => {
    editor = opened
  })

  test('a shape in a theme color follows the theme, becomes a gradient, and is shown so', async ({ page }) => {
    const panel = page.getByRole('complementary', { name: 'Properties' })
    const picker = page.getByRole('dialog', { name: 'Fill' })
    const path = editor.blocks('shape').first().locator('svg > path')
    await drawRectangle(editor, { x: 100, y: 100 }, { x: 400, y: 260 })
    await expect(panel.getByRole('heading').first()).toHaveText('Shape')
    await panel.getByLabel('Fill').click()
    await picker.getByRole('button', { name: 'Accent 2', exact: true }).click()
    await expect(path).toHaveCSS('fill', 'rgb(15, 138, 120)')
    await expect(picker.getByText('Contrast 4.2 : 1')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel.getByText('Accent 2')).toBeVisible()

    await test.step('another theme colors it anew', async () => {
      await page.getByRole('tab', { name: 'Deck' }).click()
      await page.getByRole('radio', { name: 'Sand, blue' }).check()
      await expect(path).toHaveCSS('fill', 'rgb(181, 96, 43)')
    })

    await page.getByRole('tab', { name: 'Block' }).click()
    await panel.getByLabel('Fill').click()
    await picker.getByRole('radio', { name: 'Gradient' }).check()
    await picker.getByLabel('Angle').fill('90')
    await picker.getByLabel('Angle').press('Enter')
    const gradient = editor.blocks('shape').first().locator('linearGradient')
    await expect(gradient.locator('stop').first()).toHaveAttribute('style', /var\(--l-accent-2\)/)
    await expect(gradient).toHaveAttribute('y1', await gradient.getAttribute('y2').then(String))
    await page.keyboard.press('Escape')
    const shown = await showSavedDeck(page)
    await expect(shown.locator('linearGradient stop').first()).toHaveCSS('stop-color', 'rgb(181, 96, 43)')
  })
})

test.beforeEach(({ complaints }) => complaints.expect(/Blocked script execution in '.*\/canvas'/))

test('text and background are colored by keyboard alone, and all slides take the background', async ({ newPerson }) => {
  const { page, context } = await newPerson()
  const deck = await makeDeck(context.request, 'Colors', ['One', 'Two'])
  const editor = await openEditor(page, `${deck.path}/edit`)
  await editor.press('Tab')
  await editor.press('Enter')
  await editor.expectTyping(true)
  await editor.press('ControlOrMeta+A')
  const bar = page.getByRole('toolbar', { name: 'Text', exact: true })
  await bar.getByLabel('Text color').press('Enter')

  await test.step('arrow keys walk through the theme’s colors in two lines', async () => {
    const role = (name: string) => page.getByRole('button', { name, exact: true })
    await role('Accent 1').press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await expect(role('Text')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(role('Accent 2')).toHaveAttribute('aria-pressed', 'true')
  })
  await page.keyboard.press('Escape')
  await editor.expectTyping(true)
  await editor.press('ControlOrMeta+B')
  await expect(bar.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'true')
  await editor.press('Escape')
  await editor.press('Escape')

  const panel = page.getByRole('complementary', { name: 'Properties' })
  await panel.getByLabel('Background', { exact: true }).press('Enter')
  await page.getByLabel('Hex', { exact: true }).fill('123456')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(panel.getByLabel('Background', { exact: true })).toBeFocused()
  await panel.getByRole('button', { name: 'Use this background on all slides' }).press('Enter')
  await page.keyboard.press('ControlOrMeta+S')
  await isSaved(page)
  const stored = await storedSlides(context.request, deck)
  expect(stored.match(/data-background-color="#123456"/g)).toHaveLength(2)
  expect(stored).toContain('color: var(--l-accent-2);')
})
