import type { EditorDriver } from '../src/testing/editor-driver.ts'
import { onSharedSlide, writeText } from './support/blank-slide.ts'
import { chooseColor } from './support/color.ts'
import { expect, test } from './support/journey.ts'

let editor: EditorDriver
onSharedSlide((opened) => {
  editor = opened
})

const text = () => editor.blocks('text').first()
/** The first text's markup, with links as typed: a save adds attributes to them. */
const html = async () =>
  (await text().locator('.block-content').innerHTML())
    .replaceAll('&nbsp;', ' ')
    .replaceAll(' rel="noopener noreferrer nofollow" target="_blank"', '')

test('markdown is formatted while typing, and one Ctrl+Z undoes only that', async () => {
  await writeText(editor, { x: 400, y: 200 }, '# Solar')
  await expect.poll(html).toBe('<h1>Solar</h1>')
  await editor.press('Enter')
  await editor.type('is **big**')
  await expect(text().locator('strong')).toHaveText('big')
  await test.step('undo restores the characters and keeps the words', async () => {
    await editor.press('ControlOrMeta+Z')
    await expect(text().locator('p')).toHaveText('is **big**')
    await editor.type(' and')
    await expect(text().locator('p')).toHaveText('is **big** and')
  })
  await test.step('text typed after a mark is without it', async () => {
    await editor.press('Enter')
    await editor.type('*so* it')
    await expect(text().locator('em')).toHaveText('so')
  })
  await test.step('lists, quotes, dashes and links too', async () => {
    await editor.press('Enter')
    await editor.type('- one')
    await editor.press('Enter')
    await editor.type('"two" --- https://lectern.example/x ')
    await editor.press('Escape')
    const list =
      '<ul><li>one</li><li>“two” — <a href="https://lectern.example/x">https://lectern.example/x</a> </li></ul>'
    expect(await html()).toBe(`<h1>Solar</h1><p>is **big** and</p><p><em>so</em> it</p>${list}`)
  })
  await test.step('a quotation ends with an empty line, and is one of the styles', async () => {
    await writeText(editor, { x: 600, y: 400 }, '> Less, but better')
    await editor.press('Enter')
    await editor.press('Enter')
    await editor.type('Dieter Rams')
    const quote = editor.blocks('text').last()
    const style = editor.page.getByRole('toolbar', { name: 'Text' }).getByLabel('Style')
    await style.selectOption('Caption')
    await expect(quote.locator('p.caption')).toHaveText('Dieter Rams')
    await expect(quote.locator('blockquote')).toHaveText('Less, but better')
    await editor.press('ArrowUp')
    await expect(style).toHaveValue('quote')
    await editor.press('Escape')
    await editor.press('Delete')
  })
  await test.step('an unintended list is undone separately', async () => {
    await writeText(editor, { x: 400, y: 600 }, '1. ')
    await expect(editor.blocks('text').last().locator('ol > li')).toHaveCount(1)
    await editor.press('ControlOrMeta+Z')
    await expect(editor.blocks('text').last().locator('ol')).toHaveCount(0)
    await editor.type('May')
    await editor.expectBlock(editor.blocks('text').last(), { text: '1. May' })
  })
})

test('the toolbar over the text sets style, size, color and links, and the focus stays in the text', async () => {
  const { page } = editor
  const bar = page.getByRole('toolbar', { name: 'Text' })
  await writeText(editor, { x: 400, y: 200 }, 'one two')
  await editor.press('ControlOrMeta+Shift+ArrowLeft')
  await test.step('a size', async () => {
    await bar.getByLabel('Size').fill('72')
    await bar.getByLabel('Size').press('Enter')
    await expect(text().locator('span')).toHaveText('two')
    const size = () =>
      text()
        .locator('span')
        .evaluate((span) => getComputedStyle(span).fontSize)
    await expect.poll(size).toBe('72px')
  })
  await test.step('Escape in a field returns to the text', async () => {
    for (const field of ['Style', 'Size']) {
      await bar.getByLabel(field).focus()
      await editor.press('Escape')
      await expect(text().locator('[contenteditable="true"]')).toBeFocused()
    }
  })
  await test.step('a color', async () => {
    await chooseColor(page, bar.getByLabel('Text color'), '#c00000')
    const color = () =>
      text()
        .locator('span')
        .evaluate((span) => getComputedStyle(span).color)
    await expect.poll(color).toBe('rgb(192, 0, 0)')
  })
  await test.step('Ctrl+K asks for a link; Enter applies it and returns to the text', async () => {
    await bar.getByLabel('Style').selectOption('h2')
    await expect(text().locator('h2')).toHaveText('one two')
    await editor.press('ControlOrMeta+K')
    await expect(page.getByLabel('Link to', { exact: true })).toBeFocused()
    await editor.type('lectern.example')
    await editor.press('Enter')
    await expect(text().locator('a[href^="http://lectern.example"]')).toHaveText('two')
    await editor.press('End')
    await editor.type('!')
    await editor.expectBlock(text(), { text: 'one two!' })
  })
  await test.step('clearing keeps the link and the heading', async () => {
    await editor.press('ControlOrMeta+A')
    await bar.getByRole('button', { name: 'Clear formatting' }).click()
    await expect(text().locator('span')).toHaveCount(0)
    await expect(text().locator('h2 a')).toHaveCount(1)
  })
})

