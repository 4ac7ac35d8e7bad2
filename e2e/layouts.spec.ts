import type { Page } from '@playwright/test'
import type { EditorDriver } from '../src/testing/editor-driver.ts'
import { makeDeck, storedSlides } from './support/decks.ts'
import { isSaved, openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { slideList } from './support/slide-list.ts'

/** Counts the user's clicks on the page. Returns a function that reads the count. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counted = window as Window & { clicks?: number }
    counted.clicks = 0
    addEventListener('pointerdown', () => counted.clicks!++, { capture: true })
  })
  return () => page.evaluate(() => (window as Window & { clicks?: number }).clicks!)
}

/** Types into the prompts of the slide, each after one click. */
async function fill(editor: EditorDriver, words: readonly string[]): Promise<void> {
  const prompts = editor.slide.locator('[data-waiting]')
  for (const [index, word] of words.entries()) {
    await expect(prompts).toHaveCount(words.length - index)
    const box = (await prompts.first().boundingBox())!
    await editor.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await editor.expectTyping(true)
    await editor.page.keyboard.insertText(word)
    await editor.press('Escape')
    await editor.press('Escape')
  }
}

/** A layout and the words for its prompts, in their order; '+ Slide': the layout that usually follows. */
const talk: readonly (readonly [layout: string, words: readonly string[]])[] = [
  ['Agenda', ['Agenda', 'Past, present, plan']],
  ['Section', ['01', 'Where we stand', 'A year in numbers']],
  ['+ Slide', ['What happened', 'We grew']],
  ['Quote', ['It saves us a day', 'A customer']],
  ['Big number', ['87%', 'ship weekly', 'Up from 54%']],
  ['Comparison', ['Build or buy', 'Build', 'Ours', 'Buy', 'Quick']],
  ['Timeline', ['Plan', 'May', 'Draw', 'June', 'Build', 'July', 'Test', 'August', 'Ship']],
  ['Three columns', ['Goals', 'Fast', 'Half the time', 'Simple', 'One list', 'Safe', 'Undo all']],
  ['Thanks', ['Thank you', 'ada@example.com']],
]

test('a deck of ten slides is made from layouts alone in at most 60 clicks', async ({ newPerson }) => {
  const { page, username } = await newPerson({}, { viewport: { width: 1440, height: 900 } })
  const clicks = await countClicks(page)
  const editor = await openEditor(page, `/${username}/new`)
  const list = slideList(page)
  await fill(editor, ['Our year', 'Ada Moreau'])
  for (const [layout, words] of talk) {
    if (layout === '+ Slide') await list.getByRole('button', { name: 'Slide', exact: true }).click()
    else {
      await list.getByRole('button', { name: 'New slide with layout' }).click()
      const panel = page.getByRole('dialog', { name: 'New slide' })
      await panel.getByRole('button', { name: layout, exact: true }).click()
      await expect(panel).toBeHidden()
    }
    await fill(editor, words)
  }
  await isSaved(page)
  expect(await clicks()).toBeLessThanOrEqual(60)
  await expect(list.locator('[data-slide]')).toHaveCount(10)
})

test('another layout keeps texts and notes, and the one before returns them to their places', async ({ newPerson }) => {
  const { page, context } = await newPerson({}, { viewport: { width: 1440, height: 900 } })
  const deck = await makeDeck(context.request, 'Layouts', ['First'])
  const editor = await openEditor(page, `${deck.path}/edit`)
  const panel = page.getByRole('dialog', { name: 'Change layout' })
  const choose = (layout: string) => panel.getByRole('button', { name: layout, exact: true }).click()
  const text = (words: string) => editor.blocks('text').filter({ hasText: words })

  await test.step('from the slide’s menu', async () => {
    await slideList(page).getByRole('button', { name: 'Slide', exact: true }).click()
    await fill(editor, ['Three reasons', 'It is ours'])
    await slideList(page).getByRole('button', { name: 'More for this slide' }).click()
    await page.getByRole('menuitem', { name: 'Change layout' }).click()
    await expect(panel.locator('[aria-current]')).toHaveText('Bullets')
    await choose('Section')
    await expect(panel).toBeHidden()
    await editor.expectBlock(text('Three reasons'), { x: 80, y: 250 })
    await expect(text('Three reasons').locator('h1')).toBeVisible()
  })
  await test.step('back, from the palette', async () => {
    await editor.layer.focus()
    await editor.press('ControlOrMeta+K')
    await page.keyboard.type('change layout')
    await page.keyboard.press('Enter')
    await choose('Bullets')
    await editor.expectBlocks(2)
    await editor.expectBlock(text('Three reasons'), { x: 80, y: 50 })
    await editor.expectBlock(text('It is ours'), { x: 80, y: 200 })
  })
  await test.step('each change is one step', async () => {
    await editor.press('ControlOrMeta+Z')
    await expect(text('Three reasons').locator('h1')).toBeVisible()
    await editor.press('ControlOrMeta+Z')
    await editor.expectBlocks(2)
  })
  await isSaved(page)
  expect(await storedSlides(context.request, deck)).toContain('Three reasons')
})
