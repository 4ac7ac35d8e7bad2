import type { EditorDriver } from '../src/testing/editor-driver.ts'
import { drawRectangle, onSharedSlide, writeText } from './support/blank-slide.ts'
import { expect, test } from './support/journey.ts'

let editor: EditorDriver
onSharedSlide((opened) => {
  editor = opened
})

const shape = (index: number) => editor.blocks('shape').nth(index)
const marks = () => editor.layer.locator('[data-part="mark"]:not([hidden])')

test('equal gaps and equal sizes are detected while dragging, and shown with their numbers', async () => {
  const { page } = editor
  await drawRectangle(editor, { x: 60, y: 100 }, { x: 160, y: 180 })
  await drawRectangle(editor, { x: 200, y: 110 }, { x: 300, y: 170 })
  await drawRectangle(editor, { x: 500, y: 420 }, { x: 590, y: 533 })
  await test.step('a third block snaps to the gap of two', async () => {
    await editor.beginDrag({ x: 545, y: 470 }, { x: 388, y: 172 })
    await expect(marks()).toHaveCount(2)
    await expect(marks().first()).toHaveAttribute('data-length', '40')
    await page.keyboard.down('Control')
    await expect(marks()).toHaveCount(0)
    await page.keyboard.up('Control')
    await expect(marks()).toHaveCount(2)
    await editor.drop()
    await editor.expectBlock(shape(2), { x: 340 }, 0.6)
    await expect(marks()).toHaveCount(0)
  })
  await test.step('a side snaps to the length of another block’s', async () => {
    await editor.press('ControlOrMeta+Z')
    await editor.dragHandle('e', { x: 597, y: 475 })
    await editor.expectBlock(shape(2), { x: 500, width: 100 }, 0.6)
  })
})

test('blocks are aligned to each other, to the slide and to the last selected one, each with a key', async () => {
  const { page } = editor
  await drawRectangle(editor, { x: 100, y: 100 }, { x: 200, y: 160 })
  await drawRectangle(editor, { x: 340, y: 230 }, { x: 400, y: 290 })
  await drawRectangle(editor, { x: 600, y: 400 }, { x: 720, y: 480 })
  await editor.press('ControlOrMeta+A')
  await test.step('the toolbar of several blocks has every alignment, and is reachable by keyboard', async () => {
    const bar = page.getByRole('toolbar', { name: 'Selected blocks' })
    const names = ['left', 'center', 'right', 'top', 'middle', 'bottom'].map((edge) => `Align ${edge}`)
    for (const name of [...names, 'Distribute horizontally', 'Distribute vertically', 'Same width', 'Same height'])
      await expect(bar.getByRole('button', { name, exact: true })).toBeEnabled()
    await editor.press('Shift+F6')
    await expect(bar.getByRole('button').first()).toBeFocused()
    await bar.getByRole('button', { name: 'Same width' }).focus()
    await editor.press('Enter')
    await editor.expectBlock(shape(1), { x: 340, width: 120 }, 1.5)
    await editor.press('Tab')
    await editor.press('Enter')
    await editor.expectBlock(shape(1), { width: 120, height: 80 }, 1.5)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await editor.expectBlock(shape(1), { x: 340, width: 60, height: 60 }, 1.5)
    await editor.layer.focus()
    await editor.expectSelected(3)
  })
  await test.step('to each other, and distributed with equal gaps', async () => {
    await editor.press('Alt+W')
    await editor.expectBlock(shape(2), { x: 600, y: 100 }, 1.5)
    await editor.press('Alt+Shift+H')
    await editor.expectBlock(shape(1), { x: 370, y: 100 }, 1.5)
  })
  await test.step('to the slide', async () => {
    await editor.press('ControlOrMeta+K')
    await editor.type('align to the slide')
    await editor.press('Enter')
    // The slide has the focus again once the palette has closed.
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(editor.layer).toBeFocused()
    await editor.press('Alt+S')
    await editor.expectBlock(shape(0), { y: 640 }, 1.5)
    await editor.expectBlock(shape(2), { y: 620 }, 1.5)
  })
  await test.step('to the last selected one', async () => {
    await editor.press('Escape')
    await editor.click({ x: 660, y: 660 })
    await editor.click({ x: 400, y: 670 }, ['Shift'])
    await editor.press('Shift+F10')
    await page.keyboard.type('Ali')
    await editor.press('ArrowRight')
    await page.getByRole('menuitemcheckbox', { name: 'Align to the last chosen' }).click()
    await editor.press('Alt+A')
    await editor.expectBlock(shape(2), { x: 370 }, 1.5)
    await editor.expectBlock(shape(1), { x: 370 }, 1.5)
  })
})

