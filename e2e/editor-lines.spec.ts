import type { EditorDriver, SlidePoint } from '../src/testing/editor-driver.ts'
import { drawRectangle, onSharedSlide } from './support/blank-slide.ts'
import { expect, test } from './support/journey.ts'

let editor: EditorDriver
onSharedSlide((opened) => {
  editor = opened
})

const line = () => editor.blocks('line').first()

/** Positions of the line's ends, in slide px. */
function ends(): Promise<SlidePoint[]> {
  return line().evaluate((element: HTMLElement) => {
    const path = element.querySelector<SVGPathElement>('path.block-line')!
    const at = (length: number) => {
      const { x, y } = path.getPointAtLength(length)
      return {
        x: Math.round(x + Number.parseFloat(element.style.left)),
        y: Math.round(y + Number.parseFloat(element.style.top)),
      }
    }
    return [at(0), at(path.getTotalLength())]
  })
}

async function expectEnds(start: SlidePoint, end: SlidePoint): Promise<void> {
  await expect.poll(ends).toEqual([start, end])
}

async function drawLine(from: SlidePoint, to: SlidePoint): Promise<void> {
  await editor.press('Escape')
  await editor.press('l')
  await editor.drag(from, to)
}

test('a line drawn from block to block is connected to both, and follows them in every kind of move', async () => {
  const { page } = editor
  await drawRectangle(editor, { x: 100, y: 100 }, { x: 200, y: 200 })
  await drawRectangle(editor, { x: 500, y: 400 }, { x: 600, y: 500 })
  await drawLine({ x: 205, y: 148 }, { x: 496, y: 452 })
  await expectEnds({ x: 200, y: 150 }, { x: 500, y: 450 })
  await test.step('while a block is dragged, and when it is dropped', async () => {
    await editor.beginDrag({ x: 550, y: 470 }, { x: 650, y: 330 })
    await expect.poll(async () => (await ends())[1]!.x).toBeGreaterThan(560)
    await editor.drop()
    await expect.poll(async () => (await ends())[0]).toEqual({ x: 200, y: 150 })
    const moved = await editor
      .blocks('shape')
      .last()
      .evaluate((one: HTMLElement) => ({
        x: Number.parseFloat(one.style.left),
        y: Number.parseFloat(one.style.top) + 50,
      }))
    await expectEnds({ x: 200, y: 150 }, moved)
  })
  await test.step('with the arrow keys, with numbers, and with undo', async () => {
    await editor.click({ x: 120, y: 120 })
    await editor.press('Shift+ArrowDown')
    await expect.poll(async () => (await ends())[0]).toEqual({ x: 200, y: 160 })
    await page.getByLabel('Width', { exact: true }).fill('60')
    await page.getByLabel('Width', { exact: true }).press('Enter')
    await expect.poll(async () => (await ends())[0]).toEqual({ x: 160, y: 160 })
    await editor.click({ x: 120, y: 120 })
    await editor.press('ControlOrMeta+Z')
    await editor.press('ControlOrMeta+Z')
    await expect.poll(async () => (await ends())[0]).toEqual({ x: 200, y: 150 })
  })
  await test.step('when the block is deleted its end stays', async () => {
    await editor.click({ x: 120, y: 120 })
    await editor.press('Delete')
    await editor.expectBlocks(1, 'shape')
    await expect.poll(async () => (await ends())[0]).toEqual({ x: 200, y: 150 })
    await expect(line().locator('svg')).not.toHaveAttribute('data-l-from')
  })
})

test('an end dragged near a block shows its anchors, and disconnects when it is dragged away', async () => {
  const { page } = editor
  await drawRectangle(editor, { x: 500, y: 300 }, { x: 700, y: 400 })
  await drawLine({ x: 100, y: 100 }, { x: 300, y: 100 })
  const anchors = editor.layer.locator('[data-part="anchor"]:not([hidden])')
  const handle = (await editor.layer.locator('[data-part="end"][data-end="1"]').boundingBox())!
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
  await page.mouse.down()
  await editor.dragTo({ x: 600, y: 290 })
  await expect(anchors).toHaveCount(4)
  await expect(editor.layer.locator('[data-part="anchor"][data-held]')).toHaveCount(1)
  await editor.drop()
  await expect(anchors).toHaveCount(0)
  await expectEnds({ x: 100, y: 100 }, { x: 600, y: 300 })
  await expect(line().locator('svg')).toHaveAttribute('data-l-to', / top$/)
  await editor.dragEnd(1, { x: 400, y: 100 })
  await expect(line().locator('svg')).not.toHaveAttribute('data-l-to')
})

test('a line is redrawn orthogonal or curved, with different heads', async () => {
  const { page } = editor
  const panel = page.getByRole('complementary', { name: 'Properties' })
  await drawLine({ x: 100, y: 100 }, { x: 400, y: 300 })
  await panel.getByLabel('Elbow').check()
  await expect(line().locator('path.block-line')).toHaveAttribute('d', /^M[^C]*L[^C]*L[^C]*L/)
  await panel.getByLabel('Curve').check()
  await expect(line().locator('path.block-line')).toHaveAttribute('d', /C/)
  await panel.getByLabel('Start').selectOption({ label: 'Circle' })
  await panel.getByLabel('End').selectOption({ label: 'Triangle' })
  await expect(line().locator('path.block-head')).toHaveAttribute('d', /A.*Z.*Z/)
  await panel.getByLabel('Style').selectOption({ label: 'Dashed' })
  await expect(line().locator('path.block-line')).toHaveAttribute('stroke-dasharray', /\d/)
})
