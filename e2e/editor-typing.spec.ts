import type { EditorDriver } from '../src/testing/editor-driver.ts'
import { onSharedSlide, writeText } from './support/blank-slide.ts'
import { expect, test } from './support/journey.ts'

let editor: EditorDriver
onSharedSlide((opened) => {
  editor = opened
})

const text = () => editor.blocks('text').first()

test('a click adds a text in editing mode, and Escape leaves step by step', async () => {
  await writeText(editor, { x: 400, y: 200 }, 'Solar power')
  await editor.expectBlock(text(), { text: 'Solar power' })
  await editor.press('Escape')
  await editor.expectTyping(false)
  await editor.expectSelected(1)
  await editor.press('Escape')
  await editor.expectSelected(0)
})

test('a second click places the caret; a double click on empty space adds a text', async () => {
  await writeText(editor, { x: 400, y: 200 }, 'Hello')
  await editor.press('Escape')
  await editor.press('Escape')
  await editor.click({ x: 420, y: 200 })
  await editor.expectTyping(false)
  await editor.click({ x: 420, y: 200 })
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

test('text typed below the edge of the slide does not scroll the canvas away from its outlines', async () => {
  await editor.doubleClick({ x: 300, y: 640 })
  await editor.expectTyping(true)
  for (const words of ['One', 'two', 'three', 'four', 'five', 'six']) {
    await editor.type(words)
    await editor.press('Enter')
  }
  const scrolled = () =>
    text().evaluate(({ ownerDocument: { documentElement, body } }) => documentElement.scrollTop + body.scrollTop)
  await expect(text()).toContainText('six')
  expect(await scrolled()).toBe(0)
  await editor.press('Escape')
  expect(await scrolled()).toBe(0)
})

test('a key pressed on a selected text starts editing, and is not lost', async () => {
  await writeText(editor, { x: 400, y: 200 }, 'One')
  await editor.press('Escape')
  await editor.type('!')
  await editor.expectTyping(true)
  await editor.type('?')
  await editor.expectBlock(text(), { text: 'One!?' })
})

test('Enter makes paragraphs, and the saved markup is clean', async () => {
  await writeText(editor, { x: 400, y: 200 }, 'First')
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

test('lists are made, indented, and ended with Enter on an empty item', async () => {
  await writeText(editor, { x: 400, y: 200 }, 'One')
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

test('Backspace and Delete join paragraphs without leaving inline styles', async () => {
  await writeText(editor, { x: 400, y: 200 }, 'One')
  await editor.press('Enter')
  await editor.type('Two')
  await editor.press('Home')
  await editor.press('Backspace')
  await editor.type(' ')
  await editor.press('Escape')
  const html = await text().locator('.block-content').innerHTML()
  expect(html.replaceAll('&nbsp;', ' ')).toBe('<p>One Two</p>')
})

test('undo removes words one by one while editing continues', async () => {
  await writeText(editor, { x: 400, y: 200 }, 'one two three')
  await editor.press('ControlOrMeta+Z')
  await editor.expectBlock(text(), { text: 'one two' })
  await editor.press('ControlOrMeta+Z')
  await editor.expectBlock(text(), { text: 'one' })
  await editor.expectTyping(true)
  await editor.press('ControlOrMeta+Shift+Z')
  await editor.type('!')
  await editor.expectBlock(text(), { text: 'one two!' })
})

test('formatting applies to the whole text of a selected block', async () => {
  await writeText(editor, { x: 400, y: 200 }, 'All of it')
  await editor.press('Escape')
  await editor.press('ControlOrMeta+I')
  await expect(text().locator('em')).toHaveText('All of it')
  await editor.press('ControlOrMeta+I')
  await expect(text().locator('em')).toHaveCount(0)
})

test('an IME composes undisturbed, and a mark started before it is kept', async () => {
  await writeText(editor, { x: 400, y: 200 }, 'Go ')
  await editor.press('ControlOrMeta+B')
  const keyboard = await editor.page.context().newCDPSession(editor.page)
  for (const composed of ['に', 'にほ', 'にほん']) {
    const place = composed.length
    await keyboard.send('Input.imeSetComposition', { text: composed, selectionStart: place, selectionEnd: place })
  }
  await keyboard.send('Input.insertText', { text: '日本' })
  await editor.press('Escape')
  const html = await text().locator('.block-content').innerHTML()
  expect(html.replaceAll('&nbsp;', ' ')).toBe('<p>Go <strong>日本</strong></p>')
})

test('the box grows with its text, and so does its outline', async () => {
  await writeText(editor, { x: 400, y: 200 }, 'One')
  const before = (await text().boundingBox())!.height
  await editor.press('Enter')
  await editor.type('Two')
  await expect.poll(async () => (await text().boundingBox())!.height).toBeGreaterThan(before * 1.5)
  const frame = editor.layer.locator('[data-part="frame"]')
  await expect
    .poll(async () => Math.abs((await frame.boundingBox())!.height - (await text().boundingBox())!.height))
    .toBeLessThan(2)
})

test('an empty text box is removed', async () => {
  await writeText(editor, { x: 400, y: 200 }, 'x')
  await editor.press('Backspace')
  await editor.press('Escape')
  await editor.expectBlocks(0)
  await editor.press('ControlOrMeta+Z')
  await editor.press('ControlOrMeta+Z')
  await editor.expectBlock(text(), { text: 'x' })
})