test('Alt and a click cycles through overlapping blocks', async () => {
  await drawRectangle(editor, { x: 100, y: 100 }, { x: 300, y: 300 })
  await drawRectangle(editor, { x: 120, y: 120 }, { x: 280, y: 280 })
  await editor.press('Escape')
  await editor.click({ x: 200, y: 200 }, ['Alt'])
  await editor.click({ x: 200, y: 200 }, ['Alt'])
  await editor.press('Delete')
  await editor.expectBlocks(1)
  await editor.expectBlock(shape(0), { x: 120 }, 1.5)
})

test('numbers are typed with arithmetic, and dragged by their labels in one step', async () => {
  const { page } = editor
  await drawRectangle(editor, { x: 100, y: 100 }, { x: 300, y: 200 })
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await test.step('a sum, a relative change, a fraction', async () => {
    await field('Left').fill('960/4')
    await field('Left').press('Enter')
    await editor.expectBlock(shape(0), { x: 240 }, 0.1)
    await field('Width').fill('50%')
    await field('Width').press('Enter')
    await editor.expectBlock(shape(0), { width: 100 }, 1)
    await field('Top').fill('+20')
    await field('Top').press('Enter')
    await editor.expectBlock(shape(0), { y: 120 }, 1)
    await field('Rotation').fill('-90')
    await field('Rotation').press('Enter')
    await editor.expectBlock(shape(0), { rotation: 270 }, 0)
  })
  await test.step('the label follows the pointer', async () => {
    const label = (await page.locator('label[for="frame-x"]').boundingBox())!
    await page.mouse.move(label.x + 4, label.y + 8)
    await page.mouse.down()
    await page.mouse.move(label.x + 34, label.y + 8, { steps: 5 })
    await page.mouse.up()
    await editor.expectBlock(shape(0), { x: 270 }, 0.1)
    await editor.click({ x: 800, y: 600 })
    await editor.press('ControlOrMeta+Z')
    await editor.expectBlock(shape(0), { x: 240 }, 0.1)
  })
})

test('a block’s style is copied to others: once, or until Escape; and by keys', async () => {
  const { page } = editor
  await drawRectangle(editor, { x: 100, y: 100 }, { x: 200, y: 200 })
  const opacity = page.getByRole('textbox', { name: 'Opacity' })
  await opacity.fill('40')
  await opacity.press('Enter')
  await expect(shape(0)).toHaveCSS('opacity', '0.4')
  // Out of the field, and then out of the selection.
  await editor.press('Escape')
  await drawRectangle(editor, { x: 300, y: 100 }, { x: 400, y: 200 })
  await drawRectangle(editor, { x: 500, y: 100 }, { x: 600, y: 200 })
  const brush = page.getByRole('button', { name: 'Copy the look onto others' })
  await test.step('once', async () => {
    await editor.press('Escape')
    await editor.click({ x: 150, y: 150 })
    await brush.click()
    await editor.click({ x: 350, y: 150 })
    await expect(shape(1)).toHaveCSS('opacity', '0.4')
    await editor.click({ x: 550, y: 150 })
    await expect(shape(2)).toHaveCSS('opacity', '1')
  })
  await test.step('many, with a double click', async () => {
    await editor.press('ControlOrMeta+Z')
    await editor.click({ x: 150, y: 150 })
    await brush.dblclick()
    await editor.click({ x: 350, y: 150 })
    await editor.click({ x: 550, y: 150 })
    await expect(shape(1)).toHaveCSS('opacity', '0.4')
    await expect(shape(2)).toHaveCSS('opacity', '0.4')
    await editor.press('Escape')
    await expect(brush).toHaveAttribute('aria-pressed', 'false')
  })
  await test.step('by keys, and to all of a type at once', async () => {
    await editor.press('ControlOrMeta+Z')
    await editor.press('ControlOrMeta+Z')
    await expect(shape(2)).toHaveCSS('opacity', '1')
    await editor.click({ x: 150, y: 150 })
    await editor.press('ControlOrMeta+Alt+C')
    await editor.press('ControlOrMeta+K')
    await editor.type('all of this type')
    await editor.press('Enter')
    await editor.expectSelected(3)
    await editor.press('ControlOrMeta+Alt+V')
    await expect(shape(2)).toHaveCSS('opacity', '0.4')
  })
})

test('two fingers zoom and pan the slide; keys reset it', async () => {
  const { page } = editor
  await drawRectangle(editor, { x: 100, y: 100 }, { x: 300, y: 220 })
  await editor.press('Escape')
  const width = async () => (await shape(0).boundingBox())!.width
  const before = await width()
  const [a, b] = [await editor.onScreen({ x: 200, y: 160 }), await editor.onScreen({ x: 400, y: 160 })]
  const touch = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number; id: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  await send('touchStart', [{ ...a, id: 1 }])
  await send('touchStart', [
    { ...a, id: 1 },
    { ...b, id: 2 },
  ])
  await send('touchMove', [
    { ...a, id: 1 },
    { x: b.x + (b.x - a.x), y: b.y, id: 2 },
  ])
  await send('touchEnd', [])
  await expect.poll(width).toBeCloseTo(before * 2, 0)
  await editor.expectSelected(0)
  await editor.expectBlock(shape(0), { x: 100, y: 100 }, 1.5)
  await editor.press('ControlOrMeta+1')
  await expect.poll(width).toBeCloseTo(200, 0)
  await editor.press('ControlOrMeta+0')
  await expect.poll(width).toBeCloseTo(before, 0)
})

