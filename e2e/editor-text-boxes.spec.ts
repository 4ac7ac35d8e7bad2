import type { Locator } from '@playwright/test'
import type { EditorDriver } from '../src/testing/editor-driver.ts'
import { makeDeck } from './support/decks.ts'
import { openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { signUp } from './support/person.ts'
import { shownSlide } from './support/showing.ts'

const long = 'The sun sends more energy to the earth in an hour than all people use in a year. '.repeat(4)

function box(id: number, top: number, height: string, inner: string): string {
  const style = `left: 80px; top: ${top}px; width: 620px; height: ${height};`
  return `<div class="block" data-block-type="text" data-block-id="${String(id).padStart(16, '0')}" style="${style}">${inner}</div>`
}

const content = (attributes: string, html: string): string =>
  `<div class="block-content"${attributes} style="padding: 10px;">${html}</div>`

const slide = (id: number, inner: string): string =>
  `<section data-id="${String(id).padStart(32, '0')}">${inner}</section>`

/** The words of each line of a text, as broken by the browser. */
function linesOf(block: Locator): Promise<string[]> {
  return block.evaluate((element) => {
    const lines = new Map<number, string>()
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const scale = element.getBoundingClientRect().height / (element as HTMLElement).offsetHeight
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const match of (node.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange()
        range.setStart(node, match.index)
        range.setEnd(node, match.index + match[0].length)
        const line = Math.round(range.getBoundingClientRect().bottom / scale / 6)
        lines.set(line, `${lines.get(line) ?? ''} ${match[0]}`.trim())
      }
    }
    return [...lines.values()]
  })
}

async function open(
  page: import('@playwright/test').Page,
  complaints: { expect(pattern: RegExp): void },
  slides: string[],
) {
  complaints.expect(/Blocked script execution in '.*\/canvas'/)
  await signUp(page.context().request)
  const deck = await makeDeck(page.context().request, 'Boxes', slides)
  const editor: EditorDriver = await openEditor(page, `${deck.path}/edit`)
  return { deck, editor }
}

test('text breaks into the same lines in the editor, its thumbnail, the show and in print, also if it shrinks', async ({
  page,
  complaints,
}) => {
  const inner = [
    box(1, 20, '180px', content(' data-l-fit="shrink"', `<h2>Energy for all of us</h2><p>${long}</p>`)),
    box(2, 220, 'auto', content('', `<p>${long}</p><ul><li>${long}</li></ul>`)),
    box(
      3,
      560,
      '120px',
      content(' data-l-valign="middle"', '<p style="text-align: center;">A <strong>bold</strong> end</p>'),
    ),
  ]
  const { deck, editor } = await open(page, complaints, [slide(1, inner.join('\n'))])
  const size = (one: Locator) =>
    one
      .locator('p')
      .first()
      .evaluate((p) => getComputedStyle(p).fontSize)
  const seen: string[][] = []
  await expect.poll(async () => Number.parseFloat(await size(editor.blocks().first()))).toBeLessThan(30)
  const shrunk = await size(editor.blocks().first())
  for (const index of [0, 1, 2]) seen.push(await linesOf(editor.blocks().nth(index)))
  expect(seen[0]!.length).toBeGreaterThan(4)
  await test.step('the thumbnail', async () => {
    const thumbnail = page.frameLocator('[data-slide] iframe').locator('[data-block-type]')
    await expect.poll(() => size(thumbnail.first())).toBe(shrunk)
    for (const index of [0, 1, 2]) await expect.poll(() => linesOf(thumbnail.nth(index))).toEqual(seen[index])
  })
  await test.step('the show', async () => {
    await page.goto(`${deck.path}/fullscreen`)
    const shown = shownSlide(page).locator('[data-block-type]')
    await expect.poll(() => size(shown.first())).toBe(shrunk)
    for (const index of [0, 1, 2]) await expect.poll(() => linesOf(shown.nth(index))).toEqual(seen[index])
  })
  await test.step('print', async () => {
    await page.goto(`${deck.path}/export`)
    const printed = page.frameLocator('#deck-frame').locator('.sheet [data-block-type]')
    await expect.poll(() => size(printed.first())).toBe(shrunk)
    for (const index of [0, 1, 2]) await expect.poll(() => linesOf(printed.nth(index))).toEqual(seen[index])
  })
})

