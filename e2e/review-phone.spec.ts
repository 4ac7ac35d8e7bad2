import type { Page } from '@playwright/test'
import { faultsOf } from './support/accessibility.ts'
import { addCollaborator } from './support/collaborators.ts'
import { makeDeck, slideId } from './support/decks.ts'
import { openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { callAs } from './support/person.ts'
import { givePlan } from './support/plans.ts'

const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
} as const
const none = { light: [], dark: [] }
const panel = (page: Page) => page.locator('[data-collaboration]')
const thread = (page: Page, text: string) => panel(page).locator('ol > li').filter({ hasText: text })
const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

test('a reviewer on a phone opens a shared deck by touch, reads it, comments and replies', async ({ newPerson }) => {
  const [ann, bob] = [await newPerson(), await newPerson({}, phone)]
  givePlan(ann.username, 'pro')
  const deck = await makeDeck(ann.context.request, 'Harbor', ['Low tide', 'High tide'], { visibility: 'self' })
  await addCollaborator(ann, deck, bob, 'viewer')
  const comment = { message: 'Which harbor is it?', slide_hash: slideId(2) }
  const sent = await callAs(ann.context.request, 'POST', `/api/v1/decks/${deck.id}/comments.json`, { comment })
  expect(sent.status()).toBe(201)
  const { page } = bob

  await test.step('the deck is under Shared with me, and its review is read', async () => {
    await page.goto('/')
    await page.getByRole('list', { name: 'Shared with me' }).getByRole('link', { name: 'Harbor' }).tap()
    await page.locator('summary', { hasText: 'More' }).tap()
    await page.getByRole('link', { name: 'Review' }).tap()
    await expect(page).toHaveURL(new RegExp(`${deck.path}/review`))
    await expect(panel(page)).toHaveAttribute('data-connected')
    await page.getByRole('link', { name: /High tide/ }).tap()
    await expect(page.locator('#deck-frame').contentFrame().getByText('High tide', { exact: true })).toBeVisible()
    expect(await width(page)).toBe(390)
    // The list of few slides has one ground down to the end of the window.
    const { y, height } = (await page.locator('.view-review').boundingBox())!
    expect(y + height).toBeGreaterThanOrEqual(phone.viewport.height)
  })

  await test.step('the unread comment is read and answered', async () => {
    await panel(page).getByRole('button', { name: 'Collaboration, 1 unread comment' }).tap()
    await expect(thread(page, 'Which harbor')).toBeVisible()
    await thread(page, 'Which harbor').getByRole('button', { name: 'Reply' }).tap()
    await panel(page)
      .getByRole('textbox', { name: /^Reply/ })
      .fill('That of Rotterdam')
    await thread(page, 'Which harbor').getByRole('button', { name: 'Send' }).tap()
    await expect(thread(page, 'Which harbor')).toContainText('That of Rotterdam')
    await expect(thread(page, 'Which harbor').getByRole('article').last()).toHaveAttribute('data-comment', 'saved')
  })

  await test.step('a comment of their own is on the slide, and the panel leaves the slides again', async () => {
    const field = panel(page).getByRole('textbox', { name: /^Comment on/ })
    await field.fill('More ships, please')
    await field.locator('xpath=ancestor::*[.//button][1]').getByRole('button', { name: 'Send' }).tap()
    await expect(thread(page, 'More ships')).toContainText('Slide 2')
    await expect(thread(page, 'More ships').getByRole('article')).toHaveAttribute('data-comment', 'saved')
    expect(await width(page)).toBe(390)
    expect(await faultsOf(page)).toEqual(none)
    await panel(page).getByRole('button', { name: 'Close panel' }).tap()
    await page.getByRole('link', { name: /Low tide/ }).tap()
    await expect(page.locator('#deck-frame').contentFrame().getByText('Low tide', { exact: true })).toBeVisible()
    const { results } = await (
      await callAs(ann.context.request, 'GET', `/api/v1/decks/${deck.id}/comments.json`)
    ).json()
    expect(results).toMatchObject([
      { message: 'More ships, please', slide_hash: slideId(2) },
      { replies: [{ message: 'That of Rotterdam' }] },
    ])
  })
})

