import type { Locator, Page } from '@playwright/test'
import type { CollaboratorRole } from '../src/rules/permissions.ts'
import { EditorDriver } from '../src/testing/editor-driver.ts'
import { faultsOf } from './support/accessibility.ts'
import { addCollaborator } from './support/collaborators.ts'
import { makeDeck, storedSlides } from './support/decks.ts'
import { openEditor, overtype } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { callAs, type Person } from './support/person.ts'
import { slideOf } from './support/stage.ts'

test.beforeEach(({ complaints }) => {
  // The slide's selection is read by a script, and the canvas allows no listeners of scripts.
  complaints.expect(/Blocked script execution in '.*\/canvas'/)
})

const panel = (page: Page) => page.locator('[data-collaboration]')
const edit = (page: Page) => panel(page).getByRole('button', { name: 'Edit', exact: true })
const card = (page: Page, text: RegExp | string) => page.getByRole('status').filter({ hasText: text })
/** The lower edge of an element, in px from the top of the window. */
async function bottomOf(element: Locator): Promise<number> {
  const { y, height } = (await element.boundingBox())!
  return y + height
}
const text = (editor: EditorDriver) => editor.blocks('text').first()

/** A user's deck with collaborators in these roles. */
async function deckOf(owner: Person, others: readonly (readonly [Person, CollaboratorRole])[]) {
  const deck = await makeDeck(owner.context.request, 'Harbor', ['Low tide', 'High tide'])
  const path = `/api/v1/decks/${deck.id}`
  await callAs(owner.context.request, 'POST', `${path}/make_collaborative.json`)
  for (const [person, role] of others) await addCollaborator(owner, deck, person, role)
  return deck
}

/** Opens the editor, waits until its page has joined the others, and returns its driver. */
async function openJoined(person: Person, path: string): Promise<EditorDriver> {
  const editor = await openEditor(person.page, `${path}/edit`)
  await expect(panel(person.page)).toHaveAttribute('data-connected')
  return editor
}

test('one edits at a time: ask, cancel, dismiss, approve with the last keystrokes, and take over', async ({
  newPerson,
}) => {
  test.slow()
  // The check of accessibility needs it.
  const still = { reducedMotion: 'reduce' } as const
  const [ann, bob] = [await newPerson({}, still), await newPerson({}, still)]
  const deck = await deckOf(ann, [[bob, 'editor']])
  const editor = await openJoined(ann, deck.path)

  await test.step('the second editor gets the review, where the panel shows who edits', async () => {
    await bob.page.goto(`${deck.path}/edit`)
    await expect(bob.page).toHaveURL(new RegExp(`${deck.path}/review`))
    await expect(panel(bob.page)).toHaveAttribute('data-connected')
    expect((await panel(bob.page).boundingBox())?.width).toBe(60)
    const why = card(bob.page, `${ann.username} is editing this deck. One person edits at a time.`)
    await expect(why.getByRole('button', { name: 'Ask to edit' })).toBeVisible()
    // It pushes the deck, and covers nothing.
    expect(await bottomOf(bob.page.locator('.stage'))).toBeLessThanOrEqual((await why.boundingBox())!.y)
    await why.getByRole('button', { name: 'Close' }).click()
    await expect(why).toHaveCount(0)
    // Another one would be cut at the edge of the strip.
    const link = bob.page.getByRole('link', { name: 'Edit', exact: true })
    await expect(link).toBeVisible()
    await expect(edit(bob.page)).toHaveCount(0)
    const marked = panel(bob.page)
      .getByRole('listitem')
      .filter({ has: bob.page.locator('[data-editing] svg') })
    await expect(marked.getByRole('button')).toHaveAccessibleName(new RegExp(`^${ann.username}, Editing slide 1`))
    await panel(bob.page).getByRole('button', { name: 'Collaboration' }).click()
    // One 'Edit' at a time.
    await expect(edit(bob.page)).toBeVisible()
    await expect(link).toBeHidden()
    await panel(bob.page).getByRole('button', { name: 'Close panel' }).click()
    await expect(link).toBeVisible()
    await panel(bob.page).getByRole('button', { name: 'Collaboration' }).click()
    await expect(panel(bob.page).getByRole('listitem').filter({ hasText: ann.username })).toContainText(
      'Editing slide 1',
    )
  })

  await test.step('without room beside the open panel, the slides are below the deck', async () => {
    const size = bob.page.viewportSize()!
    await bob.page.setViewportSize({ width: 1024, height: 768 })
    const slides = bob.page.locator('.review-panel')
    await expect
      .poll(async () => (await slides.boundingBox())!.y >= (await bottomOf(bob.page.locator('main'))))
      .toBe(true)
    const [list, people] = [(await slides.boundingBox())!, (await panel(bob.page).boundingBox())!]
    expect(list.x + list.width).toBeLessThanOrEqual(people.x)
    await bob.page.setViewportSize(size)
  })

  await test.step('a request can be canceled', async () => {
    await edit(bob.page).click()
    await expect(card(ann.page, bob.username)).toContainText('would like to edit this deck')
    for (const { page } of [ann, bob]) expect(await faultsOf(page)).toEqual({ light: [], dark: [] })
    await card(bob.page, 'Waiting for').getByRole('button', { name: 'Cancel' }).click()
    await expect(card(ann.page, bob.username)).toHaveCount(0)
  })

  await test.step('a dismissed request names who denied it', async () => {
    await edit(bob.page).click()
    await card(ann.page, bob.username).getByRole('button', { name: 'Dismiss' }).click()
    const denial = card(bob.page, `${ann.username} dismissed your request to edit.`)
    await denial.getByRole('button', { name: 'Close' }).click()
    await expect(denial).toHaveCount(0)
  })

  await test.step('an approved request saves the last keystrokes before the other begins', async () => {
    await edit(bob.page).click()
    const request = card(ann.page, bob.username)
    await expect(request).toBeVisible()
    await overtype(editor, text(editor), 'The last words of the editor')
    await request.getByRole('button', { name: 'Let them edit' }).click()
    await expect(ann.page.getByRole('dialog')).toContainText(`${bob.username} edits now`)
    await expect(bob.page).toHaveURL(new RegExp(`${deck.path}/edit`))
    expect(await storedSlides(ann.context.request, deck)).toContain('The last words of the editor')
    await expect(ann.page.getByRole('dialog')).toContainText('You are taken to the review in')
    await expect(ann.page).toHaveURL(new RegExp(`${deck.path}/review`))
  })

  await test.step('the reviewer sees the deck as it is written', async () => {
    await expect(slideOf(ann.page)).toContainText('The last words of the editor')
    const other = new EditorDriver(bob.page)
    await other.isOpen()
    const frame = ann.page.frameLocator('iframe').first().locator('html')
    await frame.evaluate((html) => html.setAttribute('data-seen', ''))
    await overtype(other, text(other), 'Words of the next editor')
    await expect(slideOf(ann.page)).toContainText('Words of the next editor')
    await expect(ann.page.locator('[data-review-slides]')).toContainText('Words of the next editor')
    // In the same document: a change is shown without loading the deck again.
    await expect(frame).toHaveAttribute('data-seen', '')
  })

  await test.step('where the editor has gone, the floor is taken at once', async () => {
    await bob.page.close({ runBeforeUnload: false })
    await panel(ann.page).getByRole('button', { name: 'Collaboration' }).click()
    await expect(panel(ann.page).getByRole('listitem').filter({ hasText: bob.username })).toContainText('Edited last')
    await edit(ann.page).click()
    await expect(ann.page).toHaveURL(new RegExp(`${deck.path}/edit`))
  })
})

