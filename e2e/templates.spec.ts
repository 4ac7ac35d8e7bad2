import { makeDeck } from './support/decks.ts'
import { isSaved, openEditor, overtype } from './support/editing.ts'
import { willIntercept } from './support/hold.ts'
import { expect, test } from './support/journey.ts'
import { callAs } from './support/person.ts'
import { expectOutline, listedSlide, slideList } from './support/slide-list.ts'

test('a slide is created from one of eight templates, by mouse or by keys, with placeholders', async ({
  newPerson,
}) => {
  const { page, context } = await newPerson({}, { viewport: { width: 1440, height: 900 } })
  const deck = await makeDeck(context.request, 'Templates', ['First'])
  const editor = await openEditor(page, `${deck.path}/edit`)
  const panel = page.getByRole('dialog', { name: 'Slide templates' })
  const cards = panel.locator('[data-template]')

  await test.step('the eight, in their order, in a panel of 450 by 800 px', async () => {
    await slideList(page).getByRole('button', { name: 'Slide templates' }).click()
    await expect(cards).toHaveText([
      'Title',
      'Title and subtitle',
      'Bullets',
      'Two columns',
      'List',
      'Image',
      'Text and image',
      'Image and title',
    ])
    await expect(panel).toHaveCSS('width', '450px')
    await expect(panel).toHaveCSS('height', '800px')
    await expect(panel.getByRole('tab')).toHaveText(['Default', 'Layouts', 'Yours'])
  })
  await test.step('Escape closes it, and no slide was added', async () => {
    await page.keyboard.press('Escape')
    await expectOutline(page, ['1 First'])
    await expect(panel).toBeHidden()
  })
  await test.step('searched and selected with the keyboard', async () => {
    await editor.layer.focus()
    await page.keyboard.press('ControlOrMeta+Alt+M')
    await panel.getByLabel('Search templates').fill('title image')
    await expect(cards).toHaveText(['Image and title'])
    await panel.getByLabel('Search templates').fill('nothing of the kind')
    await expect(panel.getByText('No template is called that')).toBeVisible()
    await panel.getByLabel('Search templates').fill('')
    await cards.first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await expect(cards.nth(3)).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect(panel).toBeHidden()
    await editor.expectBlocks(2, 'text')
    await expect(listedSlide(page, '2')).toHaveAttribute('aria-current', 'true')
  })
  await test.step('one click on an empty placeholder starts editing', async () => {
    await editor.click({ x: 200, y: 100 })
    await editor.expectTyping(true)
    await page.keyboard.type('Three reasons')
    await page.keyboard.press('Escape')
    await expect(editor.blocks().first().locator('h2')).toHaveText('Three reasons')
    await expect(editor.blocks().nth(1).locator('ul > li')).toHaveCount(1)
  })
  await test.step('an empty image placeholder asks for an image', async () => {
    await page.keyboard.press('Escape')
    await slideList(page).getByRole('button', { name: 'Slide templates' }).click()
    await panel.getByRole('button', { name: 'Image', exact: true }).click()
    await editor.expectBlocks(1, 'image')
    await editor.click({ x: 480, y: 350 })
    await expect(page.getByRole('dialog', { name: 'Add an image' })).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await isSaved(page)
})

test('a slide is clickable as soon as the popup above it was closed, while that still fades', async ({ newPerson }) => {
  const { page, username } = await newPerson()
  const editor = await openEditor(page, `/${username}/new`)
  // A very slow transition, so that every click below falls into the fade.
  await page.evaluate(() => {
    const slow = new CSSStyleSheet()
    slow.replaceSync('[data-closed] { transition: opacity 600s !important }')
    document.adoptedStyleSheets = [slow]
  })
  const places = { title: { x: 480, y: 200 }, nothing: { x: 930, y: 680 } }
  const expectPressed = async (name: string) => {
    const dialog = page.getByRole('dialog', { name, includeHidden: true })
    await expect(dialog.locator(':focus')).toBeVisible()
    await expect(dialog).toHaveCSS('opacity', '1')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveAttribute('data-closed')
    await editor.click(places.title)
    await editor.expectTyping(true)
    await editor.press('Escape')
    await editor.click(places.nothing)
    await editor.expectSelected(0)
  }
  await slideList(page).getByRole('button', { name: 'Slide templates' }).click()
  await expectPressed('Slide templates')
  await page.getByRole('button', { name: 'Add image' }).click()
  await expectPressed('Add an image')
})

test('a slide is saved as a template, used in another deck, renamed, and deleted after a confirmation', async ({
  newPerson,
  complaints,
}) => {
  complaints.expect(/status of 500/)
  const { page, context } = await newPerson()
  const deck = await makeDeck(context.request, 'One', ['Keep me'])
  await willIntercept(page)
  await openEditor(page, `${deck.path}/edit`)
  const panel = page.getByRole('dialog', { name: 'Slide templates' })
  const openPanel = () => slideList(page).getByRole('button', { name: 'Slide templates' }).click()
  const own = panel.locator('[data-template]')
  const list = async () => (await (await callAs(context.request, 'GET', '/api/v1/slide_templates.json')).json()).results

  await test.step('none yet', async () => {
    await openPanel()
    await panel.getByRole('tab', { name: 'Yours' }).click()
    await expect(panel.getByText('No templates of yours yet')).toBeVisible()
  })
  await test.step('a failure has its own message', async () => {
    await page.route('**/api/v1/slide_templates.json', (route) => route.fulfill({ status: 500, body: '{}' }))
    await panel.getByRole('button', { name: 'Save this slide as a template' }).click()
    await expect(page.getByText('Failed to save template')).toBeVisible()
    await page.keyboard.press('Escape')
    await openPanel()
    await panel.getByRole('tab', { name: 'Yours' }).click()
    await expect(panel.getByText('Failed to load slide templates')).toBeVisible()
    await page.unroute('**/api/v1/slide_templates.json')
    await panel.getByRole('button', { name: 'Try again' }).click()
    await expect(panel.getByText('No templates of yours yet')).toBeVisible()
  })
  await test.step('saved, and shown at once', async () => {
    await panel.getByRole('button', { name: 'Save this slide as a template' }).click()
    await expect(own).toHaveText(['Keep me'])
    expect(await list()).toMatchObject([{ label: 'Keep me' }])
  })
  await test.step('renamed', async () => {
    await panel.getByRole('button', { name: 'More for Keep me' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Opening')
    await page.getByRole('button', { name: 'Rename' }).click()
    await expect(own).toHaveText(['Opening'])
  })
  await test.step('used in another deck', async () => {
    const other = await makeDeck(context.request, 'Two', ['Begin'])
    await openEditor(page, `${other.path}/edit`)
    await openPanel()
    await panel.getByRole('tab', { name: 'Yours' }).click()
    await own.first().click()
    await expectOutline(page, ['1 Begin', '2 Keep me'])
    await isSaved(page)
  })
  await test.step('deleted only after confirming', async () => {
    await openPanel()
    await panel.getByRole('tab', { name: 'Yours' }).click()
    const ask = async (answer: string) => {
      await panel.getByRole('button', { name: 'More for Opening' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page
        .getByRole('dialog', { name: /Delete the template/ })
        .getByRole('button', { name: answer })
        .click()
    }
    await ask('Cancel')
    await expect(own).toHaveText(['Opening'])
    expect(await list()).toHaveLength(1)
    await ask('Delete')
    await expect(panel.getByText('No templates of yours yet')).toBeVisible()
    expect(await list()).toHaveLength(0)
  })
})

test('a new deck has a title placeholder, which an audience does not see', async ({ newPerson, complaints }) => {
  // Playwright's script is blocked where scripts are disabled.
  complaints.expect(/Blocked script execution in '.*\/canvas'/)
  const { page, username } = await newPerson()
  const editor = await openEditor(page, `/${username}/new`)
  const says = (index: number) =>
    editor
      .blocks()
      .nth(index)
      .locator('.block-content > *')
      .evaluate((element) => getComputedStyle(element, '::before').content)
  await expect.poll(() => says(0)).toContain('Click to add title')
  await expect.poll(() => says(1)).toContain('Click to add subtitle')
  await overtype(editor, editor.blocks().first(), 'Hello')
  await page.keyboard.press('Escape')
  await isSaved(page)
  const deckPage = await page.context().newPage()
  await deckPage.goto(page.url().replace(/\/edit.*$/, ''))
  const frame = deckPage.frameLocator('iframe').first()
  await expect(frame.locator('section.present')).toContainText('Hello')
  await expect(frame.locator('section.present')).not.toContainText('Click to add')
})
