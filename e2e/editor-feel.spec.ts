import type { Page, Request } from '@playwright/test'
import sharp from 'sharp'
import type { EditorDriver, SlidePoint } from '../src/testing/editor-driver.ts'
import { drawRectangle, onBlankSlide, writeText } from './support/blank-slide.ts'
import { isSaved } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { showSavedDeck } from './support/shown-deck.ts'

// Its saves are requests, which are held and counted here.
test.use({ sockets: false })

let editor: EditorDriver
onBlankSlide((opened) => {
  editor = opened
})

const shape = () => editor.blocks('shape').first()
const text = () => editor.blocks('text').first()
const part = (name: string) => editor.layer.locator(`[data-part="${name}"]:not([hidden])`)

/** Expects this cursor at a point of the slide. */
async function expectCursor(page: Page, point: SlidePoint, cursor: string | RegExp): Promise<void> {
  await editor.pointAt(point)
  const at = await editor.onScreen(point)
  const seen = () => page.evaluate(({ x, y }) => getComputedStyle(document.elementFromPoint(x, y)!).cursor, at)
  await expect.poll(seen).toMatch(cursor)
}

/** The color of the window at a point, as six digits. */
async function colorAt(page: Page, at: { readonly x: number; readonly y: number }): Promise<string> {
  const clip = { x: Math.round(at.x), y: Math.round(at.y), width: 1, height: 1 }
  const pixel = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer()
  return pixel.toString('hex')
}

test('the cursor shows in advance what a click would select and do', async ({ page }) => {
  await writeText(editor, { x: 400, y: 200 }, 'Solar power')
  await editor.press('Escape')
  await drawRectangle(editor, { x: 300, y: 400 }, { x: 500, y: 480 })
  await editor.press('Escape')
  await test.step('a thin outline surrounds the block under the pointer', async () => {
    await expectCursor(page, { x: 400, y: 440 }, 'move')
    await expect(part('hover')).toHaveCount(1)
    const [seen, wanted] = [(await part('hover').boundingBox())!, (await shape().boundingBox())!]
    for (const side of ['x', 'y', 'width', 'height'] as const)
      expect(Math.abs(seen[side] - wanted[side])).toBeLessThan(1)
    await expectCursor(page, { x: 880, y: 640 }, 'default')
    await expect(part('hover')).toHaveCount(0)
  })
  await test.step('no outline while dragging over a block', async () => {
    await editor.beginDrag({ x: 400, y: 440 }, { x: 400, y: 210 })
    await expect(part('frame')).toHaveCount(1)
    await expect(part('hover')).toHaveCount(0)
    await editor.press('Escape')
    await editor.drop()
    await editor.press('Escape')
  })
  await test.step('over selected text the cursor edits, over its padding it moves, at its edge it resizes', async () => {
    const { x, y, width, height } = await placeOf()
    await expectCursor(page, { x: x + width / 2, y: y + height / 2 }, 'move')
    await editor.click({ x: x + width / 2, y: y + height / 2 })
    await editor.expectSelected(1)
    await expectCursor(page, { x: x + width / 2, y: y + height / 2 }, 'text')
    await expectCursor(page, { x: x + width * 0.7, y: y + 7.5 }, 'move')
    await expectCursor(page, { x: x + width, y: y + height / 2 }, 'ew-resize')
    await editor.click({ x: x + width * 0.7, y: y + 7.5 })
    await editor.expectTyping(false)
    await editor.click({ x: x + width * 0.7, y: y + height / 2 })
    await editor.expectTyping(true)
    await editor.press('Escape')
  })
  await test.step('the cursors of handles rotate with the block', async () => {
    const turned = (degrees: number) =>
      new RegExp(encodeURIComponent(`rotate(${degrees} 12 12)`).replace(/[()]/g, '\\$&'))
    await editor.click({ x: 400, y: 440 })
    await expect(part('frame').locator('[data-handle="rotate"]')).toHaveCSS('cursor', turned(0))
    await editor.dragHandle('rotate', { x: 560, y: 440 }, ['Shift'])
    await editor.expectBlock(shape(), { rotation: 90 }, 0)
    await expect(part('frame').locator('[data-handle="rotate"]')).toHaveCSS('cursor', turned(90))
    await expect(part('frame').locator('[data-handle="n"]')).toHaveCSS('cursor', 'ew-resize')
  })
})

/** Frame of the text on the slide, in slide px. */
function placeOf(): Promise<{ x: number; y: number; width: number; height: number }> {
  return text().evaluate((element) => {
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = element as HTMLElement
    return { x: offsetLeft, y: offsetTop, width: offsetWidth, height: offsetHeight }
  })
}

