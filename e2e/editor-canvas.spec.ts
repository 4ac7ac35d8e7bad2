import { canvasFrame } from '../src/testing/canvas-frame.ts'
import type { EditorDriver } from '../src/testing/editor-driver.ts'
import { drawRectangle, onBlankSlide } from './support/blank-slide.ts'
import { expect, test } from './support/journey.ts'

let editor: EditorDriver
onBlankSlide((opened) => {
  editor = opened
})

const shape = () => editor.blocks('shape').first()

test('the wheel zooms at the pointer with Ctrl, and the space bar pans', async ({ page }) => {
  await drawRectangle(editor, { x: 600, y: 400 }, { x: 700, y: 500 })
  const zoom = page.getByRole('toolbar', { name: 'Zoom' })
  /** The corner of the canvas shows the slide's scale. */
  const isTold = () =>
    expect(async () => {
      // Both are read on each poll: the slide may be resizing.
      const shown = (await shape().boundingBox())!.width / 100
      expect(await zoom.getByRole('button', { name: /%$/ }).textContent()).toBe(`${Math.round(shown * 100)}%`)
    }).toPass({ timeout: 15_000 })
  await isTold()
  const before = await editor.onScreen({ x: 650, y: 450 })
  await editor.pointAt({ x: 650, y: 450 })
  // Only the number may change outside the slide meanwhile.
  await page.evaluate(() => {
    const stage = document.querySelector('[role="application"]')!.parentElement!
    // Autosave runs on its own timer and updates its status.
    const saving = document.querySelector('header [data-save-area]')
    const drawn: string[] = []
    Object.assign(window, { drawn })
    new MutationObserver((changes) => {
      for (const { target, type } of changes) {
        if (!stage.contains(target) && !saving?.contains(target)) drawn.push(`${type} ${target.nodeName}`)
      }
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  })
  await page.keyboard.down('Control')
  for (const by of [-30, -30]) await page.mouse.wheel(0, by)
  await page.keyboard.up('Control')
  await expect(zoom.getByRole('button', { name: /1\d\d%/ })).toBeVisible()
  const drawn = await page.evaluate(() => (window as unknown as { drawn: string[] }).drawn)
  expect(new Set(drawn)).toEqual(new Set(['characterData #text']))
  // The slide is drawn in the frame after an event.
  await expect.poll(async () => (await shape().boundingBox())!.width).toBeGreaterThan(120)
  await isTold()
  /** Distance of the point from where it was before, and from a place beside that, in px. */
  const away = async (x = 0, y = 0) => {
    const now = await editor.onScreen({ x: 650, y: 450 })
    return Math.hypot(now.x - before.x - x, now.y - before.y - y)
  }
  await expect.poll(() => away()).toBeLessThan(1.5)
  await page.keyboard.down('Space')
  await page.mouse.down()
  await page.mouse.move(before.x + 60, before.y - 40, { steps: 4 })
  await page.mouse.up()
  await page.keyboard.up('Space')
  await expect.poll(() => away(60, -40)).toBeLessThan(2)
  await editor.expectBlock(shape(), { x: 600, y: 400 }, 1.5)

  await test.step('the corner of the canvas has zoom levels, with their keys', async () => {
    await zoom.getByRole('button', { name: /%$/ }).click()
    await page.getByRole('menuitem', { name: 'Zoom to 200%' }).click()
    await isTold()
    expect((await shape().boundingBox())!.width).toBeCloseTo(200, 0)
    await expect(editor.layer).toBeFocused()
    await editor.press('ControlOrMeta+1')
    await expect(zoom.getByRole('button', { name: '100%' })).toBeVisible()
    await zoom.getByRole('button', { name: 'Zoom out' }).click()
    await expect(zoom.getByRole('button', { name: '80%' })).toBeVisible()
    await zoom.getByRole('button', { name: 'Fit the slide' }).click()
    await isTold()
    await page.setViewportSize({ width: 1280, height: 500 })
    await isTold()
  })
})

test.describe('by touch', () => {
  test.use({ hasTouch: true })

  test('blocks are selected by a tap and moved by dragging', async ({ page }) => {
    await drawRectangle(editor, { x: 100, y: 100 }, { x: 220, y: 200 })
    await editor.press('Escape')
    const from = await editor.onScreen({ x: 160, y: 150 })
    await page.touchscreen.tap(from.x, from.y)
    await editor.expectSelected(1)
    const to = await editor.onScreen({ x: 307, y: 263 })
    const touch = await page.context().newCDPSession(page)
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
    await send('touchStart', from.x, from.y)
    for (let step = 1; step <= 5; step++) {
      await send('touchMove', from.x + ((to.x - from.x) * step) / 5, from.y + ((to.y - from.y) * step) / 5)
    }
    await send('touchEnd', to.x, to.y)
    await editor.expectBlock(shape(), { x: 247, y: 213 }, 2)
  })
})

test('no script of a slide can run on the canvas', async ({ page, complaints }) => {
  complaints.expect(/Content Security Policy/)
  await drawRectangle(editor, { x: 100, y: 100 }, { x: 200, y: 200 })
  // Inserted past both sanitizers: only the frame's sandbox is left.
  await page.locator(canvasFrame).evaluate((element) => {
    const frame = element as HTMLIFrameElement
    const inner = frame.contentDocument!
    const image = inner.createElement('img')
    image.setAttribute('onerror', 'parent.ran = true')
    const script = inner.createElement('script')
    script.append('parent.ran = true')
    inner.body.append(image, script)
    image.src = 'data:image/png;base64,broken'
    return new Promise((resolve) => image.addEventListener('error', resolve))
  })
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
})

test('during a drag only the dragged block and the overlay change', async ({ page }) => {
  await drawRectangle(editor, { x: 100, y: 100 }, { x: 200, y: 200 })
  await drawRectangle(editor, { x: 600, y: 400 }, { x: 700, y: 500 })
  await editor.beginDrag({ x: 650, y: 450 }, { x: 560, y: 430 })
  await page.evaluate(() => {
    const layer = document.querySelector('[role="application"]')!
    // Autosave runs on its own timer and updates its status.
    const saving = document.querySelector('header [data-save-area]')
    const seen: string[] = []
    const watcher = new MutationObserver((records) => {
      for (const { target } of records) {
        if (!layer.contains(target) && !saving?.contains(target)) seen.push(target.nodeName)
      }
    })
    watcher.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
    Object.assign(window, { seenChanges: seen })
  })
  await editor.dragTo({ x: 500, y: 380 })
  await editor.dragTo({ x: 450, y: 420 })
  expect(await page.evaluate(() => (window as unknown as { seenChanges: string[] }).seenChanges)).toEqual([])
  await editor.drop()
})

test('the first click on an empty placeholder places the caret', async ({ page }) => {
  // Restores the new deck's placeholders.
  await editor.press('ControlOrMeta+Z')
  await editor.press('Escape')
  const place = editor.slide.locator('[data-block-type="text"]').first()
  await expect(place).toBeVisible()
  const box = (await place.boundingBox())!
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await editor.expectTyping(true)
  await editor.type('Leaves')
  await expect(place).toHaveText('Leaves')
})
