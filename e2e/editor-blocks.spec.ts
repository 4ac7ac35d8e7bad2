import type { EditorDriver } from '../src/testing/editor-driver.ts'
import { drawRectangle, onSharedSlide } from './support/blank-slide.ts'
import { expect, test } from './support/journey.ts'

let editor: EditorDriver
onSharedSlide((opened) => {
  editor = opened
})

const shape = () => editor.blocks('shape').first()

test('a block has exactly the frame that was drawn', async () => {
  await drawRectangle(editor, { x: 100, y: 100 }, { x: 300, y: 220 })
  await editor.expectBlock(shape(), { x: 100, y: 100, width: 200, height: 120 }, 1.5)
  await editor.expectSelected(1)
})

test('Shift draws a square, and a click draws the default size', async () => {
  await drawRectangle(editor, { x: 100, y: 100 }, { x: 300, y: 220 }, ['Shift'])
  await editor.expectBlock(shape(), { width: 200, height: 200 }, 1.5)
  await editor.press('Delete')
  await editor.press('r')
  await editor.click({ x: 400, y: 300 })
  await editor.expectBlock(shape(), { x: 300, y: 200, width: 200, height: 200 }, 1.5)
})

test.describe('moving', () => {
  test.beforeEach(() => drawRectangle(editor, { x: 100, y: 100 }, { x: 200, y: 160 }))

  test('moves the block, in one undo step', async () => {
    await editor.drag({ x: 150, y: 130 }, { x: 253, y: 247 })
    await editor.expectBlock(shape(), { x: 203, y: 217 }, 1.5)
    await editor.press('ControlOrMeta+Z')
    await editor.expectBlock(shape(), { x: 100, y: 100 }, 1.5)
    await editor.press('ControlOrMeta+Shift+Z')
    await editor.expectBlock(shape(), { x: 203, y: 217 }, 1.5)
  })

  test('does not start before the pointer has moved a few px', async () => {
    await editor.drag({ x: 150, y: 130 }, { x: 152, y: 131 })
    await editor.expectBlock(shape(), { x: 100, y: 100 }, 1.5)
  })

  test('shows guides and snaps to the center of the slide', async () => {
    await editor.beginDrag({ x: 150, y: 130 }, { x: 483, y: 346 })
    await editor.expectGuides(2)
    await editor.drop()
    await editor.expectBlock(shape(), { x: 430, y: 320 }, 1)
    await editor.expectGuides(0)
  })

  test('is constrained to one axis with Shift, also when pressed during the drag', async () => {
    await editor.beginDrag({ x: 150, y: 130 }, { x: 340, y: 170 })
    await editor.page.keyboard.down('Shift')
    await editor.expectBlock(shape(), { y: 100 }, 1.5)
    await editor.drop()
    await editor.page.keyboard.up('Shift')
    await editor.expectBlock(shape(), { x: 290, y: 100 }, 1.5)
  })

  test('moves a copy while Alt is held', async () => {
    await editor.beginDrag({ x: 150, y: 130 }, { x: 400, y: 420 })
    await editor.page.keyboard.down('Alt')
    await editor.expectBlocks(2)
    await editor.page.keyboard.up('Alt')
    await editor.expectBlocks(1)
    await editor.page.keyboard.down('Alt')
    await editor.drop()
    await editor.page.keyboard.up('Alt')
    await editor.expectBlocks(2)
    await editor.expectBlock(shape(), { x: 100, y: 100 }, 1.5)
    await editor.expectBlock(editor.blocks('shape').nth(1), { x: 350, y: 390 }, 1.5)
  })

  test('is canceled with Escape', async () => {
    await editor.beginDrag({ x: 150, y: 130 }, { x: 400, y: 420 })
    await editor.press('Escape')
    await editor.drop()
    await editor.expectBlock(shape(), { x: 100, y: 100 }, 1.5)
    await editor.expectSelected(1)
  })

  test('with repeated arrow keys is undone in one step', async () => {
    for (let press = 0; press < 5; press++) await editor.press('ArrowRight')
    await editor.press('Shift+ArrowDown')
    await editor.expectBlock(shape(), { x: 105, y: 110 }, 1.5)
    await editor.press('ControlOrMeta+Z')
    await editor.expectBlock(shape(), { x: 100, y: 100 }, 1.5)
  })
})

test.describe('resizing and rotating', () => {
  test.beforeEach(() => drawRectangle(editor, { x: 300, y: 200 }, { x: 500, y: 300 }))

  test('a corner resizes freely, with Shift proportionally, with Alt from the center', async () => {
    await editor.dragHandle('se', { x: 560, y: 380 })
    await editor.expectBlock(shape(), { x: 300, y: 200, width: 260, height: 180 }, 2)
    await editor.press('ControlOrMeta+Z')
    await editor.dragHandle('se', { x: 600, y: 350 }, ['Shift'])
    await editor.expectBlock(shape(), { x: 300, y: 200, width: 300, height: 150 }, 2)
    await editor.press('ControlOrMeta+Z')
    await editor.dragHandle('e', { x: 540, y: 250 }, ['Alt'])
    await editor.expectBlock(shape(), { x: 260, y: 200, width: 280, height: 100 }, 2)
  })

  test('the handle above rotates, with Shift in steps of 15 degrees', async () => {
    await editor.dragHandle('rotate', { x: 480, y: 175 }, ['Shift'])
    await editor.expectBlock(shape(), { rotation: 45 }, 0)
    await editor.press('ControlOrMeta+Z')
    await editor.expectBlock(shape(), { rotation: 0 }, 0)
  })

  test('a rotated block keeps its opposite corner while it is resized', async () => {
    await editor.dragHandle('rotate', { x: 540, y: 250 })
    await editor.expectBlock(shape(), { rotation: 90 }, 0)
    // The upright corner at the bottom right is the handle at the top right of the unrotated block.
    await editor.dragHandle('ne', { x: 470, y: 400 })
    await editor.expectBlock(shape(), { width: 250, height: 120 }, 3)
  })
})

