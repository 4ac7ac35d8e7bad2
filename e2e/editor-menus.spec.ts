import type { Page } from '@playwright/test'
import type { EditorDriver } from '../src/testing/editor-driver.ts'
import { drawRectangle, onSharedSlide, writeText } from './support/blank-slide.ts'
import { expect, test } from './support/journey.ts'

let editor: EditorDriver
onSharedSlide((opened) => {
  editor = opened
})

const menu = (page: Page) => page.getByRole('menu', { name: /Selected blocks|Slide/ })
const line = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })

async function rightClick(at: { x: number; y: number }): Promise<void> {
  const place = await editor.onScreen(at)
  await editor.page.mouse.click(place.x, place.y, { button: 'right' })
}

test('a right click offers the actions for what is under it', async () => {
  const { page } = editor
  await drawRectangle(editor, { x: 100, y: 100 }, { x: 300, y: 220 })
  await editor.press('Escape')
  await test.step('a block is selected and its actions are shown, with their keys', async () => {
    await rightClick({ x: 200, y: 160 })
    await editor.expectSelected(1)
    await expect(line(page, 'Duplicate')).toContainText('Ctrl+D')
    await line(page, 'Duplicate').click()
    await editor.expectBlocks(2)
  })
  await test.step('a submenu is reached with the arrow keys; then the slide has the focus again', async () => {
    await editor.press('Shift+F10')
    await expect(line(page, 'Order')).toBeVisible()
    await page.keyboard.type('Ord')
    await editor.press('ArrowRight')
    await expect(line(page, 'Send to back')).toBeVisible()
    await page.keyboard.type('Send to')
    await editor.press('Enter')
    await editor.press('ArrowRight')
    await expect(menu(page)).toBeHidden()
    await editor.expectBlock(editor.blocks('shape').first(), { x: 121, y: 120 }, 0.4)
  })
  await test.step('a locked block can be unlocked', async () => {
    await editor.press('ControlOrMeta+Shift+K')
    await editor.press('Escape')
    await editor.expectSelected(0)
    await rightClick({ x: 310, y: 230 })
    await line(page, 'Unlock').click()
    await editor.expectSelected(1)
    await editor.press('Delete')
    await editor.expectBlocks(1)
  })
  await test.step('outside of blocks the menu is the slide’s, and Escape closes it', async () => {
    await rightClick({ x: 700, y: 600 })
    await editor.expectSelected(0)
    await expect(line(page, 'Select all')).toBeVisible()
    await expect(line(page, 'Delete')).toBeHidden()
    await editor.press('Escape')
    await editor.press('ControlOrMeta+A')
    await editor.expectSelected(1)
    await expect(menu(page)).toBeHidden()
  })
})

test('a long press opens the menu', async () => {
  const { page } = editor
  await drawRectangle(editor, { x: 100, y: 100 }, { x: 300, y: 220 })
  const at = await editor.onScreen({ x: 200, y: 160 })
  const touch = await page.context().newCDPSession(page)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  await expect(line(page, 'Duplicate')).toBeVisible()
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await line(page, 'Duplicate').click()
  await editor.expectBlocks(2)
})

test('the palette finds every action and every slide by a few letters', async () => {
  const { page } = editor
  const field = page.getByRole('combobox', { name: 'Search actions and slides' })
  const choice = page.getByRole('option', { selected: true })
  const opens = async () => {
    await editor.press('ControlOrMeta+K')
    await expect(field).toBeFocused()
  }
  await writeText(editor, { x: 300, y: 200 }, 'Photosynthesis')
  await editor.press('Escape')
  await test.step('Escape returns the focus to the slide', async () => {
    await opens()
    await editor.press('Escape')
    await editor.press('ControlOrMeta+D')
    await editor.expectBlocks(2)
    await expect(field).toBeHidden()
  })
  await test.step('Enter runs an action, which is listed first next time', async () => {
    await opens()
    await editor.type('alle')
    await expect(choice).toContainText('Align left')
    await editor.press('Enter')
    await editor.expectBlock(editor.blocks('text').last(), { x: 0 }, 1.5)
    await expect(editor.layer).toBeFocused()
    await opens()
    await expect(choice).toContainText('Align left')
    await expect(page.getByText('Recent', { exact: true })).toBeVisible()
    await editor.press('Escape')
  })
  await test.step('unavailable actions are not listed', async () => {
    await editor.press('Escape')
    await editor.expectSelected(0)
    await opens()
    await editor.type('align left')
    await expect(page.getByText('Nothing is called “align left”')).toBeVisible()
    await editor.press('Escape')
  })
  await test.step('a slide is found by its text and its number', async () => {
    await editor.press('ControlOrMeta+M')
    await expect(page.getByText('Photosynthesis')).toHaveCount(0)
    await opens()
    await editor.type('synthesis')
    await editor.press('Enter')
    await expect(editor.blocks('text').first()).toHaveText('Photosynthesis')
    await expect(editor.layer).toBeFocused()
    await opens()
    await editor.type('2')
    await expect(choice).toContainText('2')
    await editor.press('Enter')
    await expect(editor.slide.getByText('Photosynthesis')).toHaveCount(0)
  })
})

// The last one: transitions have their normal duration.
test('no key is lost while a popup opens or closes', async () => {
  const { page } = editor
  await page.evaluate(() => {
    for (const name of ['--popup-fade', '--tooltip-fade']) document.documentElement.style.removeProperty(name)
  })
  const shape = editor.blocks('shape').first()
  await drawRectangle(editor, { x: 100, y: 100 }, { x: 300, y: 220 })
  await editor.press('Escape')
  await editor.click({ x: 200, y: 160 })
  await editor.expectSelected(1)
  await test.step('into the palette, and out of it by a selection and by Escape', async () => {
    await editor.press('ControlOrMeta+K')
    await editor.type('alle')
    await editor.press('Enter')
    await editor.press('ArrowRight')
    await editor.press('ControlOrMeta+K')
    await editor.press('Escape')
    await editor.press('ArrowRight')
    await editor.expectBlock(shape, { x: 2, y: 100 }, 0.4)
  })
  await test.step('out of a fading dialog', async () => {
    await editor.press('Escape')
    await editor.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await editor.press('Escape')
    await editor.press('ControlOrMeta+A')
    await editor.press('ArrowRight')
    await editor.press('ArrowDown')
    await editor.expectBlock(shape, { x: 3, y: 101 }, 0.4)
  })
  await test.step('out of the panel of templates by Escape, and into it', async () => {
    const panel = page.getByRole('dialog', { name: 'Slide templates' })
    await editor.press('ControlOrMeta+Alt+M')
    await expect(panel).toBeVisible()
    await editor.type('two columns')
    await expect(panel.getByLabel('Search templates')).toHaveValue('two columns')
    await editor.press('Escape')
    await editor.press('ArrowRight')
    await editor.expectBlock(shape, { x: 4, y: 101 }, 0.4)
  })
  await test.step('out of the insert menu', async () => {
    await page.getByRole('button', { name: 'Add shape' }).click()
    await page.getByRole('menuitem', { name: 'Ellipse' }).click()
    await editor.press('Delete')
    await editor.expectBlocks(1)
  })
})
