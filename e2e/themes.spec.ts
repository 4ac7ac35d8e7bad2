import { type RunningServer, runServer } from '../src/testing/run-server.ts'
import { makeDeck, textSlide } from './support/decks.ts'
import { isSaved, openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { ownName, signUp } from './support/person.ts'
import { addMember, foundTeam } from './support/teams.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await runServer({ env: { BILLING: 'off' }, inMemory: true })
})
test.afterAll(() => server.dispose())

test('a brand theme is made from nothing and used in a deck; a mistake in LESS changes nothing', async ({
  openBrowser,
  complaints,
}) => {
  // The answer about the mistake, and the canvas, where Playwright's own scripts are blocked.
  complaints.expect(/422 \(Unprocessable/)
  complaints.expect(/Blocked script execution in '.*\/canvas'/)
  const context = await openBrowser({ baseURL: server.baseUrl, viewport: { width: 1440, height: 900 } })
  await signUp(context.request, {}, server.baseUrl)
  const page = await context.newPage()
  const preview = page.frameLocator('iframe[title="Preview of the theme"]')
  const heading = preview.locator('section.present h2')
  const less = page.getByRole('textbox', { name: 'LESS' })

  await test.step('it is created from the list, and named', async () => {
    await page.goto('/themes')
    await page.getByRole('button', { name: 'New theme' }).click()
    await page.getByLabel('Name of the theme').fill('Tidewatt')
    await expect(preview.locator('html.ready')).toBeAttached()
  })
  await test.step('a color that is hard to read is replaced by the nearest that passes', async () => {
    await page.getByLabel('Text: hex code').fill('#9aa0a8')
    await expect(page.getByText('1 color is hard to see on the background.')).toBeVisible()
    await page.getByRole('button', { name: 'Use the nearest that pass' }).click()
    await expect(page.getByText('All colors can be read on the background')).toBeVisible()
    await expect(preview.locator('section.present p').first()).toHaveCSS('color', 'rgb(115, 119, 125)')
  })
  await test.step('the preview follows LESS, and keeps its slide', async () => {
    await page.getByLabel('Slide of the preview').selectOption({ label: '2. Headings and text' })
    await page.getByRole('tab', { name: 'LESS' }).click()
    await less.click()
    await page.keyboard.insertText('@brand: #b3123f;\nh2 { color: @brand; }')
    await expect(heading).toHaveCSS('color', 'rgb(179, 18, 63)')
  })
  await test.step('a mistake is told with line and column, in the preview and when saving, and changes nothing', async () => {
    await page.keyboard.insertText('\nh3 { color: @missing; }')
    await expect(page.getByText('Line 3, column 13:')).toBeVisible()
    await expect(heading).toHaveCSS('color', 'rgb(179, 18, 63)')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/@missing is undefined/).first()).toBeVisible()
    await expect(page.getByText('Not saved yet')).toBeVisible()
  })
  await test.step('unsaved changes are here again after a reload', async () => {
    await page.reload()
    await expect(page.getByText('are here again')).toBeVisible()
    await page.getByRole('tab', { name: 'LESS' }).click()
    await less.click()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.insertText('@brand: #b3123f;\nh2 { color: @brand; }')
    await expect(page.getByText('Line 3')).toBeHidden()
  })
  await test.step('it is saved with a snippet', async () => {
    await page.getByRole('tab', { name: 'Snippets' }).click()
    await page.getByRole('button', { name: 'Add a snippet' }).click()
    await page.getByLabel('Title').fill('Signature')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  })
  await test.step('a deck takes it at once, as one step, with its snippets', async () => {
    const slide = textSlide(1, 'Power of the tide').replaceAll('p>', 'h2>')
    const deck = await makeDeck(context.request, 'Tides', [slide], {}, server.baseUrl)
    const editor = await openEditor(page, `${deck.path}/edit`)
    const title = editor.slide.locator('h2')
    await page.getByRole('tab', { name: 'Deck' }).click()
    await page.getByRole('radio', { name: 'Tidewatt' }).click()
    await expect(title).toHaveCSS('color', 'rgb(179, 18, 63)')
    await editor.press('ControlOrMeta+Z')
    await expect(title).not.toHaveCSS('color', 'rgb(179, 18, 63)')
    await editor.press('ControlOrMeta+Shift+Z')
    await expect(title).toHaveCSS('color', 'rgb(179, 18, 63)')
    await isSaved(page)
    await page.getByRole('button', { name: 'More for this deck' }).click()
    await page.getByRole('menuitem', { name: 'Insert snippet' }).click()
    await expect(page.getByRole('option', { name: 'Signature' })).toBeVisible()
    await page.goto(deck.path)
    await expect(page.frameLocator('iframe').first().locator('section.present h2')).toHaveCSS(
      'color',
      'rgb(179, 18, 63)',
    )
  })
})