test('a request to edit stands between the insert bar and the slide on a phone, and covers neither', async ({
  newPerson,
  complaints,
}) => {
  // The slide's selection is read by a script, and the canvas allows no listeners of scripts.
  complaints.expect(/Blocked script execution in '.*\/canvas'/)
  const [ann, bob] = [await newPerson({}, phone), await newPerson()]
  const deck = await makeDeck(ann.context.request, 'Harbor', ['Low tide'])
  await callAs(ann.context.request, 'POST', `/api/v1/decks/${deck.id}/make_collaborative.json`)
  await addCollaborator(ann, deck, bob, 'editor')
  const { page } = ann
  const editor = await openEditor(page, `${deck.path}/edit`)
  await expect(panel(page)).toHaveAttribute('data-connected')
  const { x, y, width: across, height } = (await editor.blocks('text').first().boundingBox())!
  await page.touchscreen.tap(x + across / 2, y + height / 2)
  await bob.page.goto(`${deck.path}/review`)
  await expect(panel(bob.page)).toHaveAttribute('data-connected')
  await bob.page.getByRole('link', { name: 'Edit', exact: true }).click()
  const request = page.getByRole('status').filter({ hasText: 'would like to edit this deck' })
  await expect(request).toBeVisible()
  for (const size of [phone.viewport, { width: 700, height: 420 }]) {
    await page.setViewportSize(size)
    const bar = page.locator('main > header')
    const canvas = page.locator('iframe[title="Slide"]:not([aria-hidden])')
    await expect
      .poll(async () => {
        const [above, card, below] = await Promise.all([bar, request, canvas].map((part) => part.boundingBox()))
        const isBetween = above!.y + above!.height <= card!.y && card!.y + card!.height <= below!.y
        return [isBetween, card!.width]
      }, `at ${size.width} px`)
      .toEqual([true, size.width])
    await expect(canvas).toBeInViewport()
    expect(await width(page)).toBe(size.width)
  }
  await page.setViewportSize(phone.viewport)
  expect(await faultsOf(page)).toEqual(none)
  await request.getByRole('button', { name: 'Let them edit' }).tap()
  await expect(bob.page).toHaveURL(new RegExp(`${deck.path}/edit`))
})

test('the names of invited people are whole in the dialog on a phone', async ({ newPerson }) => {
  const ann = await newPerson({}, phone)
  const deck = await makeDeck(ann.context.request, 'Harbor', ['Low tide'])
  const api = `/api/v1/decks/${deck.id}`
  await callAs(ann.context.request, 'POST', `${api}/make_collaborative.json`)
  const email = 'maximiliana.theodora.von-hohenlohe@example.org'
  const answer = await callAs(ann.context.request, 'POST', `${api}/users/invite.json`, {
    user: { email, role: 'editor' },
  })
  expect(answer.status()).toBe(201)
  const { page } = ann
  await page.goto(`${deck.path}/review`)
  await panel(page)
    .getByRole('button', { name: /^Collaboration/ })
    .tap()
  await panel(page).getByRole('button', { name: 'Invite' }).tap()
  const people = page.getByRole('dialog').getByRole('list', { name: 'People of this deck' })
  const name = people.getByText(email)
  await expect(name).toBeVisible()
  await expect(people.getByText('Invited as Editor')).toBeVisible()
  const cut = await name.evaluate((text) => text.scrollWidth > text.clientWidth)
  expect(cut).toBe(false)
  expect(await page.getByRole('dialog').evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth)).toBe(true)
  expect(await faultsOf(page, '[role=dialog]')).toEqual(none)
})
