import type { Locator } from '@playwright/test'
import { makeDeck, slideId, storedSlides, textSlide } from './support/decks.ts'
import { isSaved, openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { shownSlide } from './support/showing.ts'

/** A stored block, 300 px wide and 200 high. `n`: its position in a grid of three columns, from 0. */
function block(n: number, type: string, inner: string): string {
  const style = `left: ${20 + (n % 3) * 315}px; top: ${20 + Math.floor(n / 3) * 340}px; width: 300px; height: 200px;`
  return `<div class="block" data-block-type="${type}" data-block-id="${String(n + 1).padStart(16, '0')}" style="${style}">${inner}</div>`
}

const line =
  '<svg data-l-line="straight" data-l-points="0 1 1 0" width="300" height="200" viewBox="0 0 300 200" aria-hidden="true"><path class="block-line" d="M0 200L300 0" fill="none" stroke-width="2" stroke-linejoin="round"></path></svg>'
const table =
  '<table style="border-width: 1px; padding: 8px;"><tbody><tr><td>A cell</td><td><a href="#/2">Its own link</a></td></tr></tbody></table>'
const blocks = [
  block(0, 'code', '<pre class="block-content"><code>let a = 1</code></pre>'),
  block(1, 'math', '<div class="block-content" data-latex="x^2">\\[x^2\\]</div>'),
  block(2, 'iframe', '<iframe src="https://pages.example/film" title="A film"></iframe>'),
  block(3, 'table', table),
  block(4, 'line', line),
].join('')

/** Where each block is clicked in the editor, in slide px: the line at its center. */
const places = {
  code: { x: 60, y: 60 },
  math: { x: 380, y: 60 },
  iframe: { x: 700, y: 100 },
  table: { x: 60, y: 380 },
  line: { x: 485, y: 460 },
} as const

test('code, a formula, a page, a table and a line link to a slide or URL, and stay editable', async ({
  newPerson,
  complaints,
}) => {
  complaints.expect(/Blocked script execution in '.*\/canvas'/)
  const { page, context } = await newPerson({}, { reducedMotion: 'reduce' })
  await context.route(/\/\/(pages|there)\.example\//, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>There</title><p>There</p>' }),
  )
  const slides = [
    `<section data-id="${slideId(1)}">${blocks}</section>`,
    textSlide(12, 'Second'),
    textSlide(13, 'Third'),
  ]
  const deck = await makeDeck(context.request, 'Ways through a deck', slides, { transition: 'none' })
  const editor = await openEditor(page, `${deck.path}/edit`)
  const panel = page.getByRole('complementary', { name: 'Properties' })

  for (const [type, at] of Object.entries(places)) {
    await test.step(`${type} gets a link`, async () => {
      await editor.press('Escape')
      await editor.click(at)
      await editor.expectSelected(1)
      await expect(editor.blocks(type).locator('a.block-link')).toHaveCount(0)
      if (type === 'iframe') {
        await panel.getByLabel('Link', { exact: true }).fill('https://there.example/film')
        await editor.press('Enter')
      } else await panel.getByLabel('Link to a slide').selectOption({ label: 'Slide 2' })
      const href = type === 'iframe' ? 'https://there.example/film' : '#/1'
      await expect(editor.blocks(type).locator('a.block-link')).toHaveAttribute('href', href)
    })
  }
  await test.step('in the editor a click selects, and the cells are editable', async () => {
    const address = page.url()
    await editor.press('Escape')
    await editor.click(places.code)
    await editor.expectSelected(1)
    await editor.doubleClick(places.table)
    await expect(editor.slide.locator('td[contenteditable="true"]')).toHaveText('A cell')
    expect(page.url()).toBe(address)
    await editor.press('Escape')
  })
  await page.keyboard.press('ControlOrMeta+S')
  await isSaved(page)
  expect(await storedSlides(context.request, deck)).toContain('aria-label="there.example"')

  await page.goto(deck.path)
  const slide = shownSlide(page)
  /** Clicks a link on the first slide and returns. */
  const leadsTo = async (target: Locator, words: string) => {
    await expect(slide).toHaveAttribute('data-id', slideId(1))
    await target.click()
    await expect(slide).toHaveText(words)
    await page.keyboard.press('Home')
  }
  for (const type of ['code', 'math', 'table'])
    await test.step(`an audience follows the link of ${type}`, () =>
      leadsTo(slide.locator(`[data-block-type="${type}"] .block-link`), 'Second'))
  await test.step('a link in a cell has its own target', () =>
    leadsTo(slide.getByRole('link', { name: 'Its own link' }), 'Third'))
  await test.step('a line’s link covers the drawn line, not its box', async () => {
    const reached = await slide.locator('[data-block-type="line"]').evaluate((element) => {
      const { left, top } = element.getBoundingClientRect()
      return document.elementFromPoint(left + 10, top + 10)?.closest('a') ?? null
    })
    expect(reached).toBeNull()
    await leadsTo(slide.locator('.block-hit'), 'Second')
  })
  await test.step('a page is covered by the link to its site', async () => {
    const opened = context.waitForEvent('page')
    await slide.getByRole('link', { name: 'there.example' }).click()
    await expect(await opened).toHaveURL('https://there.example/film')
  })
})