test('text that leaves the slide is reported there, in the list and beside Present, until it fits', async ({
  page,
  complaints,
}) => {
  const over = box(1, 560, '120px', content('', `<p>${long}</p>`))
  const { editor } = await open(page, complaints, [
    slide(1, over),
    slide(2, box(2, 40, 'auto', content('', '<p>Fine</p>'))),
    slide(3, box(3, 580, '90px', content('', `<p>Third: ${long}</p>`))),
    slide(4, box(4, 40, '120px', content('', `<p>${long}</p>`))),
  ])
  const sign = editor.layer.locator('[data-part="sign"]:not([hidden])')
  await test.step('on several slides they are listed with their text, and one click fixes all others', async () => {
    await page.getByRole('button', { name: 'Content leaves the slide on 2 slides' }).click()
    await page.getByRole('menuitem', { name: /^Slide 3: Third: The sun/ }).click()
    await expect(page.locator('[data-slide]').nth(2)).toHaveAttribute('aria-current', 'true')
    await editor.expectSelected(1)
    await editor.press('Delete')
    await page.locator('[data-slide]').first().click()
  })
  await expect(sign).toHaveText('Content leaves the slide')
  await expect(page.locator('[data-part="overflow"]')).toHaveCount(1)
  const note = page.getByRole('button', { name: 'Content leaves the slide on 1 slide' })
  await page.locator('[data-slide]').nth(1).click()
  await expect(sign).toHaveCount(0)
  await note.click()
  await editor.expectSelected(1)
  await expect(sign).toBeVisible()
  const line = (await editor.layer.locator('[data-part="frame"]').boundingBox())!
  // Below the line of the selection, which would strike it through.
  expect((await sign.boundingBox())!.y).toBeGreaterThan(line.y + line.height)
  const fit = page.getByLabel('When text is larger than its box')
  await test.step('it shrinks', async () => {
    await fit.selectOption({ label: 'Text shrinks to fit' })
    await expect(note).toHaveCount(0)
    await expect(sign).toHaveCount(0)
    // The field shows the visible size, and what was set; reading it changes nothing.
    const seen = () =>
      editor
        .blocks()
        .first()
        .locator('p')
        .evaluate((p) => Number.parseFloat(getComputedStyle(p).fontSize))
    const field = page.getByRole('complementary', { name: 'Properties' }).getByLabel('Size', { exact: true })
    await expect.poll(async () => Math.abs(Number(await field.inputValue()) - (await seen()))).toBeLessThan(0.06)
    expect(Number(await field.inputValue())).toBeLessThan(30)
    const explained = '36 px, shown smaller to fit its box'
    await expect(page.getByRole('complementary', { name: 'Properties' }).getByTitle(explained)).toBeVisible()
    await expect(page.getByRole('toolbar', { name: 'Text' }).getByTitle(explained)).toBeVisible()
    await field.focus()
    await field.press('Enter')
    await fit.focus()
    await expect(editor.blocks().first()).not.toHaveAttribute('style', /font-size/)
    const { height } = (await editor.blocks().first().boundingBox())!
    const inside = (await editor.blocks().first().locator('.block-content').boundingBox())!
    expect(inside.height).toBeLessThanOrEqual(height + 2)
  })
  await test.step('or the box grows', async () => {
    await fit.selectOption({ label: 'Box grows with the text' })
    await expect
      .poll(() =>
        editor
          .blocks()
          .first()
          .evaluate((one: HTMLElement) => one.offsetHeight),
      )
      .toBeGreaterThan(200)
    await expect(fit).toHaveValue('grow')
  })
  await test.step('text that only exceeds its box is told by the panel alone', async () => {
    await page.locator('[data-slide]').nth(3).click()
    await editor.expectBlocks(1)
    await editor.click({ x: 300, y: 80 })
    await expect(page.getByRole('status').filter({ hasText: 'Text is larger than its box' })).toBeVisible()
    await expect(sign).toHaveCount(0)
    await expect(page.locator('[data-part="overflow"]')).toHaveCount(1)
    await page.locator('[data-slide]').first().click()
    await note.click()
    await expect(fit).toHaveValue('grow')
  })
  await test.step('and the shrunk font size is never saved', async () => {
    await editor.press('ControlOrMeta+Z')
    await expect(fit).toHaveValue('shrink')
  })
})

