import type { Locator, Page } from '@playwright/test'
import type { EditorDriver } from '../src/testing/editor-driver.ts'
import { makeDeck, slideId } from './support/decks.ts'
import { isSaved, openEditor, saveStatus } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { callAs } from './support/person.ts'
import { givePlan } from './support/plans.ts'
import { expectInReach } from './support/reach.ts'

// Its saves are requests, which are held and counted here.
test.use({ sockets: false })

const word = 'Photosynthesis_in_the_leaves_of_tropical_plants_and_their_neighbours'
const words = 'A sentence that goes on and on about plants which grow in the dark of a forest'

/** A slide of texts with long names, long words and a long URL; none overflows its box. */
function longNames(n: number): string {
  const block = (i: number, html: string, more = '') =>
    `<div class="block" data-block-type="text" data-block-id="${String(n * 100 + i).padStart(16, '0')}"${more} style="left: 80px; top: ${i * 140}px; width: 800px; height: 130px; font-size: 50%;"><div class="block-content" style="padding: 10px;"><p>${html}</p></div></div>`
  const link = `<a href="https://example.org/${word}">${word}</a>`
  const blocks = [block(1, words, ` data-name="${word}"`), block(2, `${words} ${words}`), block(3, link)]
  return `<section data-id="${slideId(n)}">${blocks.join('\n')}</section>`
}

/** Opens a dialog from the palette, and waits until its content is loaded. */
async function openDialog(editor: EditorDriver, verb: string, dialog: Locator): Promise<void> {
  await editor.layer.focus()
  await editor.press('ControlOrMeta+K')
  const palette = editor.page.getByRole('combobox', { name: 'Search actions and slides' })
  await palette.fill(verb)
  await editor.press('Enter')
  // The palette is a dialog too: wait until it has faded.
  await expect(palette).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await expect(dialog.locator('[aria-busy="true"], [class*="spinner"]')).toHaveCount(0)
}

/** Positions of the toolbar's controls, by name. */
function placesInBar(page: Page): Promise<Record<string, number>> {
  return page
    .locator('main > header')
    .locator('button:visible, a:visible, input:visible')
    .evaluateAll((controls) =>
      Object.fromEntries(
        controls
          .map((control) => [control.getAttribute('aria-label') ?? '', control.getBoundingClientRect()] as const)
          .filter(([name]) => name !== '' && !name.startsWith('Content leaves'))
          .map(([name, box]) => [name, Math.round(box.left) + 10_000 * Math.round(box.top)]),
      ),
    )
}

test.beforeEach(({ complaints }) => complaints.expect(/Blocked script execution in '.*\/canvas'/))

/** A window of 1280 x 800 px and two at a page zoom of 200 %. */
const windows = [
  { width: 1280, height: 800 },
  { width: 720, height: 450 },
  { width: 640, height: 400 },
] as const

test('long names widen no toolbar and no panel, also at 200 % page zoom, and the overflow warning moves nothing', async ({
  newPerson,
}) => {
  const { page, context, username } = await newPerson({}, { viewport: windows[0], deviceScaleFactor: 2 })
  givePlan(username, 'pro')
  const deck = await makeDeck(context.request, word.repeat(2), [longNames(1), longNames(2)])
  const editor = await openEditor(page, `${deck.path}/edit`)
  const panel = page.getByRole('complementary', { name: 'Properties' })
  for (const size of windows) {
    await test.step(`${size.width} x ${size.height}`, async () => {
      await page.setViewportSize(size)
      await editor.layer.focus()
      await editor.press('Escape')
      await editor.press('Tab')
      await editor.expectSelected(1)
      const toggle = page.getByRole('button', { name: 'Properties', exact: true })
      if (!(await panel.isVisible())) await toggle.click()
      await expectInReach(page, 'main')
      for (const name of ['Block', 'Slide', 'Steps', 'Layers', 'Deck']) {
        await page.getByRole('tab', { name, exact: true }).click()
        await expect(panel.getByRole('tabpanel', { name })).toBeVisible()
        await expect(panel.locator('[class*="spinner"]')).toHaveCount(0)
        await expectInReach(page, 'main')
      }
      if (await toggle.isVisible()) await toggle.click()
    })
  }

  await test.step('no word of a button breaks where a browser rounds its width down', async () => {
    await page.setViewportSize(windows[0])
    const broken = await page
      .locator('main > header')
      .locator('button:visible')
      .evaluateAll((buttons) =>
        buttons.filter((button) => {
          const label = button.querySelector('span')
          if (!label || label.textContent === '') return false
          const before = label.offsetHeight
          const own = button.style.cssText
          button.style.cssText = `width: ${button.getBoundingClientRect().width - 1}px; min-width: 0`
          const after = label.offsetHeight
          button.style.cssText = own
          return after > before
        }),
      )
    expect(broken).toHaveLength(0)
  })

  await test.step('selects have no native style, whose padding differs by browser', async () => {
    await page.getByRole('tab', { name: 'Deck', exact: true }).click()
    const looks = await panel
      .locator('select')
      .evaluateAll((lists) => lists.map((one) => getComputedStyle(one).appearance))
    expect(looks.length).toBeGreaterThan(1)
    expect(new Set(looks)).toEqual(new Set(['none']))
  })

  await test.step('the overflow warning has reserved space', async () => {
    for (const size of windows) {
      await page.setViewportSize(size)
      await editor.layer.focus()
      await editor.press('ControlOrMeta+S')
      await isSaved(page)
      const before = await placesInBar(page)
      await editor.press('Escape')
      await editor.press('Tab')
      await editor.press('Enter')
      await editor.press('ControlOrMeta+A')
      await page.keyboard.insertText(`${words} `.repeat(40))
      await editor.press('Escape')
      await expect(page.getByRole('button', { name: /^Content leaves the slide/ })).toBeVisible()
      await isSaved(page)
      expect(await placesInBar(page), `${size.width} x ${size.height}`).toEqual(before)
      await editor.press('Escape')
      await editor.press('ControlOrMeta+Z')
      await expect(page.getByRole('button', { name: /^Content leaves the slide/ })).toHaveCount(0)
    }
  })
})

