import type { FrameLocator, Page } from '@playwright/test'
import { faultsOf } from './support/accessibility.ts'
import { makeDeck } from './support/decks.ts'
import { openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { linkInMail } from './support/mail.ts'
import { callAs, newAccount } from './support/person.ts'

test.beforeEach(({ complaints }) => {
  // The canvas allows no listeners of scripts.
  complaints.expect(/Blocked script execution in '.*\/canvas'/)
  // The link to a comment that is gone.
  complaints.expect(/comments\/999999999\.json/)
})

const panel = (page: Page) => page.locator('[data-collaboration]')
const field = (page: Page) => panel(page).getByRole('textbox', { name: /^Comment on/ })
const thread = (page: Page, text: string) => panel(page).locator('ol > li').filter({ hasText: text })
const open = (page: Page) => panel(page).getByRole('button', { name: 'Collaboration' }).click()
const highlights = (where: FrameLocator, name: string) =>
  where.locator('body').evaluate((_, key) => {
    const found = CSS.highlights.get(key)
    return found ? [...found].map((range) => (range as Range).toString()) : []
  }, name)

test('an invited person signs up and comments on words, which are answered and resolved, and move with them', async ({
  newPerson,
  newVisitor,
}) => {
  test.slow()
  const still = { reducedMotion: 'reduce' } as const
  const ann = await newPerson({}, still)
  const deck = await makeDeck(ann.context.request, 'Harbor', ['The tide is low', 'High tide'])
  const path = `/api/v1/decks/${deck.id}`
  const page = await newVisitor(still)
  const bob = { ...newAccount(), page, context: page.context() }

  await test.step('the owner invites a viewer in the editor, who accepts with a new account and is on the review', async () => {
    await openEditor(ann.page, `${deck.path}/edit`)
    await ann.page.getByRole('button', { name: 'Collaborate', exact: true }).click()
    const dialog = ann.page.getByRole('dialog', { name: /^Collaborate/ })
    await dialog.getByRole('button', { name: 'Enable collaboration' }).click()
    await dialog.getByLabel('E-mail').fill(bob.email)
    await dialog.getByRole('radio', { name: /Viewer/ }).check()
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect(dialog.getByText('Invited as Viewer')).toBeVisible()
    await ann.page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.goto(await linkInMail(ann.context.request, bob.email, 'Harbor'))
    await page.getByLabel('Username').fill(bob.username)
    await page.getByLabel('Password').fill(bob.password)
    await page.getByRole('button', { name: 'Sign up and join' }).click()
    await expect(page).toHaveURL(`${deck.path}/review`)
    for (const one of [ann, bob]) await expect(panel(one.page)).toHaveAttribute('data-connected')
    await open(page)
  })

  const frame = bob.page.locator('#deck-frame').contentFrame()

  await test.step('a reviewer selects words on the slide, and comments on them', async () => {
    const words = frame.locator('p', { hasText: 'The tide is low' })
    await words.dblclick({ position: { x: 50, y: 12 } })
    const draft = panel(bob.page).getByText(/^Pinned to/)
    await expect(draft).toBeVisible()
    await field(bob.page).fill(`When? @${ann.username.slice(0, 4)}`)
    await field(bob.page).press('Enter')
    await expect(field(bob.page)).toHaveValue(`When? @${ann.username} `)
    await field(bob.page).press('Enter')
    await expect(thread(bob.page, 'When?').getByRole('button', { name: /^Pinned to/ })).toBeVisible()
    await expect.poll(() => highlights(frame, 'comment-pin')).not.toEqual([])
  })

  await test.step('the editor sees what is unread at its slide and on the panel, and goes there by keys', async () => {
    await expect(panel(ann.page).getByRole('button', { name: 'Collaboration, 1 unread comment' })).toBeVisible()
    await expect(ann.page.getByRole('button', { name: /^Slide 1, unread comments: 1/ })).toBeVisible()
    await panel(ann.page).getByRole('button', { name: 'Collaboration' }).press('Enter')
    await expect(thread(ann.page, 'When?')).toBeVisible()
    await expect(ann.page.getByRole('button', { name: /^Slide 1, unread/ })).toHaveCount(0)
    await expect(ann.page.getByRole('button', { name: '1 comment on this' })).toBeVisible()
    await thread(ann.page, 'When?').getByRole('button', { name: 'Reply' }).press('Enter')
    await ann.page.keyboard.type('At noon')
    await ann.page.keyboard.press('Enter')
    await expect(thread(bob.page, 'When?')).toContainText('At noon')
    expect(await faultsOf(ann.page)).toEqual({ light: [], dark: [] })
  })

  await test.step('the thread is resolved, left out by the filter, and opened again', async () => {
    await thread(bob.page, 'When?').getByRole('button', { name: 'Resolve' }).click()
    await expect(thread(bob.page, 'When?')).toBeFocused()
    await expect(thread(ann.page, 'When?')).toContainText(`Resolved by ${bob.username}`)
    await panel(ann.page).getByRole('button', { name: 'Only open comments' }).click()
    await expect(panel(ann.page)).toContainText('No open comments.')
    await panel(ann.page).getByRole('button', { name: 'Only open comments' }).click()
    await thread(ann.page, 'When?')
      .getByRole('button', { name: /^Resolved by/ })
      .press('Enter')
    await thread(ann.page, 'When?').getByRole('button', { name: 'Reopen' }).press('Enter')
    await expect(thread(bob.page, 'When?').getByRole('button', { name: 'Resolve' })).toBeVisible()
  })

  await test.step('the editor comments on words by keys, and the pin moves as the text is edited', async () => {
    const canvas = ann.page.locator('iframe[title="Slide"]:not([aria-hidden])').contentFrame()
    const edit = async (key: string) => {
      const { x, y } = (await canvas.locator('.block p').boundingBox())!
      await ann.page.mouse.dblclick(x + 20, y + 12)
      await expect(canvas.locator('[contenteditable]')).toBeFocused()
      await ann.page.keyboard.press(key)
    }
    await edit('End')
    await ann.page.keyboard.press('ControlOrMeta+Shift+ArrowLeft')
    await ann.page.keyboard.press('ControlOrMeta+Alt+KeyM')
    await expect(field(ann.page)).toBeFocused()
    await expect(panel(ann.page).getByText('“low”')).toBeVisible()
    await ann.page.keyboard.type('How low?')
    await ann.page.keyboard.press('Enter')
    await expect.poll(() => highlights(canvas, 'comment-pin')).toContain('low')
    await edit('Home')
    await ann.page.keyboard.type('Now ')
    await expect.poll(() => highlights(canvas, 'comment-pin')).toContain('low')
    await expect
      .poll(async () => {
        const { results } = await (await callAs(bob.context.request, 'GET', `${path}/comments.json`)).json()
        return results[0].pin
      })
      .toMatchObject({ quote: 'low', offset: 'Now The tide is '.length })
    await expect.poll(() => highlights(frame, 'comment-pin')).toContain('low')
  })

  await test.step('a link opens the panel and the comment, or says that it is gone', async () => {
    const { results } = await (await callAs(bob.context.request, 'GET', `${path}/comments.json`)).json()
    await bob.page.goto(`${deck.path}/review?comment=${results[1].replies[0].id}`)
    await expect(thread(bob.page, 'When?')).toBeFocused()
    await bob.page.goto(`${deck.path}/review?comment=999999999`)
    await expect(panel(bob.page).getByRole('alert')).toContainText('This comment was deleted')
  })
})