test('blocks beside the slide are dimmed, listed and selectable', async ({ page }) => {
  await drawRectangle(editor, { x: 900, y: 300 }, { x: 950, y: 350 })
  await editor.press('Escape')
  await editor.pointAt({ x: 500, y: 600 })
  const onSlide = await colorAt(page, await editor.onScreen({ x: 925, y: 325 }))
  await editor.click({ x: 925, y: 325 })
  await page.getByRole('textbox', { name: 'Left', exact: true }).fill('964')
  await page.getByRole('textbox', { name: 'Left', exact: true }).press('Enter')
  await editor.expectBlock(shape(), { x: 964 }, 0.1)
  const beside = { x: 989, y: 325 }
  await test.step('visible, but distinct from the slide', async () => {
    await editor.press('Escape')
    await editor.click({ x: 500, y: 600 })
    await editor.expectSelected(0)
    const dimmed = await colorAt(page, await editor.onScreen(beside))
    const ground = await colorAt(page, await editor.onScreen({ x: 989, y: 500 }))
    expect(new Set([onSlide, dimmed, ground]).size).toBe(3)
  })
  await test.step('selectable by a click, a marquee drawn beside the slide, and the list', async () => {
    await editor.click(beside)
    await editor.expectSelected(1)
    await editor.press('Escape')
    await editor.expectSelected(0)
    await editor.drag({ x: 1012, y: 280 }, { x: 968, y: 370 })
    await editor.expectSelected(1)
    await editor.press('Escape')
    await editor.press('ControlOrMeta+Alt+L')
    const list = page.getByRole('list', { name: 'Layers, frontmost first' })
    await list.getByRole('button', { name: 'Shape', exact: true }).click()
    await editor.expectSelected(1)
  })
})

test('a drawn text box keeps its size, and a save during IME composition loses nothing', async ({ page }) => {
  // From here on saves wait until they are answered explicitly.
  let answer = (): void => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  const isSave = (request: Request) => /\/api\/v1\/decks/.test(request.url()) && request.method() !== 'GET'
  const held = page.waitForRequest(isSave)
  await page.route(/\/api\/v1\/decks/, async (route) => {
    if (isSave(route.request())) await asked
    await route.fallback()
  })
  await editor.press('t')
  await editor.drag({ x: 120, y: 120 }, { x: 720, y: 420 })
  await editor.expectTyping(true)
  await editor.type('Go ')
  const keyboard = await page.context().newCDPSession(page)
  const compose = (words: string) =>
    keyboard.send('Input.imeSetComposition', { text: words, selectionStart: words.length, selectionEnd: words.length })
  await test.step('the response to a save arrives during a composition', async () => {
    await held
    for (const words of ['に', 'にほ']) await compose(words)
    const saved = page.waitForResponse((response) => isSave(response.request()))
    answer()
    await saved
    await compose('にほん')
    await expect(text()).toHaveText('Go にほん')
    await keyboard.send('Input.insertText', { text: '日本' })
    await editor.type('!')
    await expect(text()).toHaveText('Go 日本!')
  })
  await test.step('a paragraph in a right-to-left script starts at its own side', async () => {
    await editor.press('Enter')
    await editor.type('שלום, עולם!')
    const ends = () =>
      text().evaluate((element) =>
        [...element.querySelectorAll('p')].map((paragraph) => {
          const range = document.createRange()
          range.selectNodeContents(paragraph)
          const [words, all] = [range.getBoundingClientRect(), paragraph.getBoundingClientRect()]
          return Math.round(words.left - all.left) <= 1
            ? 'left'
            : Math.round(all.right - words.right) <= 1
              ? 'right'
              : 'neither'
        }),
      )
    await expect.poll(ends).toEqual(['left', 'right'])
  })
  await editor.press('Escape')
  await editor.expectBlock(text(), { x: 120, y: 120, width: 600, height: 300 }, 1.5)
  await isSaved(page)
})

/** Pastes plain text at the focus, as the browser does. */
async function pasteText(page: Page, words: string): Promise<void> {
  await page.evaluate((words) => {
    const data = new DataTransfer()
    data.setData('text/plain', words)
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    ;(document.activeElement ?? document.body).dispatchEvent(event)
  }, words)
}