test('every dialog and menu of the editor is reachable at 200 % page zoom, also with long names', async ({
  newPerson,
}) => {
  const { page, context, username } = await newPerson({}, { viewport: windows[2], deviceScaleFactor: 2 })
  givePlan(username, 'pro')
  const deck = await makeDeck(context.request, word.repeat(2), [longNames(1), longNames(2)])
  const link = { access_token: { name: word } }
  const made = await callAs(context.request, 'POST', `/api/v1/decks/${deck.id}/access_tokens.json`, link)
  expect(made.status(), await made.text()).toBe(201)
  const editor = await openEditor(page, `${deck.path}/edit`)
  const dialog = page.getByRole('dialog')
  const verbs = [
    'Edit slide HTML',
    'Edit HTML',
    'Import',
    'Revisions',
    'Overview',
    'Load custom fonts',
    'Slide templates',
    'Advanced Slide Options',
    'Keyboard shortcuts',
    'Image',
  ]
  for (const verb of verbs) {
    await test.step(verb, async () => {
      await openDialog(editor, verb, dialog)
      await expectInReach(page, '[role="dialog"]', '[aria-label="Slides that changed"], [role="grid"]')
      // Completion in code handles the first Escape.
      await expect(async () => {
        await editor.press('Escape')
        await expect(dialog).toHaveCount(0, { timeout: 500 })
      }).toPass()
    })
  }
  for (const name of ['More for this deck', /^Visibility/, 'More to add']) {
    await test.step(String(name), async () => {
      await page.locator('main > header').getByRole('button', { name }).click()
      await expect(page.getByRole('menu')).toBeVisible()
      await expectInReach(page, '[role="menu"]')
      await editor.press('Escape')
      await expect(page.getByRole('menu')).toHaveCount(0)
    })
  }
  await test.step('sharing, with a link of a long name', async () => {
    await page.getByRole('button', { name: /^Visibility/ }).click()
    await page.getByRole('menuitem', { name: 'Create a link' }).click()
    await expect(dialog.getByText(word).last()).toBeVisible()
    await expectInReach(page, '[role="dialog"]')
  })
})

