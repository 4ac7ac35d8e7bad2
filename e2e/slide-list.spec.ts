import { makeDeck, slideId, storedSlides, textSlide } from './support/decks.ts'
import { isSaved, openEditor, overtype } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import type { Person } from './support/person.ts'
import { dragOver, expectOutline, expectPicked, listedSlide, slideList } from './support/slide-list.ts'

async function open(person: Person, title: string, slides: readonly string[]) {
  const deck = await makeDeck(person.context.request, title, slides)
  const editor = await openEditor(person.page, `${deck.path}/edit`)
  return { deck, editor }
}

const five = ['One', 'Two', 'Three', 'Four', 'Five']
const listOfFive = ['1 One', '2 Two', '3 Three', '4 Four', '5 Five']

test('several slides are selected with Shift, Ctrl and keys, and moved, copied, skipped and deleted in one step each', async ({
  newPerson,
}) => {
  const person = await newPerson()
  const { page } = person
  await open(person, 'Many', five)
  const undo = async () => {
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await expectOutline(page, listOfFive)
  }
  await expectOutline(page, listOfFive)

  await test.step('selected with the mouse', async () => {
    await listedSlide(page, '2').click()
    await listedSlide(page, '4').click({ modifiers: ['Shift'] })
    await expectPicked(page, ['2', '3', '4'])
    await listedSlide(page, '3').click({ modifiers: ['ControlOrMeta'] })
    await expectPicked(page, ['2', '4'])
    await listedSlide(page, '5').click()
    await expectPicked(page, [])
  })
  await test.step('selected with keys', async () => {
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+ArrowDown')
    await expectPicked(page, ['1', '2'])
    await page.keyboard.press('ControlOrMeta+A')
    await expectPicked(page, ['1', '2', '3', '4', '5'])
    await page.keyboard.press('Escape')
    await expectPicked(page, [])
  })
  await test.step('dragged together below another', async () => {
    await listedSlide(page, '1').click()
    await listedSlide(page, '2').click({ modifiers: ['Shift'] })
    await dragOver(page, listedSlide(page, '1'), listedSlide(page, '4'), { down: 0.8, across: 0.9 })
    await expect(slideList(page).getByText('below')).toBeVisible()
    await expect(slideList(page).getByText('2 slides')).toBeVisible()
    await page.mouse.up()
    await expectOutline(page, ['1 Three', '2.1 Four', '2.2 One', '2.3 Two', '3 Five'])
    await undo()
  })
  await test.step('moved with keys', async () => {
    await listedSlide(page, '1').click()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('ControlOrMeta+ArrowDown')
    await expectOutline(page, ['1 Three', '2 One', '3 Two', '4 Four', '5 Five'])
    await undo()
    await listedSlide(page, '2').click()
    await page.keyboard.press('ControlOrMeta+ArrowRight')
    await expectOutline(page, ['1.1 One', '1.2 Two', '2 Three', '3 Four', '4 Five'])
    await undo()
    await listedSlide(page, '5').click()
    await page.keyboard.press('ControlOrMeta+D')
    await expectOutline(page, [...listOfFive, '6 Five'])
    await expect(listedSlide(page, '6')).toBeFocused()
    await undo()
  })
  await test.step('duplicated and skipped from the context menu', async () => {
    await listedSlide(page, '4').click()
    await listedSlide(page, '5').click({ modifiers: ['Shift'] })
    await listedSlide(page, '5').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Duplicate slides' }).click()
    await expectOutline(page, [...listOfFive, '6 Four', '7 Five'])
    await expectPicked(page, ['6', '7'])
    await undo()
    await listedSlide(page, '2').click()
    await listedSlide(page, '3').click({ modifiers: ['Shift'] })
    await listedSlide(page, '3').click({ button: 'right' })
    await page.getByRole('menuitemcheckbox', { name: 'Skip when presenting' }).click()
    await expectOutline(page, ['1 One', '2, skipped Two', '3, skipped Three', '4 Four', '5 Five'])
    await undo()
  })
  await test.step('the panel’s changes apply to all selected slides, in one undo step', async () => {
    await listedSlide(page, '2').click()
    await listedSlide(page, '4').click({ modifiers: ['Shift'] })
    await expect(page.getByRole('tabpanel').getByRole('heading', { name: '3 slides' })).toBeVisible()
    await page.getByRole('tabpanel').getByLabel('When presenting').selectOption('hidden')
    await expectOutline(page, ['1 One', '2, skipped Two', '3, skipped Three', '4, skipped Four', '5 Five'])
    await undo()
  })
  await test.step('deleted after a confirmation, and restored from the toast, also after another change', async () => {
    await listedSlide(page, '2').click()
    await listedSlide(page, '4').click({ modifiers: ['Shift'] })
    await page.keyboard.press('Delete')
    await page.getByRole('dialog', { name: 'Delete 3 slides?' }).getByRole('button', { name: 'Delete slides' }).click()
    await expectOutline(page, ['1 One', '2 Five'])
    await listedSlide(page, '2').click()
    await page.keyboard.press('Enter')
    await expectOutline(page, ['1 One', '2 Five', '3'])
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
    await expectOutline(page, [...listOfFive, '6'])
  })
  await isSaved(page)
})

