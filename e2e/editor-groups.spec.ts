import type { EditorDriver } from '../src/testing/editor-driver.ts'
import { drawRectangle, onSharedSlide } from './support/blank-slide.ts'
import { isSaved } from './support/editing.ts'
import { expect, test } from './support/journey.ts'

let editor: EditorDriver
onSharedSlide((opened) => {
  editor = opened
})

const shape = (index: number) => editor.blocks('shape').nth(index)
const dotted = () => editor.layer.locator('[data-part="group"]:not([hidden])')
const groupsOf = (index: number) => shape(index).getAttribute('data-l-groups')

/** Two adjacent rectangles and a third one below; the first two are grouped and selected. */
async function twoAndOne(): Promise<void> {
  await drawRectangle(editor, { x: 100, y: 100 }, { x: 200, y: 200 })
  await drawRectangle(editor, { x: 300, y: 100 }, { x: 400, y: 200 })
  await drawRectangle(editor, { x: 600, y: 400 }, { x: 720, y: 480 })
  await editor.press('Escape')
  await editor.click({ x: 150, y: 130 })
  await editor.click({ x: 350, y: 130 }, ['Shift'])
  await editor.press('ControlOrMeta+G')
}

test('a group is selected, moved, resized, rotated and copied as one', async () => {
  await twoAndOne()
  await test.step('a click selects all of it', async () => {
    await editor.press('Escape')
    await editor.click({ x: 350, y: 130 })
    await editor.drag({ x: 350, y: 130 }, { x: 353, y: 233 })
    await editor.expectBlock(shape(0), { x: 103, y: 203 }, 2)
    await editor.expectBlock(shape(1), { x: 303, y: 203 }, 2)
    await editor.press('ControlOrMeta+Z')
    await editor.expectBlock(shape(0), { x: 100, y: 100 }, 2)
  })
  await test.step('its blocks scale within their bounding box', async () => {
    await editor.dragHandle('e', { x: 550, y: 150 })
    await editor.expectBlock(shape(0), { x: 100, width: 150 }, 3)
    await editor.expectBlock(shape(1), { x: 400, width: 150 }, 3)
    await editor.press('ControlOrMeta+Z')
  })
  await test.step('it rotates rigidly', async () => {
    await editor.dragHandle('rotate', { x: 450, y: 150 })
    await editor.expectBlock(shape(0), { x: 200, y: 0, rotation: 90 }, 3)
    await editor.expectBlock(shape(1), { x: 200, y: 200, rotation: 90 }, 3)
    await editor.press('ControlOrMeta+Z')
    await editor.expectBlock(shape(0), { x: 100, y: 100, rotation: 0 }, 2)
  })
  await test.step('its copy is a separate group', async () => {
    await editor.press('ControlOrMeta+D')
    await editor.expectBlocks(5)
    expect(await groupsOf(3)).toBe(await groupsOf(4))
    expect(await groupsOf(3)).not.toBe(await groupsOf(0))
    await editor.press('ControlOrMeta+Z')
  })
  await test.step('it is still a group after a reload', async () => {
    await isSaved(editor.page)
    await editor.page.reload()
    await editor.isOpen()
    await editor.click({ x: 350, y: 130 })
    await editor.drag({ x: 350, y: 130 }, { x: 350, y: 230 })
    await editor.expectBlock(shape(0), { y: 200 }, 2)
  })
})

test('groups are nested: a double click enters a level, Escape leaves it', async () => {
  await twoAndOne()
  await editor.click({ x: 660, y: 440 }, ['Shift'])
  await editor.press('ControlOrMeta+G')
  await test.step('entering level by level', async () => {
    await editor.press('Escape')
    await editor.click({ x: 150, y: 130 })
    await expect(dotted()).toHaveCount(0)
    await editor.doubleClick({ x: 150, y: 130 })
    await expect(dotted()).toHaveCount(1)
    await editor.drag({ x: 150, y: 130 }, { x: 150, y: 230 })
    await editor.expectBlock(shape(1), { y: 200 }, 2)
    await editor.expectBlock(shape(2), { y: 400 }, 2)
    await editor.doubleClick({ x: 150, y: 230 })
    await editor.drag({ x: 150, y: 230 }, { x: 150, y: 330 })
    await editor.expectBlock(shape(0), { y: 300 }, 2)
    await editor.expectBlock(shape(1), { y: 200 }, 2)
  })
  await test.step('leaving level by level', async () => {
    await editor.press('Escape')
    await editor.press('ArrowRight')
    await editor.expectBlock(shape(1), { x: 301 }, 1)
    await editor.expectBlock(shape(2), { x: 600 }, 1)
    await editor.press('Escape')
    await expect(dotted()).toHaveCount(0)
    await editor.press('ArrowRight')
    await editor.expectBlock(shape(2), { x: 601 }, 1)
    await editor.press('Escape')
    await editor.expectSelected(0)
  })
  await test.step('ungrouping leaves everything in place', async () => {
    await editor.click({ x: 660, y: 440 })
    await editor.press('ControlOrMeta+Shift+G')
    await editor.expectBlock(shape(2), { x: 601, y: 400 }, 1)
    expect(await groupsOf(2)).toBe(null)
    expect(await groupsOf(0)).toBe(await groupsOf(1))
  })
})

test('a marquee around a part of a group selects all of it or nothing', async () => {
  await twoAndOne()
  await editor.press('Escape')
  await editor.drag({ x: 60, y: 60 }, { x: 240, y: 240 })
  await editor.expectSelected(0)
  await editor.drag({ x: 240, y: 240 }, { x: 60, y: 60 })
  await editor.press('Delete')
  await editor.expectBlocks(1)
})