test('the properties follow the selection unless they are pinned, and Escape in a field returns to the slide', async ({
  newPerson,
}) => {
  const { page, context } = await newPerson()
  const deck = await makeDeck(context.request, 'Pins', ['One', 'Two'])
  const editor = await openEditor(page, `${deck.path}/edit`)
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  const isShown = (name: string) => expect(tab(name)).toHaveAttribute('aria-selected', 'true')
  const pin = page.getByRole('button', { name: 'Keep this panel open' })

  await test.step('they follow', async () => {
    await tab('Deck').click()
    await editor.click({ x: 200, y: 240 })
    await isShown('Block')
    await editor.click({ x: 900, y: 650 })
    await isShown('Slide')
    await editor.layer.focus()
    await editor.press('Tab')
    await isShown('Block')
    await tab('Slide').click()
    await isShown('Slide')
    await editor.press('Escape')
  })

  await test.step('the lists of blocks stay while blocks are selected for them', async () => {
    for (const name of ['Steps', 'Layers']) {
      await tab(name).click()
      await editor.click({ x: 200, y: 240 })
      await editor.expectSelected(1)
      await isShown(name)
      await editor.click({ x: 900, y: 650 })
    }
  })

  await test.step('Escape in a field keeps the selection, and reverts a number or a title', async () => {
    await editor.click({ x: 200, y: 240 })
    await tab('Block').click()
    const panel = page.getByRole('complementary', { name: 'Properties' })
    const bar = page.getByRole('toolbar', { name: 'Text' })
    for (const field of [
      panel.getByLabel('Style', { exact: true }),
      panel.getByRole('textbox', { name: 'Opacity' }),
      bar.getByLabel('Style', { exact: true }),
      bar.getByLabel('Size', { exact: true }),
    ]) {
      await field.focus()
      await editor.press('Escape')
      await expect(editor.layer).toBeFocused()
      await editor.expectSelected(1)
    }
    await tab('Slide').click()
    await page.getByRole('textbox', { name: 'Speaker notes' }).fill('Slowly')
    await editor.press('Escape')
    await expect(editor.layer).toBeFocused()
    await page.getByLabel('Deck title').fill('Nails')
    await editor.press('Escape')
    await expect(editor.layer).toBeFocused()
    await expect(page.getByLabel('Deck title')).toHaveValue('Pins')
    await editor.expectSelected(1)
  })

  await test.step('a pin keeps them, also after a reload', async () => {
    await tab('Deck').click()
    await pin.click()
    await expect(pin).toHaveAttribute('aria-pressed', 'true')
    await editor.click({ x: 900, y: 650 })
    await editor.click({ x: 200, y: 240 })
    await editor.expectSelected(1)
    await isShown('Deck')
    await isSaved(page)
    await page.reload()
    await editor.isOpen()
    await isShown('Deck')
    await expect(pin).toHaveAttribute('aria-pressed', 'true')
    await pin.click()
    await editor.click({ x: 200, y: 240 })
    await isShown('Block')
  })
})

test('autosave and a hidden slide list are settings of this browser, in the menu of the deck', async ({
  newPerson,
}) => {
  const { page, context } = await newPerson()
  const deck = await makeDeck(context.request, 'Choices', ['One', 'Two'])
  await page.clock.install()
  const editor = await openEditor(page, `${deck.path}/edit`)
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'More for this deck' }).click()
    await page.getByRole('menuitemcheckbox', { name }).click()
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  const isOn = async (name: string, on: boolean) => {
    await page.getByRole('button', { name: 'More for this deck' }).click()
    await expect(page.getByRole('menuitemcheckbox', { name })).toHaveAttribute('aria-checked', String(on))
    await editor.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
  }

  await test.step('without autosave nothing is saved unless requested', async () => {
    await isOn('Autosave', true)
    await choose('Autosave')
    await isOn('Autosave', false)
    const saves: string[] = []
    page.on('request', (request) => void (request.method() === 'PUT' && saves.push(request.url())))
    await editor.layer.focus()
    await editor.press('Tab')
    await editor.press('ArrowRight')
    await expect(saveStatus(page)).toHaveText('Not saved yet')
    await page.clock.runFor(20_000)
    await expect(saveStatus(page)).toHaveText('Not saved yet')
    expect(saves).toEqual([])
    await choose('Autosave')
    await isSaved(page)
    expect(saves.length).toBeGreaterThan(0)
  })

  await test.step('the slide list appears at the left edge, and by keyboard', async () => {
    const list = page.getByRole('navigation', { name: 'Slides' })
    const canvas = () => editor.layer.boundingBox().then((box) => box!.x)
    expect(await canvas()).toBeGreaterThan(100)
    await choose('Auto-hide the slide list')
    await page.mouse.move(640, 400)
    await expect.poll(canvas).toBe(0)
    await expect.poll(async () => (await list.boundingBox())!.x).toBeLessThan(-150)
    await page.mouse.move(2, 400)
    await expect.poll(async () => (await list.boundingBox())!.x).toBe(0)
    await list.getByRole('button', { name: 'Slide 2' }).click()
    await expect(editor.slide.locator('section')).toContainText('Two')
    await page.mouse.move(640, 400)
    await expect.poll(async () => (await list.boundingBox())!.x).toBeLessThan(-150)
    await list.getByRole('button', { name: 'Slide 2' }).press('ArrowUp')
    await expect.poll(async () => (await list.boundingBox())!.x).toBe(0)
    await page.reload()
    await editor.isOpen()
    expect(await canvas()).toBe(0)
    await choose('Auto-hide the slide list')
    await expect.poll(canvas).toBeGreaterThan(100)
  })
})
