import type { EditorDriver } from '../src/testing/editor-driver.ts'
import { drawRectangle, onBlankSlide } from './support/blank-slide.ts'
import { isSaved } from './support/editing.ts'
import { expect, test } from './support/journey.ts'

let editor: EditorDriver
onBlankSlide((opened) => {
  editor = opened
})

test('guides are dragged out of the rulers, snap dragged blocks, and stay with the deck', async ({ page }) => {
  const upright = page.locator('[data-part="user-guide"][data-axis="x"]')
  const level = page.locator('[data-part="user-guide"][data-axis="y"]')
  await drawRectangle(editor, { x: 100, y: 100 }, { x: 200, y: 160 })
  await editor.press('Escape')
  await test.step('dragged out of the rulers', async () => {
    await editor.press('Shift+R')
    const left = (await page.locator('[data-part="ruler-y"]').boundingBox())!
    const there = await editor.onScreen({ x: 333, y: 420 })
    await page.mouse.move(left.x + 9, there.y)
    await page.mouse.down()
    await page.mouse.move(there.x, there.y, { steps: 4 })
    await expect(upright).toBeVisible()
    await page.mouse.up()
    await expect(upright).toHaveAttribute('aria-valuenow', '333')
  })
  await test.step('a block near a guide snaps to it', async () => {
    await editor.drag({ x: 150, y: 130 }, { x: 380, y: 233 })
    await editor.expectBlock(editor.blocks().first(), { x: 333 }, 0.1)
  })
  await test.step('moved with the keys, deleted by dragging off the slide, and restored by undo', async () => {
    await editor.press('Escape')
    await editor.press('Shift+G')
    await expect(upright).toBeFocused()
    await editor.press('ArrowRight')
    await editor.press('Shift+ArrowRight')
    await expect(upright).toHaveAttribute('aria-valuenow', '344')
    await editor.drag({ x: 344, y: 600 }, { x: -20, y: 600 })
    await expect(upright).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await expect(upright).toHaveAttribute('aria-valuenow', '344')
  })
  await test.step('stored per deck in this browser', async () => {
    await editor.press('ControlOrMeta+S')
    await isSaved(page)
    await page.reload()
    await editor.isOpen()
    await expect(upright).toHaveAttribute('aria-valuenow', '344')
    await expect(level).toHaveCount(0)
  })
})
