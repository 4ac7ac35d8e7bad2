import type { Locator, Page } from '@playwright/test'
import { makeDeck, storedSlides } from './support/decks.ts'
import { isSaved, openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { expectOutline, listedSlide, slideList } from './support/slide-list.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const tablet = { viewport: { width: 1024, height: 768 }, hasTouch: true }

/** Expects no horizontal overflow, and touch targets of sufficient size. */
async function fitsFingers(page: Page, area: Locator): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  const small = await area.locator('button:visible, a:visible').evaluateAll((buttons) =>
    buttons
      .map((button) => ({
        name: button.getAttribute('aria-label') ?? button.textContent,
        box: button.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.height < 40 || box.width < 36 || box.right > window.innerWidth + 1 || box.left < -1)
      .map(
        ({ name, box }) => `${name} ${Math.round(box.width)} x ${Math.round(box.height)} at ${Math.round(box.left)}`,
      ),
  )
  expect(small).toEqual([])
}

test('on a phone a deck is written, reordered, given notes and shown', async ({ newPerson, complaints }) => {
  // Playwright's script is blocked where scripts are disabled.
  complaints.expect(/Blocked script execution in '.*\/canvas'/)
  const { page, context } = await newPerson({}, phone)
  const deck = await makeDeck(context.request, 'Pocket', ['One', 'Two'])
  const editor = await openEditor(page, `${deck.path}/edit`)
  await fitsFingers(page, page.locator('main > header'))

  await test.step('text', async () => {
    const box = (await editor.blocks().first().boundingBox())!
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    await page.touchscreen.tap(at.x, at.y)
    await editor.expectSelected(1)
    await page.touchscreen.tap(at.x, at.y)
    await editor.expectTyping(true)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('Uno')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expectOutline(page, ['1 Uno', '2 Two'])
  })
  await test.step('order', async () => {
    await slideList(page).getByRole('button', { name: 'More for this slide' }).tap()
    await page.getByRole('menuitem', { name: 'Move slide later' }).tap()
    await expectOutline(page, ['1 Two', '2 Uno'])
    await expect(editor.layer).toBeFocused()
  })
  await test.step('notes', async () => {
    await page.getByRole('button', { name: 'More for this deck' }).tap()
    await page.getByRole('menuitem', { name: 'Speaker notes' }).tap()
    const notes = page.getByRole('textbox', { name: 'Speaker notes' })
    await expect(notes).toBeFocused()
    await notes.fill('Breathe')
    // The slide stays visible above the dialog about it.
    await expect(async () => {
      const slide = (await editor.slide.locator('.slides').boundingBox())!
      expect(slide.y + slide.height).toBeLessThan((await page.getByRole('tablist').boundingBox())!.y)
    }).toPass()
    await page.getByRole('button', { name: 'Properties', exact: true }).tap()
    await expect(notes).toBeHidden()
  })
  await test.step('a new slide, from a template', async () => {
    await slideList(page).getByRole('button', { name: 'Slide templates' }).tap()
    const panel = page.getByRole('dialog', { name: 'Slide templates' })
    await panel.getByRole('button', { name: 'Bullets' }).tap()
    await expect(panel).toBeHidden()
    await expect(listedSlide(page, '3')).toHaveAttribute('aria-current', 'true')
  })
  await isSaved(page)
  expect(await storedSlides(context.request, deck)).toContain('Uno')
  await test.step('shown', async () => {
    const [show] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: 'Present' }).tap(),
    ])
    await expect(show).toHaveURL(/\/fullscreen/)
    await show.close()
  })
})