test('slides are copied and cut from one deck to another, with their stacks and notes', async ({ newPerson }) => {
  const person = await newPerson()
  const { page, context } = person
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const stack = `<section>${textSlide(2, 'Upper')}${textSlide(3, 'Lower')}</section>`
  const { deck: first } = await open(person, 'Source', [textSlide(1, 'Alone'), stack])
  await expectOutline(page, ['1 Alone', '2.1 Upper', '2.2 Lower'])
  await listedSlide(page, '2.2').click()
  await page.getByRole('textbox', { name: 'Speaker notes' }).fill('Slowly here')
  await listedSlide(page, '2.1').click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('ControlOrMeta+C')
  await isSaved(page)

  const second = await makeDeck(context.request, 'Target', ['There'])
  const other = await context.newPage()
  const editor = await openEditor(other, `${second.path}/edit`)
  await listedSlide(other, '1').click()
  await other.keyboard.press('ControlOrMeta+V')
  await expectOutline(other, ['1 There', '2.1 Upper', '2.2 Lower'])
  await listedSlide(other, '2.2').click()
  await expect(other.getByRole('textbox', { name: 'Speaker notes' })).toHaveValue('Slowly here')

  await test.step('also while the canvas has the focus; cut slides are removed', async () => {
    await page.bringToFront()
    await listedSlide(page, '1').click()
    await page.keyboard.press('ControlOrMeta+X')
    await expectOutline(page, ['1.1 Upper', '1.2 Lower'])
    await other.bringToFront()
    await listedSlide(other, '1').click()
    await editor.click({ x: 900, y: 650 })
    await other.keyboard.press('ControlOrMeta+V')
    await expectOutline(other, ['1 There', '2 Alone', '3.1 Upper', '3.2 Lower'])
  })
  await isSaved(other)
  await isSaved(page)
  const stored = await storedSlides(context.request, second)
  // New ids: a slide is never in two decks.
  expect(stored).not.toContain(slideId(2))
  expect(await storedSlides(context.request, first)).not.toContain('Alone')
})

test('a stack is collapsed and expanded, and moves as a whole; the overview shows both dimensions', async ({
  newPerson,
}) => {
  const person = await newPerson()
  const { page } = person
  const stack = `<section>${textSlide(2, 'Upper')}${textSlide(3, 'Lower')}</section>`
  await open(person, 'Stacks', [textSlide(1, 'First'), stack, textSlide(4, 'Last')])
  await expectOutline(page, ['1 First', '2.1 Upper', '2.2 Lower', '3 Last'])

  await test.step('collapsing', async () => {
    await slideList(page).getByRole('button', { name: 'Fold the stack of 2 slides' }).click()
    await expectOutline(page, ['1 First', '2.1, and 1 below Upper', '3 Last'])
    await dragOver(page, listedSlide(page, '2.1'), listedSlide(page, '1'), { down: 0.2, across: 0.5 })
    await expect(slideList(page).getByText('beside')).toBeVisible()
    await page.mouse.up()
    await expectOutline(page, ['1.1, and 1 below Upper', '2 First', '3 Last'])
    await slideList(page).getByRole('button', { name: 'Show the stack of 2 slides' }).click()
    await expectOutline(page, ['1.1 Upper', '1.2 Lower', '2 First', '3 Last'])
  })
  await test.step('the overview: arrows navigate, with Ctrl they move slides, Enter opens', async () => {
    await listedSlide(page, '1.1').click()
    await page.keyboard.press('ControlOrMeta+Alt+O')
    const overview = page.getByRole('dialog', { name: 'Overview' })
    const place = (number: string) => overview.getByRole('button', { name: `Slide ${number}`, exact: true })
    await expect(place('1.1')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(place('1.2')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(place('2')).toBeFocused()
    await page.keyboard.press('ControlOrMeta+ArrowLeft')
    await expect(place('1')).toBeFocused()
    await expect(place('2.1')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+Z')
    await expect(place('1.1')).toBeVisible()
    await dragOver(page, place('3'), place('2'), { down: 0.85, across: 0.5 })
    await expect(overview.getByText('below')).toBeVisible()
    await page.mouse.up()
    await expect(place('2.2')).toBeVisible()
    await place('1.2').click()
    await page.keyboard.press('Enter')
    await expect(overview).toBeHidden()
    await expect(listedSlide(page, '1.2')).toHaveAttribute('aria-current', 'true')
  })
  await expectOutline(page, ['1.1 Upper', '1.2 Lower', '2.1 First', '2.2 Last'])
})

test('a deck of 300 slides renders only the thumbnails near the view, which follow the typing without jumping', async ({
  newPerson,
}) => {
  const person = await newPerson()
  const { page } = person
  const { editor } = await open(
    person,
    'Long',
    Array.from({ length: 300 }, (_, index) => `Words ${index + 1}`),
  )
  const scroll = slideList(page).locator('[data-slide-list]')
  await expect(listedSlide(page, '300')).toBeAttached()
  await expect.poll(() => scroll.locator('iframe').count()).toBeGreaterThan(3)
  expect(await scroll.locator('iframe').count()).toBeLessThan(20)

  await scroll.hover()
  await page.mouse.wheel(0, 600)
  await expect.poll(() => scroll.evaluate((element) => element.scrollTop)).toBeGreaterThan(300)
  const before = await scroll.evaluate((element) => element.scrollTop)
  await overtype(editor, editor.blocks().first(), 'Quickly')
  const picture = listedSlide(page, '1').frameLocator('iframe').locator('.slides')
  await expect(picture).toHaveText('Quickly')
  expect(await scroll.evaluate((element) => element.scrollTop)).toBe(before)
})