test('text typed over other text keeps its style, without an inline style of its own', async () => {
  // An empty mark is held open with a zero-width space while typing.
  const typed = async () => (await html()).replaceAll('\u200b', '')
  await writeText(editor, { x: 400, y: 200 }, 'use `npm` now')
  await expect(text().locator('code')).toHaveText('npm')
  await editor.press('Home')
  for (const _ of 'use ') await editor.press('ArrowRight')
  for (const _ of 'npm') await editor.press('Shift+ArrowRight')
  await editor.type('yarn')
  await expect.poll(typed).toBe('<p>use <code>yarn</code> now</p>')
  await editor.press('ControlOrMeta+Z')
  await expect.poll(typed).toBe('<p>use <code>npm</code> now</p>')
  for (const _ of 'npm') await editor.press('Shift+ArrowLeft')
  await editor.press('Delete')
  await editor.type('it')
  await editor.press('Escape')
  await expect.poll(html).toBe('<p>use it now</p>')
  await test.step('nor does deleting letter by letter', async () => {
    await writeText(editor, { x: 400, y: 500 }, 'run `go`')
    await expect(editor.blocks('text').last().locator('code')).toHaveText('go')
    for (const _ of 'go') await editor.press('Backspace')
    await editor.type('it')
    await editor.press('Escape')
    const saved = editor.blocks('text').last().locator('.block-content')
    await expect.poll(async () => (await saved.innerHTML()).replaceAll('&nbsp;', ' ')).toBe('<p>run it</p>')
  })
})

test('the panel styles a whole box, and resets to the theme in one step', async () => {
  const { page } = editor
  const panel = page.getByRole('complementary', { name: 'Properties' })
  await writeText(editor, { x: 400, y: 200 }, '# Big')
  await editor.press('Escape')
  const style = (property: string) => () =>
    text()
      .locator('h1')
      .evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), property)
  const own = await style('font-family')()
  await panel.getByLabel('Font').selectOption({ label: 'Asul' })
  await expect.poll(style('font-family')).toContain('Asul')
  await panel.getByLabel('Weight').selectOption({ label: 'Regular' })
  await expect.poll(style('font-weight')).toBe('400')
  await chooseColor(page, panel.getByLabel('Highlight', { exact: true }), '#ffee00')
  await expect(text().locator('h1 span')).toHaveCSS('background-color', 'rgb(255, 238, 0)')
  await panel.getByLabel('Link', { exact: true }).fill('lectern.example')
  await panel.getByLabel('Link', { exact: true }).press('Enter')
  // A save adds the slash.
  await expect(text().locator('h1 a')).toHaveAttribute('href', /^http:\/\/lectern\.example\/?$/)
  await panel.getByLabel('Link', { exact: true }).fill('')
  await panel.getByLabel('Link', { exact: true }).press('Enter')
  await expect(text().locator('a')).toHaveCount(0)
  await panel.getByRole('button', { name: 'Reset text to theme' }).click()
  await expect.poll(style('font-family')).toBe(own)
  await expect.poll(html).toBe('<h1>Big</h1>')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(style('font-family')).toContain('Asul')
})

test('lists start at the given number, and their markers have the style of their text', async () => {
  const { page } = editor
  await writeText(editor, { x: 400, y: 200 }, '4. four')
  await expect(text().locator('ol[start="4"]')).toHaveCount(1)
  const panel = page.getByRole('complementary', { name: 'Properties' })
  await panel.getByLabel('Count from').fill('10')
  await panel.getByLabel('Count from').press('Enter')
  await expect(text().locator('ol[start="10"]')).toHaveCount(1)
  await editor.press('ControlOrMeta+A')
  await chooseColor(page, panel.getByLabel('Color', { exact: true }), '#00aa00')
  const marker = () =>
    text()
      .locator('li')
      .evaluate((item) => getComputedStyle(item, '::marker').color)
  await expect.poll(marker).toBe('rgb(0, 170, 0)')
})
