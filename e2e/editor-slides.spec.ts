import type { Locator, Page } from '@playwright/test'
import { EditorDriver } from '../src/testing/editor-driver.ts'
import { chooseColor } from './support/color.ts'
import { makeDeck, slideId, storedSlides } from './support/decks.ts'
import { isSaved, openEditor, retype } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import type { Person } from './support/person.ts'

const list = (page: Page) => page.getByRole('navigation', { name: 'Slides' })
const thumbnail = (page: Page, number: string) =>
  list(page).getByRole('button', { name: `Slide ${number}`, exact: true })

/** The text and number of each slide in the list, as drawn in its thumbnail. */
function outline(page: Page): Promise<string[]> {
  return list(page)
    .locator('[data-slide]')
    .evaluateAll((items) =>
      items.map((item) => {
        const slide = item.querySelector('iframe')?.contentDocument?.querySelector('.slides')
        return `${item.getAttribute('aria-label')?.replace('Slide ', '')} ${slide?.textContent?.trim() ?? ''}`.trim()
      }),
    )
}

const expectOutline = (page: Page, wanted: readonly string[]) => expect.poll(() => outline(page)).toEqual(wanted)

async function open(person: Person, ...texts: string[]) {
  const deck = await makeDeck(person.context.request, 'Order', texts)
  const editor = await openEditor(person.page, `${deck.path}/edit`)
  await expectOutline(
    person.page,
    texts.map((text, index) => `${index + 1} ${text}`),
  )
  return { deck, editor }
}

/** Drags one slide's thumbnail onto another's; `down` and `across` are fractions of its size. */
async function dragSlide(page: Page, from: Locator, to: Locator, at: { down: number; across: number }): Promise<void> {
  const start = (await from.boundingBox())!
  const end = (await to.boundingBox())!
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(end.x + end.width * at.across, end.y + end.height * at.down, { steps: 8 })
}