test('the size of text is the one that is seen, in headings, several sizes and text that shrinks, and is set as seen', async ({
  page,
  complaints,
}) => {
  const shrinks = ' data-l-fit="shrink"'
  const { editor } = await open(page, complaints, [
    slide(
      1,
      [
        box(1, 20, 'auto', content('', '<h1>Alone</h1>')),
        box(2, 200, 'auto', content('', '<h1>Head</h1><p>with <code>code</code></p>')),
        box(3, 480, '120px', content(shrinks, `<h2>Shrunk head</h2><p>${long}</p>`)),
      ].join('\n'),
    ),
  ])
  const field = page.getByRole('complementary', { name: 'Properties' }).getByLabel('Size', { exact: true })
  const inBar = page.getByRole('toolbar', { name: 'Text' }).getByLabel('Size', { exact: true })
  const seen = (block: number, part: string) =>
    editor
      .blocks()
      .nth(block)
      .locator(part)
      .first()
      .evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))
  const isSeen = (block: number, part: string, px: number) =>
    expect.poll(async () => Math.abs((await seen(block, part)) - px)).toBeLessThan(px / 60)
  const set = async (input: Locator, px: number) => {
    await input.fill(String(px))
    await input.press('Enter')
  }
  await test.step('a heading alone', async () => {
    await editor.click({ x: 690, y: 24 })
    await expect(field).toHaveValue(String(Math.round((await seen(0, 'h1')) * 10) / 10))
    expect(Number(await field.inputValue())).toBeGreaterThan(60)
    await set(field, 50)
    await isSeen(0, 'h1', 50)
    await expect(field).toHaveValue('50')
  })
  await test.step('several sizes, which one replaces', async () => {
    await editor.press('Escape')
    await editor.click({ x: 690, y: 204 })
    await expect(field).toHaveValue('Mixed')
    await field.focus()
    await field.press('ArrowUp')
    await field.press('Enter')
    await expect(field).toHaveValue('Mixed')
    await set(field, 40)
    for (const part of ['h1', 'p']) await isSeen(1, part, 40)
    await expect(field).toHaveValue('40')
    await field.press('Escape')
    await editor.press('ControlOrMeta+Z')
    await expect(field).toHaveValue('Mixed')
  })
  await test.step('what is selected while typing', async () => {
    const head = (await editor.blocks().nth(1).locator('h1').boundingBox())!
    await page.mouse.dblclick(head.x + 30, head.y + head.height / 2)
    await editor.expectTyping(true)
    await expect(inBar).toHaveValue(String(Math.round((await seen(1, 'h1')) * 10) / 10))
    await editor.press('ControlOrMeta+A')
    await expect(inBar).toHaveValue('Mixed')
    await editor.press('ControlOrMeta+End')
    await expect(inBar).toHaveValue('36')
    await editor.press('Escape')
    await editor.press('Escape')
  })
  await test.step('a heading in a box that shrinks', async () => {
    const head = (await editor.blocks().nth(2).locator('h2').boundingBox())!
    await page.mouse.click(head.x + 30, head.y + head.height / 2)
    await page.mouse.click(head.x + 30, head.y + head.height / 2, { clickCount: 3 })
    await editor.expectTyping(true)
    const shown = await seen(2, 'h2')
    expect(shown).toBeLessThan(50)
    await expect(inBar).toHaveValue(String(Math.round(shown * 10) / 10))
    await set(inBar, 14)
    await isSeen(2, 'h2 span', 14)
    await expect.poll(async () => Math.abs(Number(await inBar.inputValue()) - 14)).toBeLessThan(0.3)
  })
})

