import type { Page } from '@playwright/test'
import { excelCells, wordText } from '../src/testing/clipboard/office-payloads.ts'
import type { Payload } from '../src/testing/clipboard/payload.ts'
import { docsText, editorCode, plainTexts, screenshot } from '../src/testing/clipboard/web-payloads.ts'
import type { EditorDriver } from '../src/testing/editor-driver.ts'
import { onBlankSlide } from './support/blank-slide.ts'
import { isSaved, openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { picture } from './support/picture.ts'

let editor: EditorDriver
onBlankSlide((opened) => {
  editor = opened
})

/** Pastes as browsers do: an event with all clipboard formats, at the focus. */
async function paste(
  page: Page,
  { forms, picture: comesAlong }: Payload,
  pictures: readonly string[] = [],
): Promise<void> {
  const files =
    comesAlong && pictures.length === 0 ? [(await picture('image.png', 'teal')).buffer.toString('base64')] : pictures
  await page.evaluate(
    ({ forms, files }) => {
      const data = new DataTransfer()
      for (const [type, value] of Object.entries(forms)) data.setData(type, value)
      for (const [index, base64] of files.entries()) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        data.items.add(new File([bytes], `image-${index}.png`, { type: 'image/png' }))
      }
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      ;(document.activeElement ?? document.body).dispatchEvent(event)
    },
    { forms: { ...forms }, files: [...files] },
  )
}

const text = (value: string): Payload => ({ source: 'text', forms: { 'text/plain': value } })

/** Deletes everything on the slide. */
async function clear(): Promise<void> {
  await editor.press('Escape')
  await editor.press('ControlOrMeta+A')
  await editor.press('Delete')
  await editor.expectBlocks(0)
}

test('content copied from other programs keeps its type on the slide, with other paste options', async ({ page }) => {
  const menu = page.getByRole('button', { name: /^Pasted as/ })
  await test.step("a sheet's cells become a table, although a picture is included", async () => {
    await paste(page, excelCells)
    await expect(editor.blocks('table').locator('tr')).toHaveCount(3)
    await editor.expectBlocks(1)
  })
  await test.step('another paste option replaces it; one undo reverts that', async () => {
    await expect(menu).toHaveText('Table')
    await menu.click()
    await page.getByRole('menuitemcheckbox', { name: 'Plain text' }).click()
    await editor.expectBlocks(0, 'table')
    await editor.expectBlocks(1, 'text')
    await editor.press('ControlOrMeta+Z')
    await editor.expectBlocks(0)
    await expect(menu).toHaveCount(0)
  })
  await test.step('lines that may be code can be pasted as code', async () => {
    await paste(page, text('total = price * count;\nreturn total;'))
    await expect(menu).toHaveText('Plain text')
    await menu.click()
    await page.getByRole('menuitemcheckbox', { name: 'Code' }).click()
    await editor.expectBlocks(1, 'code')
    await clear()
  })
  await test.step('the picture of the cells is one of the paste options', async () => {
    await paste(page, excelCells)
    await menu.click()
    await page.getByRole('menuitemcheckbox', { name: 'Image' }).click()
    await editor.expectBlocks(1, 'image')
    await clear()
  })
  await test.step('text of a word processor gets the style of the deck', async () => {
    await paste(page, wordText)
    await expect(editor.blocks('text').locator('h1')).toHaveText('Solar')
    await expect(editor.blocks('text').locator('ul ul li')).toHaveText('Heat')
    await expect(editor.blocks('text').locator('[style*="color"]')).toHaveCount(0)
    await clear()
  })
  await test.step('only the bold parts of a web text are bold', async () => {
    await paste(page, docsText)
    await expect(editor.blocks('text').locator('strong')).toHaveText(['bold'])
    await clear()
  })
  await test.step('code is highlighted, a formula typeset, a video embedded', async () => {
    await paste(page, editorCode)
    await expect(editor.blocks('code').locator('.hljs-keyword').first()).toHaveText('const')
    await clear()
    await paste(page, text(plainTexts.latex))
    await expect(editor.blocks('math').locator('.mfrac')).toHaveCount(1)
    await clear()
    await paste(page, text(plainTexts.film))
    await expect(editor.blocks('video')).toContainText('youtube-nocookie.com')
    await clear()
  })
  await test.step('Markdown and comma-separated values', async () => {
    await paste(page, text(plainTexts.markdown))
    await expect(editor.blocks('text').locator('h1')).toHaveText('Why')
    await clear()
    await paste(page, text(plainTexts.csv))
    await expect(editor.blocks('table').locator('td')).toHaveText(['Region', 'Sales', 'North', '12', 'South', '7'])
  })
})

