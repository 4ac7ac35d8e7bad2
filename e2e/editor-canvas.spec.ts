import type { Cookie } from '@playwright/test'
import type { EditorDriver, HeldKey, SlidePoint } from '../src/testing/editor-driver.ts'
import { openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { type Account, signUp } from './support/person.ts'

let editor: EditorDriver
/** One account for all tests of a worker: what matters here is the slide, not who draws on it. */
let author: { readonly account: Account; readonly cookies: Cookie[] } | null = null

test.beforeEach(async ({ page, context, complaints }) => {
  // The test tool listens to the pointer inside of every document it has looked into, and is stopped there like anyone.
  complaints.expect(/Blocked script execution in '.*\/canvas'/)
  if (author) await context.addCookies(author.cookies)
  else {
    const account = await signUp(context.request)
    author = { account, cookies: await context.cookies() }
  }
  editor = await openEditor(page, `/${author.account.username}/new`)
  await editor.press('ControlOrMeta+A')
  await editor.press('Delete')
  await editor.expectBlocks(0)
})

/** Draws a rectangle with its own tool; it is selected afterwards. */
async function drawRectangle(from: SlidePoint, to: SlidePoint, held: readonly HeldKey[] = []): Promise<void> {
  await editor.press('Escape')
  await editor.press('r')
  await editor.drag(from, to, held)
}

/** Adds a text where it is clicked and types into it; the typing goes on. */
async function writeText(at: SlidePoint, text: string): Promise<void> {
  await editor.press('Escape')
  await editor.press('t')
  await editor.click(at)
  await editor.expectTyping(true)
  await editor.type(text)
}

const shape = () => editor.blocks('shape').first()
const text = () => editor.blocks('text').first()

test('what is drawn stands exactly where it was drawn', async () => {
  await drawRectangle({ x: 100, y: 100 }, { x: 300, y: 220 })
  await editor.expectBlock(shape(), { x: 100, y: 100, width: 200, height: 120 }, 1.5)
  await editor.expectSelected(1)
})

test('Shift draws a square, and a click draws the usual size', async () => {
  await drawRectangle({ x: 100, y: 100 }, { x: 300, y: 220 }, ['Shift'])
  await editor.expectBlock(shape(), { width: 200, height: 200 }, 1.5)
  await editor.press('Delete')
  await editor.press('r')
  await editor.click({ x: 400, y: 300 })
  await editor.expectBlock(shape(), { x: 300, y: 200, width: 200, height: 200 }, 1.5)
})

test.describe('moving', () => {
  test.beforeEach(() => drawRectangle({ x: 100, y: 100 }, { x: 200, y: 160 }))

  test('takes the block along, in one undo step', async () => {
    await editor.drag({ x: 150, y: 130 }, { x: 253, y: 247 })
    await editor.expectBlock(shape(), { x: 203, y: 217 }, 1.5)
    await editor.press('ControlOrMeta+Z')
    await editor.expectBlock(shape(), { x: 100, y: 100 }, 1.5)
    await editor.press('ControlOrMeta+Shift+Z')
    await editor.expectBlock(shape(), { x: 203, y: 217 }, 1.5)
  })

  test('does not begin before the pointer has gone a few px', async () => {
    await editor.drag({ x: 150, y: 130 }, { x: 152, y: 131 })
    await editor.expectBlock(shape(), { x: 100, y: 100 }, 1.5)
  })

  test('shows guides and snaps to the middle of the slide', async () => {
    await editor.beginDrag({ x: 150, y: 130 }, { x: 483, y: 346 })
    await editor.expectGuides(2)
    await editor.drop()
    await editor.expectBlock(shape(), { x: 430, y: 320 }, 1)
    await editor.expectGuides(0)
  })

  test('keeps to one axis with Shift, which may be pressed on the way', async () => {
    await editor.beginDrag({ x: 150, y: 130 }, { x: 340, y: 170 })
    await editor.page.keyboard.down('Shift')
    await editor.expectBlock(shape(), { y: 100 }, 1.5)
    await editor.drop()
    await editor.page.keyboard.up('Shift')
    await editor.expectBlock(shape(), { x: 290, y: 100 }, 1.5)
  })

  test('leaves the block and moves a copy while Alt is held', async () => {
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

  test('is given up with Escape', async () => {
    await editor.beginDrag({ x: 150, y: 130 }, { x: 400, y: 420 })
    await editor.press('Escape')
    await editor.drop()
    await editor.expectBlock(shape(), { x: 100, y: 100 }, 1.5)
    await editor.expectSelected(1)
  })

  test('with the arrow keys is undone in one for a row of presses', async () => {
    for (let press = 0; press < 5; press++) await editor.press('ArrowRight')
    await editor.press('Shift+ArrowDown')
    await editor.expectBlock(shape(), { x: 105, y: 110 }, 1.5)
    await editor.press('ControlOrMeta+Z')
    await editor.expectBlock(shape(), { x: 100, y: 100 }, 1.5)
  })
})

test.describe('sizing and turning', () => {
  test.beforeEach(() => drawRectangle({ x: 300, y: 200 }, { x: 500, y: 300 }))

  test('a corner sizes freely, with Shift in proportion, with Alt from the middle', async () => {
    await editor.dragHandle('se', { x: 560, y: 380 })
    await editor.expectBlock(shape(), { x: 300, y: 200, width: 260, height: 180 }, 2)
    await editor.press('ControlOrMeta+Z')
    await editor.dragHandle('se', { x: 600, y: 350 }, ['Shift'])
    await editor.expectBlock(shape(), { x: 300, y: 200, width: 300, height: 150 }, 2)
    await editor.press('ControlOrMeta+Z')
    await editor.dragHandle('e', { x: 540, y: 250 }, ['Alt'])
    await editor.expectBlock(shape(), { x: 260, y: 200, width: 280, height: 100 }, 2)
  })

  test('the handle above turns, with Shift by steps of 15 degrees', async () => {
    await editor.dragHandle('rotate', { x: 480, y: 175 }, ['Shift'])
    await editor.expectBlock(shape(), { rotation: 45 }, 0)
    await editor.press('ControlOrMeta+Z')
    await editor.expectBlock(shape(), { rotation: 0 }, 0)
  })

  test('a turned block keeps its opposite corner while it is sized', async () => {
    await editor.dragHandle('rotate', { x: 540, y: 250 })
    await editor.expectBlock(shape(), { rotation: 90 }, 0)
    // The upright corner at the right bottom is the handle at the right top of the unturned block.
    await editor.dragHandle('ne', { x: 470, y: 400 })
    await editor.expectBlock(shape(), { width: 250, height: 120 }, 3)
  })
})

test.describe('several blocks', () => {
  test.beforeEach(async () => {
    await drawRectangle({ x: 100, y: 100 }, { x: 200, y: 200 })
    await drawRectangle({ x: 300, y: 150 }, { x: 380, y: 250 })
    await drawRectangle({ x: 600, y: 400 }, { x: 700, y: 500 })
    await editor.press('Escape')
  })

  test('are chosen by a rectangle around them, by Shift and a click, or all at once', async () => {
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

  test('a rectangle drawn to the left takes what it touches', async () => {
    await editor.drag({ x: 350, y: 300 }, { x: 150, y: 80 })
    await editor.expectSelected(2)
  })

  test('move and grow together, in one undo step each', async () => {
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

  test('are deleted, and come back', async () => {
    await editor.press('ControlOrMeta+A')
    await editor.press('Delete')
    await editor.expectBlocks(0)
    await editor.press('ControlOrMeta+Z')
    await editor.expectBlocks(3)
    await editor.expectSelected(3)
  })

  test('a locked one is left alone by pointer and keys until it is unlocked', async () => {
    await editor.click({ x: 150, y: 150 })
    await editor.press('ControlOrMeta+Shift+K')
    await editor.press('Delete')
    await editor.expectBlocks(3)
    await editor.drag({ x: 150, y: 150 }, { x: 180, y: 190 })
    await editor.expectBlock(shape(), { x: 100, y: 100 }, 1.5)
  })
})

test('duplicating again repeats the distance the copy was moved to', async () => {
  await drawRectangle({ x: 100, y: 100 }, { x: 160, y: 160 })
  await editor.press('ControlOrMeta+D')
  await editor.drag({ x: 150, y: 150 }, { x: 250, y: 130 })
  await editor.expectBlock(editor.blocks().nth(1), { x: 220, y: 100 }, 2)
  await editor.press('ControlOrMeta+D')
  await editor.expectBlock(editor.blocks().nth(2), { x: 340, y: 100 }, 4)
})

test('copy and paste puts the copy beside what it was copied from', async () => {
  await drawRectangle({ x: 100, y: 100 }, { x: 160, y: 160 })
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

test('the ends of a line are drawn, and dragged one by one', async () => {
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

test.describe('typing', () => {
  test('a click adds a text that is typed into at once, and Escape steps out rung by rung', async () => {
    await writeText({ x: 400, y: 200 }, 'Solar power')
    await editor.expectBlock(text(), { text: 'Solar power' })
    await editor.press('Escape')
    await editor.expectTyping(false)
    await editor.expectSelected(1)
    await editor.press('Escape')
    await editor.expectSelected(0)
  })

  test('a second click puts the caret where it is clicked; a double click on empty ground begins a text', async () => {
    await writeText({ x: 400, y: 200 }, 'Hello')
    await editor.press('Escape')
    await editor.press('Escape')
    await editor.click({ x: 110, y: 200 })
    await editor.expectTyping(false)
    await editor.click({ x: 110, y: 200 })
    await editor.expectTyping(true)
    await editor.press('Home')
    await editor.type('Oh! ')
    await editor.expectBlock(text(), { text: 'Oh! Hello' })
    await editor.click({ x: 800, y: 600 })
    await editor.expectTyping(false)
    await editor.doubleClick({ x: 500, y: 450 })
    await editor.expectBlocks(2, 'text')
    await editor.expectTyping(true)
  })

  test('a key pressed over a selected text begins typing, and is not lost', async () => {
    await writeText({ x: 400, y: 200 }, 'One')
    await editor.press('Escape')
    await editor.type('!')
    await editor.expectTyping(true)
    await editor.type('?')
    await editor.expectBlock(text(), { text: 'One!?' })
  })

  test('Enter makes paragraphs, and what is saved is clean', async () => {
    await writeText({ x: 400, y: 200 }, 'First')
    await editor.press('Enter')
    await editor.type('Second ')
    await editor.press('ControlOrMeta+B')
    await editor.type('bold')
    await editor.press('ControlOrMeta+B')
    await editor.type(' plain')
    await editor.press('Escape')
    const html = await text().locator('.block-content').innerHTML()
    expect(html.replaceAll('&nbsp;', ' ')).toBe('<p>First</p><p>Second <strong>bold</strong> plain</p>')
  })

  test('lists are made, indented, and left with Enter on an empty item', async () => {
    await writeText({ x: 400, y: 200 }, 'One')
    await editor.press('ControlOrMeta+Shift+8')
    await editor.press('Enter')
    await editor.type('Two')
    await editor.press('Tab')
    await editor.press('Enter')
    await editor.press('Enter')
    await editor.press('Enter')
    await editor.type('After')
    await editor.press('Escape')
    const html = await text().locator('.block-content').innerHTML()
    expect(html).toBe('<ul><li>One<ul><li>Two</li></ul></li></ul><p>After</p>')
  })

  test('Backspace and Delete join paragraphs without leaving styles behind', async () => {
    await writeText({ x: 400, y: 200 }, 'One')
    await editor.press('Enter')
    await editor.type('Two')
    await editor.press('Home')
    await editor.press('Backspace')
    await editor.type(' ')
    await editor.press('Escape')
    const html = await text().locator('.block-content').innerHTML()
    expect(html.replaceAll('&nbsp;', ' ')).toBe('<p>One Two</p>')
  })

  test('undo takes words back one by one while typing goes on', async () => {
    await writeText({ x: 400, y: 200 }, 'one two three')
    await editor.press('ControlOrMeta+Z')
    await editor.expectBlock(text(), { text: 'one two' })
    await editor.press('ControlOrMeta+Z')
    await editor.expectBlock(text(), { text: 'one' })
    await editor.expectTyping(true)
    await editor.press('ControlOrMeta+Shift+Z')
    await editor.type('!')
    await editor.expectBlock(text(), { text: 'one two!' })
  })

  test('marks the whole text of a selected block', async () => {
    await writeText({ x: 400, y: 200 }, 'All of it')
    await editor.press('Escape')
    await editor.press('ControlOrMeta+I')
    await expect(text().locator('em')).toHaveText('All of it')
    await editor.press('ControlOrMeta+I')
    await expect(text().locator('em')).toHaveCount(0)
  })

  test('an input method composes undisturbed, and a mark begun before it holds', async ({ page }) => {
    await writeText({ x: 400, y: 200 }, 'Go ')
    await editor.press('ControlOrMeta+B')
    const keyboard = await page.context().newCDPSession(page)
    for (const composed of ['に', 'にほ', 'にほん']) {
      const place = composed.length
      await keyboard.send('Input.imeSetComposition', { text: composed, selectionStart: place, selectionEnd: place })
    }
    await keyboard.send('Input.insertText', { text: '日本' })
    await editor.press('Escape')
    const html = await text().locator('.block-content').innerHTML()
    expect(html.replaceAll('&nbsp;', ' ')).toBe('<p>Go <strong>日本</strong></p>')
  })

  test('the box grows with its text, and so does the frame around it', async () => {
    await writeText({ x: 400, y: 200 }, 'One')
    const before = (await text().boundingBox())!.height
    await editor.press('Enter')
    await editor.type('Two')
    await expect.poll(async () => (await text().boundingBox())!.height).toBeGreaterThan(before * 1.5)
    const frame = editor.layer.locator('[data-part="frame"]')
    await expect
      .poll(async () => Math.abs((await frame.boundingBox())!.height - (await text().boundingBox())!.height))
      .toBeLessThan(2)
  })
})

test('a text box that is left empty does not stay behind unseen', async () => {
  await writeText({ x: 400, y: 200 }, 'x')
  await editor.press('Backspace')
  await editor.press('Escape')
  await editor.expectBlocks(0)
  await editor.press('ControlOrMeta+Z')
  await editor.press('ControlOrMeta+Z')
  await editor.expectBlock(text(), { text: 'x' })
})

test('the wheel zooms about the pointer with Ctrl, and the space bar pushes the slide', async ({ page }) => {
  await drawRectangle({ x: 600, y: 400 }, { x: 700, y: 500 })
  const before = await editor.onScreen({ x: 650, y: 450 })
  await editor.pointAt({ x: 650, y: 450 })
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -100)
  await page.keyboard.up('Control')
  const width = (await shape().boundingBox())!.width
  expect(width).toBeGreaterThan(120)
  const after = await editor.onScreen({ x: 650, y: 450 })
  expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeLessThan(1.5)
  await page.keyboard.down('Space')
  await page.mouse.down()
  await page.mouse.move(before.x + 60, before.y - 40, { steps: 4 })
  await page.mouse.up()
  await page.keyboard.up('Space')
  const pushed = await editor.onScreen({ x: 650, y: 450 })
  expect(Math.hypot(pushed.x - before.x - 60, pushed.y - before.y + 40)).toBeLessThan(2)
  await editor.expectBlock(shape(), { x: 600, y: 400 }, 1.5)
})

test('what is selected is said to those who do not see it', async () => {
  await drawRectangle({ x: 600, y: 400 }, { x: 700, y: 500 })
  await expect(editor.page.getByText('Shape selected')).toBeAttached()
  await editor.press('ControlOrMeta+Shift+K')
  await expect(editor.page.getByText('Shape selected, locked')).toBeAttached()
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true })

  test('blocks are selected by a tap and moved by dragging', async ({ page }) => {
    await drawRectangle({ x: 100, y: 100 }, { x: 220, y: 200 })
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
  await drawRectangle({ x: 100, y: 100 }, { x: 200, y: 200 })
  // Put in from outside, past the sanitiser and the purifier: only the frame itself stands in the way now.
  await page.evaluate(() => {
    const frame = document.querySelector<HTMLIFrameElement>('iframe[title="Slide"]:not([aria-hidden])')!
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

test('during a drag nothing but the dragged block and the layer above changes', async ({ page }) => {
  await drawRectangle({ x: 100, y: 100 }, { x: 200, y: 200 })
  await drawRectangle({ x: 600, y: 400 }, { x: 700, y: 500 })
  await editor.beginDrag({ x: 650, y: 450 }, { x: 560, y: 430 })
  await page.evaluate(() => {
    const layer = document.querySelector('[role="application"]')!
    const seen: string[] = []
    const watcher = new MutationObserver((records) => {
      for (const record of records) if (!layer.contains(record.target)) seen.push(record.target.nodeName)
    })
    watcher.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
    Object.assign(window, { seenChanges: seen })
  })
  await editor.dragTo({ x: 500, y: 380 })
  await editor.dragTo({ x: 450, y: 420 })
  expect(await page.evaluate(() => (window as unknown as { seenChanges: string[] }).seenChanges)).toEqual([])
  await editor.drop()
})