test('slides are added, copied, and deleted after a confirmation; undo restores them', async ({ newPerson }) => {
  const person = await newPerson()
  const { page, context } = person
  const { deck, editor } = await open(person, 'One', 'Two')

  await list(page).getByRole('button', { name: 'Slide', exact: true }).click()
  await expectOutline(page, ['1 One', '2', '3 Two'])
  await editor.expectBlocks(2, 'text')
  await thumbnail(page, '1').click()
  await page.getByRole('button', { name: 'More for this slide' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate slide' }).click()
  await expectOutline(page, ['1 One', '2 One', '3', '4 Two'])
  await expect(thumbnail(page, '2')).toHaveAttribute('aria-current', 'true')

  await page.getByRole('button', { name: 'More for this slide' }).click()
  await page.getByRole('menuitem', { name: 'Delete slide' }).click()
  const question = page.getByRole('dialog', { name: 'Delete this slide?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expectOutline(page, ['1 One', '2 One', '3', '4 Two'])
  await thumbnail(page, '2').press('Delete')
  await question.getByRole('button', { name: 'Delete slide' }).click()
  await expectOutline(page, ['1 One', '2', '3 Two'])
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expectOutline(page, ['1 One', '2 One', '3', '4 Two'])
  await isSaved(page)
  expect((await storedSlides(context.request, deck)).match(/<section/g)).toHaveLength(4)
})

test('slides are reordered with the mouse and with keys, also into and out of stacks', async ({ newPerson }) => {
  const person = await newPerson()
  const { page, context } = person
  const { deck } = await open(person, 'One', 'Two', 'Three')

  await test.step('dragging before another slide', async () => {
    await dragSlide(page, thumbnail(page, '3'), thumbnail(page, '1'), { down: 0.2, across: 0.5 })
    await expect(list(page).getByText('beside')).toBeVisible()
    await page.mouse.up()
    await expectOutline(page, ['1 Three', '2 One', '3 Two'])
  })
  await test.step('dragging below another makes a stack', async () => {
    await dragSlide(page, thumbnail(page, '3'), thumbnail(page, '2'), { down: 0.8, across: 0.9 })
    await expect(list(page).getByText('below')).toBeVisible()
    await page.mouse.up()
    await expectOutline(page, ['1 Three', '2.1 One', '2.2 Two'])
  })
  await test.step('Escape cancels a drag', async () => {
    await dragSlide(page, thumbnail(page, '1'), thumbnail(page, '2.2'), { down: 0.8, across: 0.1 })
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expectOutline(page, ['1 Three', '2.1 One', '2.2 Two'])
  })
  await test.step('keys move the focused slide', async () => {
    await thumbnail(page, '2.2').click()
    await page.keyboard.press('ControlOrMeta+ArrowUp')
    await expectOutline(page, ['1 Three', '2.1 Two', '2.2 One'])
    await page.keyboard.press('ControlOrMeta+ArrowUp')
    await expect(thumbnail(page, '2')).toBeFocused()
    await expectOutline(page, ['1 Three', '2 Two', '3 One'])
  })
  await test.step('each is one undo step', async () => {
    for (const wanted of [
      ['1 Three', '2.1 Two', '2.2 One'],
      ['1 Three', '2.1 One', '2.2 Two'],
      ['1 Three', '2 One', '3 Two'],
      ['1 One', '2 Two', '3 Three'],
    ]) {
      await page.keyboard.press('ControlOrMeta+Z')
      await expectOutline(page, wanted)
    }
    await page.keyboard.press('ControlOrMeta+Shift+Z')
    await expectOutline(page, ['1 Three', '2 One', '3 Two'])
  })
  await isSaved(page)
  const order = (await storedSlides(context.request, deck)).match(/data-id="\d+"/g)
  expect(order).toEqual([3, 1, 2].map((n) => `data-id="${slideId(n)}"`))
})

test('undo reverts everything step by step, and redo applies it again', async ({ newPerson }) => {
  const person = await newPerson()
  const { page } = person
  const { editor } = await open(person, 'One', 'Two')
  const title = page.getByLabel('Deck title')
  const all = async () => ({
    title: await title.inputValue(),
    slides: await list(page)
      .locator('[data-slide]')
      .evaluateAll((items) =>
        items.map((item) => [
          item.getAttribute('aria-label'),
          item.querySelector('iframe')?.contentDocument?.querySelector('.slides')?.innerHTML,
        ]),
      ),
  })
  const before = [await all()]
  const deeds: readonly (readonly [string, () => Promise<void>])[] = [
    [
      'title',
      async () => {
        await title.fill('Another')
        await title.press('Enter')
      },
    ],
    ['text', () => retype(editor, editor.blocks('text').first(), 'Uno')],
    [
      'shape',
      async () => {
        await editor.press('r')
        await editor.drag({ x: 500, y: 400 }, { x: 700, y: 560 })
        await editor.expectBlocks(1, 'shape')
      },
    ],
    ['move', () => editor.drag({ x: 600, y: 480 }, { x: 420, y: 530 })],
    ['resize', () => editor.dragHandle('se', { x: 690, y: 660 })],
    ['turn', () => editor.dragHandle('rotate', { x: 700, y: 530 })],
    ['delete', () => editor.press('Delete')],
    ['background', () => chooseColor(page, page.getByLabel('Background', { exact: true }), '#22aa66')],
    ['skip', async () => void (await page.getByLabel('When presenting').selectOption('hidden'))],
    ['copy of the slide', () => editor.press('ControlOrMeta+Shift+D')],
    ['order', () => editor.press('ControlOrMeta+Shift+ArrowDown')],
  ]
  for (const [name, deed] of deeds) {
    await test.step(name, async () => {
      await deed()
      await expect.poll(async () => JSON.stringify(await all())).not.toBe(JSON.stringify(before.at(-1)))
      // The thumbnails follow within 50 ms, a new one once its frame has loaded: after two equal polls all are drawn.
      let last = ''
      await expect(async () => {
        const now = await all()
        const isSame = JSON.stringify(now) === last
        last = JSON.stringify(now)
        expect([isSame, now.slides.every(([, html]) => html !== undefined)]).toEqual([true, true])
      }).toPass({ intervals: [120] })
      before.push(await all())
    })
  }
  const undo = page.getByRole('button', { name: 'Undo' })
  const redo = page.getByRole('button', { name: 'Redo' })
  for (const wanted of before.slice(0, -1).reverse()) {
    await undo.click()
    await expect.poll(all).toEqual(wanted)
  }
  await expect(undo).toBeDisabled()
  for (const wanted of before.slice(1)) {
    await redo.click()
    await expect.poll(all).toEqual(wanted)
  }
  await expect(redo).toBeDisabled()
})

test('an unavailable title or URL is refused with the reason, and does not prevent saving the rest', async ({
  newPerson,
}) => {
  const person = await newPerson()
  const { page, context, username } = person
  await makeDeck(context.request, 'Taken', ['Elsewhere'])
  await makeDeck(context.request, 'Taken too', ['Elsewhere'])
  const { deck, editor } = await open(person, 'One')
  const title = page.getByLabel('Deck title')

  await title.fill('   ')
  await title.press('Enter')
  await expect(page.getByText('Please enter a valid title')).toBeVisible()
  await expect(title).toHaveValue('Order')

  await page.getByRole('tab', { name: 'Deck' }).click()
  const address = page.getByLabel('Address')
  const said = page.getByRole('tabpanel').getByRole('alert')
  for (const [wrong, why] of [
    ['', 'Can not be empty'],
    ['a', 'At least 2 characters'],
    ['two words', 'No spaces please'],
    ['naïve', 'Can only contain: A-Z, 0-9, - and _'],
  ] as const) {
    await address.fill(wrong)
    await address.press('Enter')
    await expect(address).toHaveAttribute('aria-invalid', 'true')
    await expect(said.getByText('Please enter a valid URL')).toBeVisible()
    await expect(said.getByText(why)).toBeVisible()
  }
  // At its field, once.
  await expect(page.getByText('Please enter a valid URL')).toHaveCount(1)

  await test.step('the slug of another own deck', async () => {
    // While typing, without Enter or blur.
    await address.fill('taken')
    await expect(said).toHaveText("That one's already taken :(")
    await expect(address).toHaveAttribute('aria-invalid', 'true')
    await address.fill('taken-too')
    await expect(said).toHaveText("Sorry, that's taken too")
    await address.fill('a b')
    await expect(said).toHaveText(/No spaces please$/)
    await address.fill('order')
    await expect(said).toHaveCount(0)
    await address.fill('taken')
    await address.press('Enter')
    await expect(said).toHaveText("That one's already taken :(")
    await expect(address).toHaveValue('taken')
    await retype(editor, editor.blocks().first(), 'Saved all the same')
    await isSaved(page)
    expect(await storedSlides(context.request, deck)).toContain('Saved all the same')
  })
  await test.step('a free one, which the URL follows', async () => {
    await page.getByRole('tab', { name: 'Deck' }).click()
    await address.fill('my-order')
    await address.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/${username}/my-order/edit(#|$)`))
    await isSaved(page)
    await page.reload()
    await new EditorDriver(page).isOpen()
    await expect(title).toHaveValue('Order')
  })
})

test('a deck is made with the keyboard alone', async ({ newPerson }) => {
  const { page, username } = await newPerson()
  const editor = await openEditor(page, `/${username}/new`)
  await expect(editor.layer).toBeFocused()

  await test.step('Tab moves from block to block, Enter edits', async () => {
    await page.keyboard.press('Tab')
    await editor.expectSelected(1)
    await page.keyboard.press('Enter')
    await editor.expectTyping(true)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('Without a mouse')
    await page.keyboard.press('Escape')
    await editor.expectBlock(editor.blocks().first(), { text: 'Without a mouse' })
  })
  await test.step('arrows move it, and a new slide is added', async () => {
    const block = editor.blocks().first()
    const y = await block.evaluate((element: HTMLElement) => Number.parseFloat(element.style.top))
    await page.keyboard.press('Shift+ArrowUp')
    await editor.expectBlock(block, { y: y - 10 })
    await page.keyboard.press('Escape')
    await page.keyboard.press('ControlOrMeta+M')
    await expectOutline(page, ['1 Without a mouse', '2'])
  })
  await test.step('the toolbar is reached, and what it inserts can be moved at once', async () => {
    await page.getByRole('button', { name: 'Add shape' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await editor.expectBlocks(1, 'shape')
    await expect(editor.layer).toBeFocused()
    const x = await editor.blocks('shape').evaluate((element: HTMLElement) => Number.parseFloat(element.style.left))
    await page.keyboard.press('ArrowRight')
    await editor.expectBlock(editor.blocks('shape'), { x: x + 1 })
  })
  await test.step('it is saved, and its keys are listed', async () => {
    await page.keyboard.press('ControlOrMeta+S')
    await expect(page.getByText('Saved successfully')).toBeVisible()
    await isSaved(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'More for this deck' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Keyboard')
    await expect(page.getByRole('menuitem', { name: 'Keyboard shortcuts' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('New slide')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