test('content outside the slide or clipped is reported; padding, pictures and blocks beside the slide are not', async ({
  page,
  complaints,
}) => {
  const code = (id: number, height: string) =>
    `<div class="block" data-block-type="code" data-block-id="${String(id).padStart(16, '0')}" style="left: 40px; top: 40px; width: 400px; height: ${height};"><pre class="block-content"><code>${'line\n'.repeat(20)}end</code></pre></div>`
  const shape = (id: number) =>
    `<div class="block" data-block-type="shape" data-block-id="${String(id).padStart(16, '0')}" style="left: -40px; top: 600px; width: 400px; height: 200px;"><svg data-l-shape="rectangle" viewBox="0 0 400 200" preserveAspectRatio="none" aria-hidden="true"><path d="M0 0H400V200H0Z"></path></svg><div class="block-content"></div></div>`
  const padded = '<div class="block-content" style="padding: 40px;"><p>One line</p></div>'
  const { editor } = await open(page, complaints, [
    slide(1, box(1, 500, 'auto', content('', `<p>${long}</p>`))),
    slide(2, code(2, '200px')),
    // Fitting content: padding higher than its box, shapes over the edge, code with all its lines, a text beside the
    // slide.
    slide(3, [box(3, 200, '110px', padded), shape(4)].join('\n')),
    slide(5, [code(5, 'auto'), box(6, 720, 'auto', content('', `<p>${long}</p>`))].join('\n')),
  ])
  const sign = editor.layer.locator('[data-part="sign"]:not([hidden])')
  await expect(page.locator('[data-part="overflow"]')).toHaveCount(2)
  await expect(sign).toHaveText('Content leaves the slide')
  await page.locator('[data-slide]').nth(1).click()
  await expect(sign).toHaveText('Content is cut off')
  for (const index of [2, 3]) {
    await page.locator('[data-slide]').nth(index).click()
    await expect(sign).toHaveCount(0)
    await expect(page.locator('[data-slide]').nth(index).locator('[data-part="overflow"]')).toHaveCount(0)
  }
  await test.step('a box that grows over the edge ends there when its text is set to shrink', async () => {
    await page.getByRole('button', { name: 'Content does not fit on 2 slides' }).click()
    await page.getByRole('menuitem', { name: 'Let all of them shrink to fit' }).click()
    await expect(page.getByRole('button', { name: 'Content is cut off on 1 slide' })).toBeVisible()
    await page.locator('[data-slide]').first().click()
    await editor.expectBlock(editor.blocks().first(), { y: 500, height: 200 })
  })
})

test('an empty placeholder shows its purpose, is edited with one click, and shows nothing to an audience', async ({
  page,
  complaints,
}) => {
  const inner = box(1, 100, 'auto', content(' data-l-placeholder="Your title"', '<h1><br></h1>'))
  const { deck, editor } = await open(page, complaints, [slide(1, inner)])
  const says = () =>
    editor
      .blocks()
      .first()
      .locator('h1')
      .evaluate((one) => getComputedStyle(one, '::before').content)
  await expect.poll(says).toContain('Your title')
  await test.step('an empty one stays', async () => {
    await editor.click({ x: 300, y: 140 })
    await editor.expectTyping(true)
    await editor.press('Escape')
    await editor.expectBlocks(1)
    await expect.poll(says).toContain('Your title')
  })
  await test.step('the audience sees none of it', async () => {
    const show = await page.context().newPage()
    await show.goto(`${deck.path}/fullscreen`)
    const text = shownSlide(show).locator('[data-l-placeholder]')
    await text.waitFor({ state: 'attached' })
    const drawn = await text.evaluate((one) =>
      [one, ...one.querySelectorAll('*')].map((each) => getComputedStyle(each, '::before').content),
    )
    expect(new Set(drawn)).toEqual(new Set(['none']))
    await expect(text).toHaveText('')
    await show.close()
  })
  await test.step('typed text gets the placeholder’s heading level', async () => {
    await editor.press('Escape')
    await editor.click({ x: 300, y: 140 })
    await editor.type('Light')
    await editor.press('Escape')
    await expect(editor.blocks().first().locator('h1')).toHaveText('Light')
    await expect.poll(says).not.toContain('Your title')
  })
})