test('a pasted table becomes a chart on request, whose data is changed in a sheet, for all viewers of the deck', async ({
  page,
}) => {
  const chart = editor.blocks('chart')
  const drawn = chart.locator('svg')
  const bars = drawn.locator('g > path')
  await test.step('a chart, in the colors of the deck', async () => {
    await pasteText(page, 'Region,Sales\nNorth,12\nSouth,7\n')
    await editor.expectBlocks(1, 'table')
    await page.getByRole('button', { name: /^Pasted as/ }).click()
    await page.getByRole('menu').getByText('Chart', { exact: true }).click()
    await editor.expectBlocks(0, 'table')
    await expect(drawn.locator('text')).toContainText(['North', 'South', '12', '7'])
    await expect(chart.getByRole('rowheader')).toHaveText(['North', 'South'])
    const accent = await editor.slide
      .locator('.reveal')
      .first()
      .evaluate((element) => {
        const probe = document.createElement('i')
        probe.style.color = getComputedStyle(element).getPropertyValue('--r-accent-color')
        element.append(probe)
        const { color } = getComputedStyle(probe)
        probe.remove()
        return color
      })
    await expect(bars.first()).toHaveCSS('fill', accent)
  })
  await test.step('its data is changed, and a category added', async () => {
    await page.getByRole('button', { name: 'Edit data' }).click()
    const sheet = page.getByRole('table', { name: 'Data of the chart' })
    const first = sheet.getByRole('textbox', { name: 'North, Sales' })
    await expect(first).toBeFocused()
    await first.fill('20')
    await expect(drawn.locator('text')).toContainText(['North', 'South', '20', '7'])
    await editor.press('Enter')
    await editor.press('Enter')
    const added = sheet.getByRole('textbox', { name: 'Category 3, Sales' })
    await expect(added).toBeFocused()
    await added.fill('9')
    await expect(bars).toHaveCount(3)
    await sheet.getByRole('button', { name: 'Remove row 2' }).click()
    await expect(bars).toHaveCount(2)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(sheet).toHaveCount(0)
  })
  await test.step('another kind, and undo', async () => {
    await page
      .getByRole('radio', { name: 'Pie' })
      .or(page.getByRole('button', { name: 'Pie', exact: true }))
      .click()
    await expect(drawn.locator('text')).toContainText(['69%'])
    await editor.press('ControlOrMeta+Z')
    await expect(bars).toHaveCount(2)
  })
  await test.step('a series takes another color of the theme', async () => {
    const before = await bars.first().evaluate((bar) => getComputedStyle(bar).fill)
    await expect(page.getByLabel('Color of Sales')).not.toHaveCSS('--color', 'transparent')
    await page.getByLabel('Color of Sales').click()
    await page.getByRole('button', { name: 'Accent 3', exact: true }).click()
    await expect(bars.first()).not.toHaveCSS('fill', before)
    await expect(chart.locator('figure')).toHaveAttribute('style', '--l-series-1: var(--l-accent-3);')
    await page.keyboard.press('Escape')
  })
  await test.step('for all viewers', async () => {
    const fill = await bars.first().evaluate((bar) => getComputedStyle(bar).fill)
    const shown = (await showSavedDeck(page)).locator('[data-block-type="chart"]')
    await expect(shown.locator('svg g > path').first()).toHaveCSS('fill', fill)
    await expect(shown.locator('svg text')).toContainText(['North', '20', '9'])
    await expect(shown.locator('svg g > path').first()).toBeVisible()
    await expect(shown.getByRole('cell')).toHaveText(['20', '9'])
  })
  await test.step('opened again, it is drawn anew at a change', async () => {
    await page.goto(`${page.url()}/edit`)
    await expect(bars).toHaveCount(2)
    await chart.click({ force: true })
    await page
      .getByRole('radio', { name: 'Pie' })
      .or(page.getByRole('button', { name: 'Pie', exact: true }))
      .click()
    await expect(drawn.locator('text')).toContainText(['69%'])
  })
})

test('pasted diagram source becomes a diagram, for all viewers of the deck', async ({ page }) => {
  const words = ['Sun', 'Leaf', 'Sugar', 'light']
  await pasteText(page, 'flowchart LR\n  A[Sun] -->|light| B{Leaf}\n  B --> C[(Sugar)]')
  await expect(editor.blocks('image').locator('svg text')).toHaveText(words)
  const shown = (await showSavedDeck(page)).locator('svg text')
  await expect(shown).toHaveText(words)
  await expect(shown.first()).toBeVisible()
})

test('a double click opens each block’s own editor', async ({ page }) => {
  const things = [
    ['$$a^2 + b^2$$', 'math', page.getByRole('dialog').getByLabel('LaTeX')],
    ['```js\nconst a = 1\n```', 'code', editor.slide.getByRole('textbox', { name: 'Code' })],
    [
      'Region\tSales\nNorth\t12',
      'table',
      editor.slide.locator('td[contenteditable="true"], th[contenteditable="true"]'),
    ],
  ] as const
  for (const [words, type, opened] of things) {
    await test.step(type, async () => {
      await pasteText(page, words)
      await editor.expectBlocks(1, type)
      await editor.expectSelected(1)
      await editor.press('Escape')
      await editor.expectSelected(0)
      const box = (await editor.blocks(type).boundingBox())!
      // Off-center: at the center a table has its borders.
      await page.mouse.dblclick(box.x + box.width * 0.45, box.y + box.height * 0.4)
      await expect(opened).toBeVisible()
      await expect(opened).toBeFocused()
      await editor.press('Escape')
      await expect(opened).toHaveCount(0)
      await editor.expectSelected(1)
      await expect(editor.layer).toBeFocused()
      await editor.press('Delete')
      await editor.expectBlocks(0)
    })
  }
})