test('undo opens the slide of the change and highlights it', async () => {
  await drawRectangle(editor, { x: 100, y: 100 }, { x: 300, y: 220 })
  await editor.press('Escape')
  await editor.press('ControlOrMeta+M')
  await editor.expectBlocks(0, 'shape')
  await editor.press('Escape')
  await editor.press('PageUp')
  await editor.drag({ x: 200, y: 160 }, { x: 253, y: 260 }, ['ControlOrMeta'])
  await editor.expectBlock(shape(0), { x: 153, y: 200 }, 1.5)
  // The highlight is brief: record that it was shown.
  const flash = editor.layer.locator('[data-part="flash"]')
  await flash.evaluate((element: HTMLElement) => {
    const animate = element.animate.bind(element)
    element.animate = (...how) => {
      element.dataset.flashed = String(Number(element.dataset.flashed ?? 0) + 1)
      return animate(...how)
    }
  })
  await editor.press('ControlOrMeta+Z')
  await editor.expectBlock(shape(0), { x: 100, y: 100 }, 1.5)
  await expect(flash).not.toHaveAttribute('data-flashed')
  await editor.press('ControlOrMeta+Shift+Z')
  await editor.press('Escape')
  await editor.press('PageDown')
  await editor.expectBlocks(0, 'shape')
  await editor.press('ControlOrMeta+Z')
  await editor.expectBlock(shape(0), { x: 100, y: 100 }, 1.5)
  await editor.expectSelected(1)
  await expect(flash).toHaveAttribute('data-flashed', '1')
})

// The last one: the panel stays open.
test('the list of layers selects, names, locks, hides and orders', async () => {
  const { page } = editor
  await drawRectangle(editor, { x: 100, y: 100 }, { x: 300, y: 300 })
  await writeText(editor, { x: 500, y: 200 }, 'Chlorophyll')
  await editor.press('Escape')
  await editor.press('ControlOrMeta+Alt+L')
  const list = page.getByRole('list', { name: 'Layers, frontmost first' })
  const rows = list.getByRole('listitem')
  await expect(rows).toHaveText(['Chlorophyll', 'Shape'])
  await test.step('a custom name', async () => {
    await list.getByRole('button', { name: 'Shape', exact: true }).dblclick()
    await page.keyboard.type('Backdrop')
    await editor.press('Enter')
    await expect(rows).toHaveText(['Chlorophyll', 'Backdrop'])
  })
  await test.step('order by dragging, and by keys', async () => {
    const [text, backdrop] = [(await rows.first().boundingBox())!, (await rows.last().boundingBox())!]
    await page.mouse.move(backdrop.x + 60, backdrop.y + backdrop.height / 2)
    await page.mouse.down()
    await page.mouse.move(text.x + 60, text.y + 4, { steps: 4 })
    await page.mouse.up()
    await expect(rows).toHaveText(['Backdrop', 'Chlorophyll'])
    await list.getByRole('button', { name: 'Backdrop', exact: true }).press('Alt+ArrowDown')
    await expect(rows).toHaveText(['Chlorophyll', 'Backdrop'])
  })
  await test.step('hidden, it is not on the slide, cannot be hit, and is restored by undo', async () => {
    await rows.last().hover()
    await list.getByRole('button', { name: 'Hide Backdrop' }).click()
    await expect(shape(0)).toBeHidden()
    await editor.click({ x: 150, y: 150 })
    await editor.expectSelected(0)
    await editor.press('ControlOrMeta+Z')
    await expect(shape(0)).toBeVisible()
  })
  await test.step('locked, it answers a click with Unlock, and is skipped by the marquee', async () => {
    await rows.last().hover()
    await list.getByRole('button', { name: 'Lock Backdrop' }).click()
    await editor.click({ x: 900, y: 650 })
    await editor.drag({ x: 20, y: 20 }, { x: 320, y: 320 })
    await editor.expectSelected(0)
    await expect(shape(0)).toHaveAttribute('data-locked', 'true')
    await editor.click({ x: 150, y: 150 })
    await editor.expectSelected(1)
    await expect(editor.layer.locator('[data-handle="unlock"]')).toHaveText('Unlock')
    await editor.drag({ x: 150, y: 150 }, { x: 190, y: 190 })
    await editor.expectSelected(0)
    await editor.click({ x: 150, y: 150 })
    await editor.layer.locator('[data-handle="unlock"]').click()
    await expect(shape(0)).not.toHaveAttribute('data-locked')
    await editor.drag({ x: 150, y: 150 }, { x: 150, y: 253 })
    await editor.expectBlock(shape(0), { y: 203 }, 2)
  })
})
