import type { EditorDriver } from '../src/testing/editor-driver.ts'
import { drawRectangle, onBlankSlide } from './support/blank-slide.ts'
import { chooseColor } from './support/color.ts'
import { isSaved, openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { signUp } from './support/person.ts'
import { givePlan } from './support/plans.ts'

test.describe('on a slide', () => {
  let editor: EditorDriver
  onBlankSlide((opened) => {
    editor = opened
  })
  const shape = () => editor.blocks('shape').first()

  test('a shape’s text is edited by Enter and by a double click', async () => {
    await drawRectangle(editor, { x: 100, y: 100 }, { x: 400, y: 260 })
    await editor.press('Enter')
    await editor.expectTyping(true)
    await editor.type('Sun')
    await editor.press('Escape')
    await editor.press('Escape')
    await editor.doubleClick({ x: 250, y: 180 })
    await editor.expectTyping(true)
    await editor.press('End')
    await editor.type('light')
    await editor.press('Escape')
    await editor.expectBlock(shape(), { text: 'Sunlight' })
  })

  test('a shape is filled, outlined, rounded, and casts a shadow of its form; undo reverts one change at a time', async ({
    page,
  }) => {
    const panel = page.getByRole('complementary', { name: 'Properties' })
    await drawRectangle(editor, { x: 100, y: 100 }, { x: 400, y: 260 })
    const path = shape().locator('svg > path')
    await chooseColor(page, panel.getByLabel('Fill'), '#ffcc00')
    await expect(path).toHaveCSS('fill', 'rgb(255, 204, 0)')
    await panel.getByLabel('Outline width').fill('6')
    await panel.getByLabel('Outline width').press('Enter')
    await panel.getByLabel('Outline style').selectOption({ label: 'Dotted' })
    await expect(path).toHaveAttribute('stroke-dasharray', '0 12')
    await panel.getByLabel('Rounded rectangle').check()
    const before = await path.getAttribute('d')
    await panel.getByLabel('Corner radius').fill('60')
    await panel.getByLabel('Corner radius').press('Enter')
    await expect(path).not.toHaveAttribute('d', before!)
    await expect(shape().locator('svg')).toHaveAttribute('data-l-radius', '60')
    await panel.getByLabel('Shadow').selectOption({ label: 'Soft' })
    await expect(shape()).toHaveCSS('filter', /drop-shadow/)
    await editor.click({ x: 250, y: 180 })
    await editor.press('ControlOrMeta+Z')
    await expect(shape()).toHaveCSS('filter', 'none')
    await expect(shape().locator('svg')).toHaveAttribute('data-l-radius', '60')
  })

  test('class names are not offered without the plan for them', async ({ page }) => {
    await drawRectangle(editor, { x: 100, y: 100 }, { x: 400, y: 260 })
    await expect(page.getByLabel('Opacity')).toBeVisible()
    await expect(page.getByLabel('Class names')).toHaveCount(0)
  })
})

test('with custom CSS in the plan, blocks get class names and an id, which are saved', async ({ page, complaints }) => {
  complaints.expect(/Blocked script execution in '.*\/canvas'/)
  const { username } = await signUp(page.context().request)
  givePlan(username, 'pro')
  const editor = await openEditor(page, `/${username}/new`)
  await drawRectangle(editor, { x: 100, y: 480 }, { x: 300, y: 600 })
  await page.getByLabel('Class names').fill('card  1wrong wide card fragment past')
  await page.getByLabel('Class names').press('Enter')
  await expect(editor.blocks('shape')).toHaveClass('block card wide')
  const leftOut = page.getByRole('alert').filter({ hasText: "Left out 'fragment' and 'past': taken by the player" })
  await expect(leftOut).toContainText("'1wrong': not a class name")
  await page.getByLabel('CSS ID').fill('2nd')
  await page.getByLabel('CSS ID').press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'A letter, then letters' })).toBeVisible()
  await page.getByLabel('CSS ID').fill('offer')
  await page.getByLabel('CSS ID').press('Enter')
  await expect(editor.blocks('shape')).toHaveAttribute('data-l-id', 'offer')
  await editor.layer.focus()
  await editor.press('ControlOrMeta+d')
  await expect(editor.blocks('shape')).toHaveCount(2)
  // The id must stay unique; the copy has the style and no id.
  await expect(editor.blocks('shape').nth(1)).toHaveClass('block card wide')
  await expect(page.getByLabel('CSS ID')).toHaveValue('')
  await page.getByLabel('CSS ID').fill('offer')
  await page.getByLabel('CSS ID').press('Enter')
  await expect(page.getByText('Another slide or block of this deck has this ID')).toBeVisible()
  await editor.layer.focus()
  await editor.press('Delete')
  await expect(editor.blocks('shape')).toHaveCount(1)
  await page.keyboard.press('ControlOrMeta+S')
  await isSaved(page)
  await page.reload()
  await editor.isOpen()
  await expect(editor.blocks('shape')).toHaveClass('block card wide')
  await expect(editor.blocks('shape')).toHaveAttribute('data-l-id', 'offer')
})