test('pictures are inserted at the pointer, in a row if there are several, and replace a selected one', async ({
  page,
}) => {
  const [red, blue] = await Promise.all([picture('red.png', 'red', 320, 200), picture('blue.png', 'blue', 320, 200)])
  const files = [red, blue].map((file) => file.buffer.toString('base64'))
  await test.step('at the pointer, in its natural size', async () => {
    await editor.pointAt({ x: 300, y: 400 })
    await paste(page, screenshot, [files[0]!])
    await editor.expectBlock(editor.blocks('image').first(), { x: 140, y: 300, width: 320, height: 200 }, 3)
  })
  await test.step('the upload shows its progress', async () => {
    await page.route(
      '**/api/v1/media.json',
      async (route) => {
        await expect(page.getByRole('list', { name: 'Uploads' })).toContainText('image-0.png')
        await route.fallback()
      },
      { times: 1 },
    )
  })
  await test.step('in place of the selected one', async () => {
    const before = await editor.blocks('image').locator('img').getAttribute('src')
    await editor.expectSelected(1)
    await paste(page, screenshot, [files[1]!])
    await expect(editor.blocks('image').locator('img')).not.toHaveAttribute('src', before!)
    await editor.expectBlocks(1)
    await editor.expectBlock(editor.blocks('image').first(), { x: 140, width: 320 }, 3)
  })
  await test.step('an SVG becomes a picture without its scripts', async () => {
    await clear()
    await paste(page, text(plainTexts.svg))
    await editor.expectBlocks(1, 'image')
    await editor.expectBlock(editor.blocks('image'), { width: 80, height: 60 }, 1)
  })
  await test.step('several in one step', async () => {
    await clear()
    await paste(page, screenshot, files)
    await editor.expectBlocks(2, 'image')
    await editor.press('ControlOrMeta+Z')
    await editor.expectBlocks(0)
  })
})

test('blocks are copied into another deck, with all their properties', async ({ page, context }) => {
  await editor.page.getByRole('button', { name: 'Add table', exact: true }).click()
  await page.getByRole('button', { name: /^Add a table of/ }).press('Enter')
  await editor.expectTyping(true)
  await editor.type('Region')
  await editor.press('Escape')
  await editor.expectSelected(1)
  const forms = await page.evaluate(() => {
    const data = new DataTransfer()
    const event = new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true })
    ;(document.activeElement ?? document.body).dispatchEvent(event)
    return Object.fromEntries(data.types.map((type) => [type, data.getData(type)]))
  })
  expect(forms['text/plain']).toContain('Region')
  expect(forms['text/html']).toContain('<table')
  await editor.press('ControlOrMeta+S')
  await isSaved(page)
  const other = await context.newPage()
  const second = await openEditor(other, page.url().replace(/\/[^/]+\/edit.*$/, '/new'))
  // Other programs and tabs may pass on only the common formats.
  const { 'text/html': html, 'text/plain': words } = forms
  await paste(other, { source: 'the other deck', forms: { 'text/html': html!, 'text/plain': words! } })
  await expect(second.blocks('table').locator('th').first()).toHaveText('Region')
  await expect(second.blocks('table')).toHaveCount(1)
})

test('the menu’s Paste asks the browser, and names the keys if it refuses', async ({ page }) => {
  await page.evaluate(() => {
    navigator.clipboard.read = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  await editor.click({ x: 500, y: 400 })
  await page.mouse.click(...(Object.values(await editor.onScreen({ x: 500, y: 400 })) as [number, number]), {
    button: 'right',
  })
  await page
    .getByRole('menuitem', { name: /^Paste/ })
    .first()
    .click()
  await expect(page.getByText('Your browser does not let a menu read the clipboard')).toBeVisible()
})
