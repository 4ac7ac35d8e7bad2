import { faultsOf } from './support/accessibility.ts'
import { makeDeck } from './support/decks.ts'
import { openEditor, saveStatus } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { ownName } from './support/person.ts'
import { foundTeam } from './support/teams.ts'

test('a founder alone closes the team from the account page; decks stay, and the next team has no trial', async ({
  newPerson,
  newVisitor,
  complaints,
}) => {
  // The refused name, and the host that is gone, also for the channel of the open editor.
  complaints.expect(/status of (404|422)/)
  complaints.expect(/WebSocket .* (Unexpected response code: 404|closed before the connection is established)/)
  const founder = await newPerson()
  const { page, username, context } = founder
  const { name, url: origin } = await foundTeam(founder, ownName('Closing'))
  const deck = await makeDeck(context.request, ownName('Glaciers'), ['Ice that moves'], { visibility: 'all' })

  const editing = await test.step('an editor is open on the deck', async () => {
    const editor = await openEditor(await context.newPage(), `${origin}${deck.path}/edit`)
    await editor.doubleClick({ x: 480, y: 260 })
    await editor.expectTyping(true)
    await editor.press('ControlOrMeta+End')
    return { page: editor.page, type: (text: string) => editor.page.keyboard.insertText(text) }
  })

  await test.step('the account page leads to the team’s settings', async () => {
    await page.goto('/users/edit')
    await expect(page.locator('html.loaded')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Delete my account' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Close the team first' }).click()
    await expect(page).toHaveURL(`${origin}/edit#close`)
    await expect(page.locator('html.loaded')).toBeVisible()
  })

  await test.step('the name confirms', async () => {
    await page.getByRole('button', { name: 'Close this team' }).click()
    const dialog = page.getByRole('dialog', { name: `Close ${name}?` })
    await expect(dialog.getByText('The subscription ends at once.')).toBeVisible()
    expect(await faultsOf(page)).toEqual({ light: [], dark: [] })
    await dialog.getByLabel('Type the team’s name to confirm').fill('Another')
    await dialog.getByRole('button', { name: 'Close for good' }).click()
    await expect(dialog.getByText('Please type the name of the team exactly')).toBeVisible()
    await dialog.getByLabel('Type the team’s name to confirm').fill(name)
    await dialog.getByRole('button', { name: 'Close for good' }).click()
    await expect(page).toHaveURL(new RegExp(`//localhost:\\d+/${username}$`))
  })

  await test.step('an editor that is open meanwhile says so, and where the deck is', async () => {
    // Its next save is refused, or its next look at the session.
    await editing.type(' and melts')
    const ended = editing.page.getByRole('dialog', { name: 'This team was closed' })
    await expect(ended.getByText(`One of the owners closed ${name}, so you can't save here any more.`)).toBeVisible()
    expect(await faultsOf(editing.page)).toEqual({ light: [], dark: [] })
    await expect(ended.getByRole('button', { name: 'Download deck' })).toBeVisible()
    const opening = context.waitForEvent('page')
    await ended.getByRole('link', { name: 'Open the deck' }).click()
    const personal = await opening
    await expect(personal).toHaveURL(new RegExp(`//localhost:\\d+${deck.path}/edit`))
    await expect(saveStatus(personal)).toHaveText('Saved')
    await personal.close()
    await editing.page.close()
  })

  await test.step('old links lead to the deck, and the team is gone', async () => {
    const visitor = await newVisitor()
    await visitor.goto(origin + deck.path)
    await expect(visitor).toHaveURL(new RegExp(`//localhost:\\d+${deck.path}$`))
    await expect(visitor.frameLocator('iframe').getByText('Ice that moves', { exact: true })).toBeVisible()
    expect((await visitor.goto(`${origin}/`))?.status()).toBe(404)
    await expect(visitor.getByRole('heading', { name: 'This team is closed' })).toBeVisible()
  })

  await test.step('the next team is paid at once', async () => {
    await page.goto('/teams/new')
    await expect(page.getByRole('heading', { name: 'Without a trial' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pay $192 and found the team' })).toBeVisible()
    await page.goto('/users/edit')
    await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible()
  })
})
