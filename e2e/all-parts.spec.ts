import type { Page } from '@playwright/test'
import { samplePdf } from '../src/testing/sample-pdf.ts'
import { subscribe } from './support/billing.ts'
import { importInPage } from './support/deck-files.ts'
import { areFound, type MadeDeck, makeDeck } from './support/decks.ts'
import { isSaved, openEditor, retype } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { linkInMail } from './support/mail.ts'
import { callAs, ownName, signUp } from './support/person.ts'
import { shownSlide } from './support/showing.ts'
import { slideList } from './support/slide-list.ts'
import { slideOf } from './support/stage.ts'
import { addMember, foundTeam } from './support/teams.ts'

test.setTimeout(240_000)
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const words = 'They dive for fish'

/** Opens an entry of the deck's menu on its page. */
async function openFromDeck(page: Page, deck: MadeDeck, entry: string): Promise<void> {
  await page.goto(deck.path)
  await page.locator('[data-more] summary').click()
  await page.getByRole('link', { name: entry, exact: true }).click()
}

/** The dialogs of the editor: each opens, shows what it is for, and closes. */
async function walkEditor(page: Page, deck: MadeDeck): Promise<void> {
  const editor = await openEditor(page, `${deck.path}/edit`)
  const closes = async (name: string) => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name })).toBeHidden()
  }
  await retype(editor, editor.blocks('text').first(), words)
  await isSaved(page)
  await slideList(page).getByRole('button', { name: 'Slide templates' }).click()
  await expect(page.getByRole('dialog', { name: 'Slide templates' }).locator('[data-template]')).toHaveCount(8)
  await closes('Slide templates')
  await page.getByRole('button', { name: 'Add image' }).click()
  await page.getByRole('button', { name: 'Media library' }).click()
  await expect(page.getByRole('dialog', { name: 'Media library' }).getByText('No images yet')).toBeVisible()
  await closes('Media library')
  await page.getByRole('button', { name: 'Revisions' }).click()
  await expect(page.getByRole('dialog', { name: 'Revisions' }).getByRole('listitem').first()).toBeVisible()
  await closes('Revisions')
  await page.getByRole('button', { name: 'More for this deck' }).click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  await expect(page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Export PDF' })).toBeVisible()
  await closes('Export')
  await page.getByRole('tab', { name: 'Deck', exact: true }).click()
  await page.getByRole('radio', { name: 'Almanac' }).click()
  await isSaved(page)
}

