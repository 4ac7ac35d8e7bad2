import type { Locator, Page } from '@playwright/test'
import type { EditorDriver } from '../src/testing/editor-driver.ts'
import { faultsOf } from './support/accessibility.ts'
import { makeDeck } from './support/decks.ts'
import { isSaved, openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import type { Person } from './support/person.ts'
import { picture } from './support/picture.ts'

// A busy machine needs time for all axe checks.
test.setTimeout(300_000)

/** Opens a new deck with reduced motion (half-faded text has half its contrast). */
async function openNew({ page, username }: Person): Promise<EditorDriver> {
  return openEditor(page, `/${username}/new`)
}

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let step = 0; step < 60; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

/** Runs an action by its name in the palette. */
async function run(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  const field = page.getByRole('combobox', { name: 'Search actions and slides' })
  await expect(field).toBeFocused()
  await page.keyboard.insertText(name)
  await expect(page.getByRole('option', { selected: true })).toContainText(name)
  await page.keyboard.press('Enter')
  await expect(field).toHaveCount(0)
}

test('a complete deck is made without a pointer: a title, text, a picture with alternative text, a table, notes', async ({
  newPerson,
}) => {
  const person = await newPerson({}, { reducedMotion: 'reduce' })
  const { page } = person
  const editor = await openNew(person)
  await expect(editor.layer).toBeFocused()

  /** Fills the next text boxes of the slide, each reached with Tab. */
  const fillNext = async (...texts: string[]) => {
    for (const words of texts) {
      await editor.press('Tab')
      await editor.expectSelected(1)
      await editor.press('Enter')
      await editor.expectTyping(true)
      await editor.type(words)
      await editor.press('Escape')
      await editor.expectTyping(false)
    }
  }

  await test.step('a title slide', async () => {
    await fillNext('Made by keys', 'Without a pointer')
    await expect(editor.blocks('text').first()).toHaveText('Made by keys')
    await expect(editor.blocks('text').nth(1)).toHaveText('Without a pointer')
  })

  await test.step('a slide with a text', async () => {
    // After a title, a new slide has a title and content.
    await editor.press('ControlOrMeta+m')
    await editor.expectBlocks(2, 'text')
    await expect(editor.blocks('text').first()).toHaveText('')
    await fillNext('Why keys', 'Keys are enough')
    await run(page, 'Text')
    await editor.expectTyping(true)
    await editor.type('Added by name')
    await editor.press('Escape')
    await editor.press('Escape')
    await editor.expectSelected(0)
    await editor.expectBlocks(3, 'text')
  })

  await test.step('a picture, and its alternative text', async () => {
    const chooser = page.waitForEvent('filechooser', { timeout: 60_000 })
    await editor.press('i')
    const dialog = page.getByRole('dialog', { name: 'Add an image' })
    const choose = dialog.getByRole('button', { name: 'Choose a file' })
    await expect(dialog).toBeVisible()
    await tabTo(page, choose)
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(await picture('keys.png', '#446688'))
    await editor.expectBlocks(1, 'image')
    await expect(editor.layer).toBeFocused()
    await editor.press('F6')
    await tabTo(page, page.getByRole('complementary', { name: 'Properties' }).getByLabel('Description'))
    await page.keyboard.type('A row of keys')
    await expect(editor.blocks('image').locator('img')).toHaveAttribute('alt', 'A row of keys')
  })

  await test.step('speaker notes', async () => {
    await editor.press('Shift+F6')
    await expect(editor.layer).toBeFocused()
    await editor.press('Escape')
    await editor.expectSelected(0)
    await editor.press('F6')
    await tabTo(page, page.getByRole('textbox', { name: 'Speaker notes' }))
    await page.keyboard.type('Say it slowly')
  })

  await test.step('a slide with a table', async () => {
    await editor.press('Shift+F6')
    await editor.press('ControlOrMeta+m')
    await editor.expectBlocks(0, 'image')
    await run(page, 'Table')
    await editor.expectBlocks(1, 'table')
    await expect(editor.slide.locator('[contenteditable="true"]')).toHaveCount(1)
    await editor.type('Key')
    await editor.press('Tab')
    await editor.type('Meaning')
    await editor.press('Escape')
    await editor.press('Escape')
  })

  await page.keyboard.press('ControlOrMeta+s')
  await isSaved(page)
  const decks = await (await page.request.get(`/api/v1/users/${person.username}/decks.json`)).json()
  const [deck] = decks.results ?? decks.decks ?? decks
  const { data, notes } = await (await page.request.get(`/api/v1/decks/${deck.id}/data.json`)).json()
  const texts = ['Made by keys', 'Without a pointer', 'Why keys', 'Keys are enough', 'Added by name', 'Key', 'Meaning']
  for (const words of [...texts, 'alt="A row of keys"']) expect(data).toContain(words)
  expect(Object.values(notes)).toContain('Say it slowly')
})

/** Types over colored code and undoes it: browsers would keep the color as an inline style, which the CSP refuses. */
async function typeOverColors(page: Page): Promise<void> {
  const code = page.locator('.cm-content')
  await expect(code.locator('span[class]').first()).toBeVisible()
  const before = await code.innerText()
  await code.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('x')
  await expect(code).toHaveText('x')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(code).toHaveText(before, { useInnerText: true })
}

/** The actions that open a dialog over the editor. */
const windows = [
  'Keyboard shortcuts',
  'Image',
  'Advanced Slide Options',
  'Edit slide HTML',
  'Edit HTML',
  'Import',
  'Import reports',
  'Load custom fonts',
  'Insert snippet',
  'Revisions',
  'Slide templates',
  'Overview',
]

test('no dialog or panel of the editor has a serious accessibility violation, in light and dark colors', async ({
  newPerson,
  complaints,
}) => {
  complaints.expect(/Blocked script execution in '.*\/canvas'/)
  const { page, context } = await newPerson({}, { reducedMotion: 'reduce' })
  const deck = await makeDeck(context.request, 'For everybody', ['Heard and seen', 'By keys'])
  const editor = await openEditor(page, `${deck.path}/edit`)
  const found: Record<string, unknown> = {}
  const look = async (name: string, part?: string) => {
    const faults = await faultsOf(page, part)
    if (faults.light.length + faults.dark.length > 0) found[name] = faults
  }
  const dialog = page.getByRole('dialog')
  const lookAtWindow = async (name: string) => {
    await expect(dialog).toBeVisible()
    await expect(dialog.locator('[aria-busy="true"], [class*="spinner"]')).toHaveCount(0)
    await look(name, '[role="dialog"]')
    if (name === 'Edit slide HTML') await typeOverColors(page)
    // Completion in code handles the first Escape.
    await expect(async () => {
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0, { timeout: 3_000 })
    }).toPass()
  }
  for (const name of windows)
    await test.step(name, async () => {
      await run(page, name)
      await lookAtWindow(name)
    })
  await test.step('Share', async () => {
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await lookAtWindow('Share')
  })
  await test.step('the palette', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('option', { selected: true })).toBeVisible()
    await look('palette', '[role="dialog"]')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
  await test.step('the menu of a block, and its panel', async () => {
    await editor.layer.focus()
    await editor.press('Tab')
    await editor.press('Shift+F10')
    await expect(page.getByRole('menuitem').first()).toBeVisible()
    await look('menu', '[role="menu"]')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menuitem')).toHaveCount(0)
    for (const name of ['Block', 'Steps', 'Layers', 'Deck', 'Slide']) {
      await page.getByRole('tab', { name }).click()
      await expect(page.getByRole('tabpanel').locator('[class*="spinner"]')).toHaveCount(0)
      await look(`panel ${name}`, 'aside')
    }
  })
  await test.step('while a text is typed, with find and replace open', async () => {
    await editor.layer.focus()
    await run(page, 'Find and replace')
    await page.keyboard.type('a')
    await expect(page.getByRole('search', { name: 'Find in the deck' }).getByLabel('Replace with')).toBeVisible()
    await editor.layer.focus()
    await editor.press('Escape')
    await editor.press('Tab')
    await editor.press('Enter')
    await editor.expectTyping(true)
    await look('typing')
  })
  expect(found).toEqual({})
})