test('a member’s deck begins with the brand theme of the team, and follows it; the member cannot change it', async ({
  newPerson,
  complaints,
}) => {
  // What the member may not open, and the canvas, where Playwright's own scripts are blocked.
  complaints.expect(/status of 403/)
  complaints.expect(/Blocked script execution in '.*\/canvas'/)
  const { page, ...owner } = await newPerson({}, { viewport: { width: 1440, height: 900 } })
  const team = await foundTeam({ page, ...owner }, ownName('tidal'))
  const member = await newPerson()
  await addMember(page, team, member)
  const preview = page.frameLocator('iframe[title="Preview of the theme"]')

  await test.step('it begins as a built-in theme, with the color of the brand from the color picker', async () => {
    await page.goto(`${team.url}/themes`)
    await page.getByRole('button', { name: 'More for Boardroom' }).click()
    await page.getByRole('menuitem', { name: 'Begin a theme with it' }).click()
    await page.getByLabel('Name of the theme').fill('Tidal brand')
    await page.getByRole('button', { name: 'Heading: choose a color' }).click()
    const picker = page.getByRole('dialog', { name: 'Heading' })
    await picker.getByLabel('Hex').fill('#8a1c4a')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Heading: choose a color' })).toBeFocused()
    await expect(preview.locator('section.present h1')).toHaveCSS('color', 'rgb(138, 28, 74)')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  })
  await test.step('it becomes the default of the team', async () => {
    await page.getByRole('link', { name: 'All themes' }).click()
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
    await page.getByLabel(`Default of ${team.name}`).selectOption({ label: 'Tidal brand' })
    await saved
    await expect(page.getByRole('listitem').filter({ hasText: `Default of ${team.name}` })).toHaveCount(1)
  })
  await test.step('a new deck of the member has it, in the editor and where it is shown', async () => {
    const deck = await makeDeck(member.context.request, 'Ebb', [textSlide(1, 'Ebb').replaceAll('p>', 'h2>')])
    await member.page.goto(`${team.url}${deck.path}`)
    const title = member.page.frameLocator('iframe').first().locator('section.present h2')
    await expect(title).toHaveCSS('color', 'rgb(138, 28, 74)')
    await openEditor(member.page, `${team.url}${deck.path}/edit`)
    await member.page.getByRole('tab', { name: 'Deck' }).click()
    await expect(member.page.getByRole('radio', { name: 'Tidal brand' })).toBeChecked()
    await expect(member.page.getByRole('radio', { name: 'Billboard' })).toBeVisible()
    await expect(member.page.getByRole('link', { name: 'Write themes' })).toBeHidden()
  })
  await test.step('the member can look at it, and not open its editor', async () => {
    await page.getByRole('link', { name: 'Tidal brand' }).click()
    await expect(page).toHaveURL(/\/themes\/\d+$/)
    const editor = page.url()
    await member.page.goto(`${editor}/preview`)
    const shown = member.page.frameLocator('iframe[title="Preview of the theme"]')
    await expect(shown.locator('section.present h1')).toHaveCSS('color', 'rgb(138, 28, 74)')
    await member.page.goto(editor)
    await expect(member.page.getByText(/owners and admins/)).toBeVisible()
  })
})