test('an idle editor need not be asked, a viewer cannot ask, and who is removed is taken to the own profile', async ({
  newPerson,
}) => {
  test.slow()
  const [ann, bob, cy] = [await newPerson(), await newPerson(), await newPerson()]
  const deck = await deckOf(ann, [
    [bob, 'editor'],
    [cy, 'viewer'],
  ])
  await ann.page.clock.install()
  await openJoined(ann, deck.path)
  for (const { page } of [bob, cy]) {
    await page.goto(`${deck.path}/review`)
    await expect(panel(page)).toHaveAttribute('data-connected')
    await panel(page).getByRole('button', { name: 'Collaboration' }).click()
  }
  const annIn = (page: Page) => panel(page).getByRole('listitem').filter({ hasText: ann.username })

  await test.step('everybody sees the others, and goes where they are', async () => {
    await expect(annIn(cy.page)).toContainText('Editing slide 1')
    await ann.page.keyboard.press('PageDown')
    await expect(annIn(cy.page)).toContainText('Editing slide 2')
    await annIn(cy.page).getByRole('button', { name: 'go there' }).click()
    await expect(slideOf(cy.page)).toContainText('High tide')
    await expect(edit(cy.page)).toHaveCount(0)
  })

  await test.step('an editor without input for four minutes is idle, and loses the floor to the first who asks', async () => {
    await ann.page.clock.fastForward(240_000)
    await expect(annIn(bob.page)).toContainText('Editor, idle')
    await edit(bob.page).click()
    await expect(bob.page).toHaveURL(new RegExp(`${deck.path}/edit`))
    await expect(ann.page.getByRole('dialog')).toContainText(`${bob.username} edits now`)
    await ann.page.getByRole('button', { name: 'Go now' }).click()
    await expect(ann.page).toHaveURL(new RegExp(`${deck.path}/review`))
  })

  await test.step('a removed collaborator is counted down to the own profile', async () => {
    const path = `/api/v1/decks/${deck.id}/users`
    const people = await (await callAs(ann.context.request, 'GET', `${path}.json`)).json()
    const { id } = people.results.find(({ username }: { username: string }) => username === cy.username)
    const answer = await callAs(ann.context.request, 'DELETE', `${path}/${id}.json`, {})
    expect(answer.status()).toBe(204)
    await expect(cy.page.getByRole('dialog')).toContainText('You are no longer a collaborator on this deck')
    await expect(cy.page).toHaveURL(new RegExp(`/${cy.username}$`))
  })
})

test('a lost connection is told in the panel, with Retry beside it', async ({ newPerson, complaints }) => {
  complaints.expect(/WebSocket/)
  const ann = await newPerson()
  const { page } = ann
  const deck = await deckOf(ann, [])
  const sockets: { close(): Promise<void> }[] = []
  let isCut = false
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    if (isCut) return void socket.close()
    socket.connectToServer()
    sockets.push(socket)
  })
  await page.goto(`${deck.path}/review`)
  await expect(panel(page)).toHaveAttribute('data-connected')
  await panel(page).getByRole('button', { name: 'Collaboration' }).click()
  isCut = true
  for (const socket of sockets) await socket.close()
  const notice = panel(page).getByRole('status').filter({ hasText: 'Lost connection to server' })
  await expect(notice).toBeVisible()
  const button = notice.getByRole('button', { name: 'Retry' })
  const [all, words, retry] = [
    await notice.boundingBox(),
    await notice.locator('strong').boundingBox(),
    await button.boundingBox(),
  ]
  expect(retry!.x).toBeGreaterThan(words!.x + words!.width)
  // Without the border.
  expect(Math.abs(retry!.y + retry!.height / 2 - all!.y - all!.height / 2)).toBeLessThan(2)
  isCut = false
  await button.click()
  await expect(notice).toHaveCount(0)
  await expect(panel(page)).toHaveAttribute('data-connected')
})
