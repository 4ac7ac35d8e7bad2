import type { Page } from '@playwright/test'
import type { EditorDriver } from '../src/testing/editor-driver.ts'
import { makeDeck, textSlide } from './support/decks.ts'
import { isSaved, openEditor, saveStatus } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { createMonkey } from './support/monkey.ts'
import { slideList } from './support/slide-list.ts'

/** Number of actions. Only `npm run chaos` runs this; the other tests do the same without a browser. */
const actions = Number(process.env.MONKEY_ACTIONS ?? 100)
const seed = Number(process.env.MONKEY_SEED ?? 1)
/** Interval at which everything is undone and redone, and compared with the server. The history keeps 500 steps. */
const everySoMany = 150

/** Nothing selected or edited, no popup open, and the slide focused. */
async function putDown(editor: EditorDriver): Promise<void> {
  const { page } = editor
  await page.mouse.up()
  const windows = page.locator('[role="dialog"], [role="alertdialog"], [role="menu"]').filter({ visible: true })
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(windows).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await editor.layer.focus()
  for (let time = 0; time < 4; time++) await editor.press('Escape')
  await editor.expectTyping(false)
  await editor.expectSelected(0)
}

/** Undoes or redoes all steps. */
async function takeAll(editor: EditorDriver, name: 'Undo' | 'Redo'): Promise<number> {
  const button = editor.page.locator('main > header').getByRole('button', { name, exact: true })
  const key = name === 'Undo' ? 'ControlOrMeta+z' : 'ControlOrMeta+Shift+z'
  let count = 0
  while (await button.isEnabled()) {
    await editor.layer.focus()
    for (let time = 0; time < 10; time++) await editor.press(key)
    count += 10
  }
  return count
}

/** The deck as stored on the server: slides, notes, settings. */
async function stored(page: Page, id: number): Promise<string> {
  await saveStatus(page).click()
  await isSaved(page)
  const get = async (path: string) => (await page.request.get(`/api/v1/decks/${id}${path}`)).json()
  const { data, notes } = await get('/data.json')
  const { title, description, theme_font, theme_color, transition, rtl, should_loop, auto_slide_interval } =
    await get('.json')
  const settings = { title, description, theme_font, theme_color, transition, rtl, should_loop, auto_slide_interval }
  return JSON.stringify({ data, notes, settings }, null, 1)
}

/** All slides as an editor shows them, in order. */
async function shown(editor: EditorDriver): Promise<string[]> {
  const list = slideList(editor.page)
  const folded = list.getByRole('button', { name: /^Show the stack/ })
  while ((await folded.count()) > 0) await folded.first().click()
  const slides = list.locator('[data-slide]')
  const seen: string[] = []
  for (let at = 0; at < (await slides.count()); at++) {
    const id = await slides.nth(at).getAttribute('data-slide')
    await slides.nth(at).click()
    await editor.layer.focus()
    const section = editor.slide.locator(`section[data-id="${id}"]`)
    await section.waitFor()
    seen.push(
      await section.evaluate((element) =>
        [...element.querySelectorAll<HTMLElement>('[data-block-id]')]
          .map((block) => `${block.dataset.blockId} ${block.style.cssText} ${block.textContent}`)
          .join('\n'),
      ),
    )
  }
  return seen
}

test(`${actions} random actions: no console message, everything undone and redone byte for byte, and the server has what is shown`, async ({
  newPerson,
  complaints,
}) => {
  test.setTimeout(120_000 + actions * 1_000)
  complaints.expect(/Blocked script execution in '.*\/canvas'/)
  const { page, context } = await newPerson()
  page.on('filechooser', () => undefined)
  // No network needed: external pictures are one pixel.
  await context.route(/^https:\/\/(?!localhost)/, (route) =>
    route.fulfill({ status: 200, contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  )
  const slides = ['Moss', 'Fern', 'Lichen'].map((word, index) => textSlide(index + 1, word))
  const deck = await makeDeck(context.request, 'Monkey', slides)
  const editor = await openEditor(page, `${deck.path}/edit`)
  const monkey = createMonkey(editor, seed)
  const first = await stored(page, deck.id)
  const done: string[] = []
  for (let action = 1; action <= actions; action++) {
    done.push(await monkey.act())
    if (action % everySoMany !== 0 && action !== actions) continue
    await test.step(`after ${action}`, async () => {
      await putDown(editor)
      await takeAll(editor, 'Redo')
      const newest = await stored(page, deck.id)
      const steps = await takeAll(editor, 'Undo')
      const oldest = await stored(page, deck.id)
      if (steps < 500) expect(oldest, done.slice(-everySoMany).join('\n')).toBe(first)
      await takeAll(editor, 'Redo')
      expect(await stored(page, deck.id), done.slice(-everySoMany).join('\n')).toBe(newest)
    })
  }
  await test.step('another tab shows the same', async () => {
    const here = await shown(editor)
    const other = await openEditor(await context.newPage(), `${deck.path}/edit`)
    expect(await shown(other)).toEqual(here)
  })
})
