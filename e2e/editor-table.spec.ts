import type { EditorDriver } from '../src/testing/editor-driver.ts'
import { onBlankSlide } from './support/blank-slide.ts'
import { expect, test } from './support/journey.ts'
import { showSavedDeck } from './support/shown-deck.ts'

let editor: EditorDriver
onBlankSlide((opened) => {
  editor = opened
})

/** The texts of the table on the slide, row by row. */
function cells(): Promise<string[][]> {
  return editor
    .blocks('table')
    .evaluate((block) =>
      [...block.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
    )
}

/** Inserts a table of 2 columns and 2 rows with the size picker, by keyboard. */
async function addSmallTable(): Promise<void> {
  await editor.page.getByRole('button', { name: 'Add table', exact: true }).click()
  await editor.page.getByRole('button', { name: /^Add a table of 3 rows and 3 columns/ }).focus()
  await editor.press('ArrowLeft')
  await editor.press('ArrowUp')
  await editor.press('Enter')
  await editor.expectBlocks(1, 'table')
  await editor.expectTyping(true)
}

test('a table is inserted in the chosen size, filled by keyboard, and looks the same to others', async ({ page }) => {
  await addSmallTable()
  await test.step('Tab moves forward and back, and adds a row after the last cell', async () => {
    await editor.type('Region')
    await editor.press('Tab')
    await editor.type('Sales')
    await editor.press('Tab')
    await editor.type('North')
    await editor.press('Tab')
    await editor.type('12')
    await editor.press('Tab')
    await editor.type('South')
    await editor.press('Shift+Tab')
    await editor.type('13')
    await expect.poll(cells).toEqual([
      ['Region', 'Sales'],
      ['North', '13'],
      ['South', ''],
    ])
  })
  await test.step('Enter moves down, arrows leave the text', async () => {
    await editor.press('Enter')
    await editor.type('7')
    await editor.press('ArrowUp')
    await editor.press('ArrowUp')
    await editor.press('End')
    await editor.type('!')
    await expect.poll(cells).toEqual([
      ['Region', 'Sales!'],
      ['North', '13'],
      ['South', '7'],
    ])
  })
  await test.step('editing a cell is one undo step, once it is left', async () => {
    await editor.press('Tab')
    await editor.type(' up and down')
    await editor.press('Tab')
    await editor.press('ControlOrMeta+Z')
    await expect.poll(cells).toEqual([
      ['Region', 'Sales!'],
      ['North', '13'],
      ['South', '7'],
    ])
  })
  await test.step('a sheet’s cells fill the table from the current cell on, in one step', async () => {
    const paste = () =>
      editor.slide.locator('[contenteditable="true"]').evaluate((cell) => {
        const data = new DataTransfer()
        data.setData('text/plain', '1\t2\n3\t4\n')
        cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
      })
    const before = await cells()
    await paste()
    await expect(editor.blocks('table').locator('tr').last().locator('td').last()).not.toHaveText(
      before.at(-1)!.at(-1)!,
    )
    await editor.press('ControlOrMeta+Z')
    await expect.poll(cells).toEqual(before)
  })
  await test.step('bold applies to the text of a cell', async () => {
    await editor.press('ControlOrMeta+A')
    await editor.press('ControlOrMeta+B')
    await expect(editor.blocks('table').locator('strong')).toHaveCount(1)
  })
  await test.step('others see the same', async () => {
    await editor.press('Escape')
    const written = await cells()
    const slide = await showSavedDeck(page)
    const rows = slide.locator('[data-block-type="table"] tr')
    await expect(rows).toHaveCount(3)
    for (const [index, row] of written.entries()) await expect(rows.nth(index).locator('td, th')).toHaveText(row)
    await expect(slide.locator('[data-block-type="table"] strong')).toHaveCount(1)
  })
})

test('rows, columns and cells are added, moved, merged, split and deleted, each undone in one step', async ({
  page,
}) => {
  const verb = (name: string) => page.getByRole('button', { name, exact: true })
  await addSmallTable()
  for (const text of ['a', 'b', 'c', 'd']) {
    await editor.type(text)
    if (text !== 'd') await editor.press('Tab')
  }
  const begun = [
    ['a', 'b'],
    ['c', 'd'],
  ]
  await expect.poll(cells).toEqual(begun)
  const tries: readonly (readonly [string, string[][]])[] = [
    [
      'Add row below',
      [
        ['a', 'b'],
        ['c', 'd'],
        ['', ''],
      ],
    ],
    [
      'Add column before',
      [
        ['a', '', 'b'],
        ['c', '', 'd'],
      ],
    ],
    [
      'Move row up',
      [
        ['c', 'd'],
        ['a', 'b'],
      ],
    ],
    ['Delete column', [['a'], ['c']]],
  ]
  for (const [name, wanted] of tries) {
    await test.step(name, async () => {
      await verb(name).click()
      await expect.poll(cells).toEqual(wanted)
      await editor.press('ControlOrMeta+Z')
      await expect.poll(cells).toEqual(begun)
      // Back to the last cell, wherever the step moved.
      await editor.blocks('table').getByText('d', { exact: true }).click()
    })
  }
  await test.step('cells selected together are merged, and split again', async () => {
    await editor.press('Home')
    await editor.press('Shift+ArrowLeft')
    await expect(editor.blocks('table').locator('[data-chosen]')).toHaveCount(2)
    await verb('Merge cells').click()
    await expect.poll(cells).toEqual([['a', 'b'], ['cd']])
    await expect(editor.blocks('table').locator('td').last()).toHaveAttribute('colspan', '2')
    await verb('Split cells').click()
    await expect(editor.blocks('table').locator('td')).toHaveCount(2)
  })
  await test.step('cells are right-aligned, and the header row is switched off', async () => {
    await verb('Align cells right').click()
    await expect(editor.blocks('table').locator('td').first()).toHaveCSS('text-align', 'right')
    await page.getByLabel('Header row').uncheck()
    await expect(editor.blocks('table').locator('th')).toHaveCount(0)
  })
  await test.step('the border between columns is dragged', async () => {
    const line = editor.slide.locator('.table-columns > div').first()
    const box = (await line.boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + 80, box.y + box.height / 2, { steps: 4 })
    await page.mouse.up()
    const widths = () =>
      editor
        .blocks('table')
        .locator('col')
        .evaluateAll((all) => all.map((one) => Number.parseFloat((one as HTMLElement).style.width)))
    await expect.poll(async () => (await widths())[0] ?? 0).toBeGreaterThan(55)
  })
})