test.describe('several blocks', () => {
  test.beforeEach(async () => {
    await drawRectangle(editor, { x: 100, y: 100 }, { x: 200, y: 200 })
    await drawRectangle(editor, { x: 300, y: 150 }, { x: 380, y: 250 })
    await drawRectangle(editor, { x: 600, y: 400 }, { x: 700, y: 500 })
    await editor.press('Escape')
  })

  test('are selected by a marquee, by Shift and a click, or all at once', async () => {
    await editor.drag({ x: 60, y: 60 }, { x: 450, y: 300 })
    await editor.expectSelected(2)
    await editor.click({ x: 650, y: 450 }, ['Shift'])
    await editor.expectSelected(3)
    await editor.click({ x: 150, y: 150 }, ['Shift'])
    await editor.expectSelected(2)
    await editor.click({ x: 850, y: 650 })
    await editor.expectSelected(0)
    await editor.press('ControlOrMeta+A')
    await editor.expectSelected(3)
  })

  test('a marquee drawn to the left selects what it touches', async () => {
    await editor.drag({ x: 350, y: 300 }, { x: 150, y: 80 })
    await editor.expectSelected(2)
  })

  test('move and resize together, in one undo step each', async () => {
    await editor.drag({ x: 60, y: 60 }, { x: 450, y: 300 })
    await editor.drag({ x: 150, y: 150 }, { x: 197, y: 213 })
    await editor.expectBlock(editor.blocks('shape').nth(1), { x: 347, y: 213 }, 2)
    await editor.press('ControlOrMeta+Z')
    await editor.expectBlock(editor.blocks('shape').nth(1), { x: 300, y: 150 }, 1.5)
    await editor.dragHandle('se', { x: 520, y: 325 })
    await editor.expectBlock(editor.blocks('shape').nth(0), { x: 100, y: 100, width: 150, height: 150 }, 3)
    await editor.expectBlock(editor.blocks('shape').nth(1), { x: 400, y: 175, width: 120, height: 150 }, 3)
    await editor.press('ControlOrMeta+Z')
    await editor.expectBlock(editor.blocks('shape').nth(0), { width: 100, height: 100 }, 1.5)
  })

  test('are deleted, and restored by undo', async () => {
    await editor.press('ControlOrMeta+A')
    await editor.press('Delete')
    await editor.expectBlocks(0)
    await editor.press('ControlOrMeta+Z')
    await editor.expectBlocks(3)
    await editor.expectSelected(3)
  })

  test('a locked block ignores pointer and keys until it is unlocked', async () => {
    await editor.click({ x: 150, y: 150 })
    await editor.press('ControlOrMeta+Shift+K')
    await editor.press('Delete')
    await editor.expectBlocks(3)
    await editor.drag({ x: 150, y: 150 }, { x: 180, y: 190 })
    await editor.expectBlock(shape(), { x: 100, y: 100 }, 1.5)
    await editor.press('ControlOrMeta+Z')
    await editor.click({ x: 150, y: 150 })
    await editor.press('Delete')
    await editor.expectBlocks(2)
  })
})

test('duplicating again repeats the distance the copy was moved to', async () => {
  await drawRectangle(editor, { x: 100, y: 100 }, { x: 160, y: 160 })
  await editor.press('ControlOrMeta+D')
  await editor.drag({ x: 150, y: 150 }, { x: 250, y: 130 })
  await editor.expectBlock(editor.blocks().nth(1), { x: 220, y: 100 }, 2)
  await editor.press('ControlOrMeta+D')
  await editor.expectBlock(editor.blocks().nth(2), { x: 340, y: 100 }, 4)
})

test('copy and paste puts the copy next to the original', async () => {
  await drawRectangle(editor, { x: 100, y: 100 }, { x: 160, y: 160 })
  await editor.press('ControlOrMeta+C')
  await editor.press('ControlOrMeta+V')
  await editor.expectBlocks(2)
  await editor.expectBlock(editor.blocks().nth(1), { x: 120, y: 120 }, 1.5)
  await editor.expectSelected(1)
  await editor.press('ControlOrMeta+X')
  await editor.expectBlocks(1)
  await editor.press('ControlOrMeta+V')
  await editor.expectBlocks(2)
})

test('the ends of a line are shown, and dragged separately', async () => {
  await editor.press('l')
  await editor.drag({ x: 100, y: 300 }, { x: 300, y: 400 })
  await editor.expectBlock(editor.blocks('line').first(), { x: 100, y: 300, width: 200, height: 100 }, 2)
  await editor.dragEnd(1, { x: 430, y: 260 })
  await editor.expectBlock(editor.blocks('line').first(), { x: 100, y: 260, width: 330, height: 40 }, 2)
  await editor.dragEnd(1, { x: 430, y: 308 }, ['Shift'])
  await editor.expectBlock(editor.blocks('line').first(), { height: 1 }, 1.5)
  await editor.click({ x: 700, y: 600 })
  await editor.expectSelected(0)
  await editor.click({ x: 250, y: 303 })
  await editor.expectSelected(1)
})

test('the selection is announced to screen readers', async () => {
  await drawRectangle(editor, { x: 600, y: 400 }, { x: 700, y: 500 })
  await expect(editor.page.getByText('Shape selected')).toBeAttached()
  await editor.press('ControlOrMeta+Shift+K')
  await expect(editor.page.getByText('Shape selected, locked')).toBeAttached()
  await editor.press('ControlOrMeta+Shift+K')
})