test('on a tablet the slide has the full width, and the properties open on demand', async ({ newPerson }) => {
  const { page, context } = await newPerson({}, tablet)
  const deck = await makeDeck(context.request, 'Tablet', ['One', 'Two'])
  const editor = await openEditor(page, `${deck.path}/edit`)
  const panel = page.getByRole('complementary', { name: 'Properties' })
  const toggle = page.getByRole('button', { name: 'Properties', exact: true })
  await expect(panel).toBeHidden()
  await fitsFingers(page, page.locator('main'))
  const before = (await editor.slide.locator('.slides').boundingBox())!.width

  await test.step('a long press lifts a slide for dragging; without movement, it opens the menu', async () => {
    const finger = await context.newCDPSession(page)
    const touch = (type: string, ...points: { x: number; y: number }[]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: points } as never)
    const middle = async (number: string) => {
      const box = (await listedSlide(page, number).boundingBox())!
      return { box, x: box.x + box.width / 2, y: box.y + box.height / 2 }
    }
    const [first, second] = [await middle('1'), await middle('2')]
    await touch('touchStart', { x: first.x, y: first.y })
    await expect(page.locator('[data-lifted]')).toHaveCount(1)
    const under = second.box.y + second.box.height - 4
    for (const y of [first.y + 30, second.y, under]) await touch('touchMove', { x: first.x, y })
    await expect(page.locator('[data-drop]')).toHaveCount(1)
    await touch('touchEnd')
    await expectOutline(page, ['1 Two', '2 One'])
    await touch('touchStart', { x: second.x, y: second.y })
    await expect(page.locator('[data-lifted]')).toHaveCount(1)
    await touch('touchEnd')
    await page.getByRole('menuitem', { name: 'Duplicate slide' }).tap()
    await expectOutline(page, ['1 Two', '2 One', '3 One'])
  })

  await toggle.tap()
  await expect(panel).toBeVisible()
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await fitsFingers(page, panel)
  await expect.poll(async () => (await editor.slide.locator('.slides').boundingBox())!.width).toBeLessThan(before)
  await toggle.tap()
  await expect(panel).toBeHidden()
  await expect.poll(async () => (await editor.slide.locator('.slides').boundingBox())!.width).toBe(before)
})

test('where the toolbar has no space for Share, the deck’s menu has it, for pointer and keys; a new deck is saved first', async ({
  newPerson,
}) => {
  for (const viewport of [phone.viewport, { width: 768, height: 1024 }]) {
    const { page, username } = await newPerson({}, { viewport })
    await openEditor(page, `/${username}/new`)
    const menu = page.getByRole('button', { name: 'More for this deck' })
    const dialog = page.getByRole('dialog', { name: 'Share “Untitled”' })
    await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeHidden()
    await menu.click()
    await page.getByRole('menuitem', { name: 'Share', exact: true }).click()
    await expect(dialog.getByRole('tab', { name: 'Link' })).toBeVisible()
    await expect(page).toHaveURL(/\/deck\/edit/)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(menu).toBeFocused()
    await page.keyboard.press('Enter')
    // Letters select an entry, as in every menu.
    await page.keyboard.type('sha')
    await expect(page.getByRole('menuitem', { name: 'Share', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('tab', { name: 'Link' })).toBeVisible()
  }
})

test('after a menu selection, and after the image dialog, the slide has the focus again', async ({
  newPerson,
  complaints,
}) => {
  // The missing picture.
  complaints.expect(/images\.example/)
  const { page, context } = await newPerson()
  const deck = await makeDeck(context.request, 'Focus', ['One', 'Two'])
  const editor = await openEditor(page, `${deck.path}/edit`)
  await slideList(page).getByRole('button', { name: 'More for this slide' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate slide' }).click()
  await expect(editor.layer).toBeFocused()

  await page.getByRole('button', { name: 'Add image' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an image' })
  await dialog.getByLabel('URL').fill('https://images.example/none.png')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await editor.expectBlocks(1, 'image')
  await expect(editor.layer).toBeFocused()
  await page.keyboard.press('Delete')
  await editor.expectBlocks(0, 'image')

  await page.getByRole('button', { name: 'More for this deck' }).click()
  await page.getByRole('menuitem', { name: 'Overview' }).click()
  await expect(page.getByRole('dialog', { name: 'Overview' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(editor.layer).toBeFocused()
})