/** Invites a user, who comments on the review. */
async function walkTogether(page: Page, deck: MadeDeck, title: string, guest: Page): Promise<void> {
  const account = await signUp(guest.context().request)
  await page.goto(`${deck.path}/edit`)
  await page.getByRole('button', { name: 'Collaborate', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Collaborate on' })
  await dialog.getByRole('button', { name: 'Enable collaboration' }).click()
  await dialog.getByLabel('E-mail').fill(account.email)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await guest.goto(await linkInMail(page.request, account.email, title))
  await guest.getByRole('button', { name: 'Open the deck' }).click()
  await expect(guest).toHaveURL(new RegExp(`${deck.path}/`))
  await guest.goto(`${deck.path}/review`)
  const panel = guest.locator('[data-collaboration]')
  // It takes the focus as it begins: a press meanwhile may leave the browser with another record than the page.
  await expect(guest.locator('#deck-frame')).toBeFocused()
  await panel.getByRole('button', { name: 'Collaboration' }).click()
  const field = panel.getByRole('textbox', { name: /^Comment on/ })
  // The deck's frame takes the keyboard when it becomes ready. On a busy machine the browser, for which all documents of a
  // test have the focus, may leave it there although the field got it since: the page then has to take it once more.
  await expect(async () => {
    await guest
      .locator('iframe')
      .first()
      .evaluate((frame) => (frame as HTMLElement).focus())
    await field.click()
    await field.fill('How deep?')
    await expect(field).toHaveValue('How deep?', { timeout: 1_000 })
  }).toPass()
  await field.press('Enter')
  await expect(panel.getByRole('article').filter({ hasText: 'How deep?' })).toHaveAttribute('data-comment', 'saved')
}

/** The ways to show a deck. */
async function walkViews(page: Page, deck: MadeDeck, guest: Page): Promise<void> {
  for (const view of ['', '/fullscreen', '/embed']) {
    await guest.goto(`${deck.path}${view}`)
    await expect(shownSlide(guest), view).toContainText(words)
  }
  await openFromDeck(page, deck, 'Speaker view')
  await expect(page.locator('[data-place]')).toHaveText('1 / 2')
  await openFromDeck(page, deck, 'Present live')
  await expect(slideOf(page)).toContainText(words)
  await guest.goto(`${deck.path}/live`)
  await expect(slideOf(guest)).toContainText(words)
}

test('each part of the product is reached from its pages, and works', async ({
  newPerson,
  newVisitor,
  openBrowser,
  complaints,
}) => {
  complaints.expect(/Blocked script execution in '.*\/canvas'|status of 40[14]/)
  const person = await newPerson({}, { viewport: { width: 1440, height: 900 } })
  const { page, context, username } = person
  const word = ownName('gannet').replace('-', '')
  const deck = await makeDeck(context.request, word, ['They dive', 'They rest'])
  const guest = await newVisitor()

  await test.step('subscriptions and billing', () => subscribe(page, 'pro', 'monthly'))
  await test.step('the editor, templates, media, revisions, exports and themes', () => walkEditor(page, deck))
  await test.step('show, full-screen, embed, speaker view and live', () => walkViews(page, deck, guest))
  await test.step('collaboration, comments and the review', () => walkTogether(page, deck, word, guest))
  await test.step('the import of a PDF', async () => {
    const file = { name: 'Terns.pdf', mimeType: 'application/pdf', buffer: samplePdf('Terns') }
    await importInPage(page, file, 'One slide of Terns.pdf')
  })
  await test.step('search, kudos and a fork', async () => {
    await areFound(guest.request, word, 1)
    await guest.goto('/explore')
    await guest.getByRole('searchbox', { name: 'Search decks' }).pressSequentially(word)
    await expect(guest).toHaveURL(new RegExp(`search=${word}`))
    await guest.getByRole('link', { name: word }).click()
    await expect(guest).toHaveURL(deck.path)
    await guest.locator('[data-kudos]').click()
    await expect(guest.locator('[data-kudos-count]')).toHaveText('1')
    await guest.getByRole('button', { name: 'Fork' }).click()
    await expect(guest.getByRole('heading', { name: word }).getByRole('link')).toBeVisible()
  })
  await test.step('a private deck by a link with a password', async () => {
    const hidden = await makeDeck(context.request, 'Colony', ['Only for you'], { visibility: 'self' })
    const data = { access_token: { password: 'open sesame' } }
    const made = await callAs(context.request, 'POST', `/api/v1/decks/${hidden.id}/access_tokens`, data)
    const reader = await newVisitor()
    await reader.goto(`${hidden.path}?token=${(await made.json()).token}`)
    await expect(reader.getByRole('heading', { name: 'This deck is protected' })).toBeVisible()
    await reader.getByLabel('Password').fill('open sesame')
    await reader.getByRole('button', { name: 'Open the deck' }).click()
    await expect(shownSlide(reader)).toContainText('Only for you')
  })
  await test.step('trash and recover', async () => {
    await page.goto(`/${username}`)
    await page.getByRole('article').filter({ hasText: 'Colony' }).getByRole('heading').hover()
    await page.getByRole('button', { name: 'Menu of “Colony”' }).click()
    await page.getByRole('menuitem', { name: 'Move to trash' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click()
    await expect(page.getByText('Moved to trash')).toBeVisible()
    await page.getByRole('link', { name: 'Trash' }).click()
    await page.getByRole('article').filter({ hasText: 'Colony' }).getByRole('button', { name: 'Recover' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Recover' }).click()
    await expect(page.getByText('Deck recovered')).toBeVisible()
  })
  await test.step('a team with an invitation, and its themes', async () => {
    const founder = await newPerson({}, { viewport: { width: 1440, height: 900 } })
    const team = await foundTeam(founder, ownName('colony'))
    await addMember(founder.page, team, await newPerson())
    await founder.page.goto(`${team.url}/themes`)
    await founder.page.getByRole('button', { name: 'New theme' }).click()
    const preview = founder.page.frameLocator('iframe[title="Preview of the theme"]')
    await expect(preview.locator('html.ready')).toBeAttached()
  })
  await test.step('the first-run tutorial', async () => {
    const first = await openBrowser()
    const account = await signUp(first.request, undefined, '', { tour: true })
    const beginner = await first.newPage()
    await beginner.goto(`/${account.username}/new`)
    await expect(beginner.getByRole('dialog').getByRole('list', { name: 'Steps' })).toBeVisible()
    await beginner.getByRole('button', { name: 'Skip tutorial' }).click()
    await expect(beginner.getByRole('list', { name: 'Steps' })).toHaveCount(0)
  })
})
