import type { Page } from '@playwright/test'
import { makeDeck } from './support/decks.ts'
import { expect, test } from './support/journey.ts'
import { ownName } from './support/person.ts'
import { givePlan } from './support/plans.ts'
import { shownSlide } from './support/showing.ts'

/** Opens the share dialog on the current deck page. */
async function openSharing(page: Page) {
  // Immediately: a click before the page's script is loaded is replayed.
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading')).toBeVisible()
  return dialog
}

test('A private deck opens by its link and password, in each view, until the link is removed', async ({
  newPerson,
  newVisitor,
  complaints,
}) => {
  complaints.expect(/401|404/)
  const pia = await newPerson()
  givePlan(pia.username, 'pro')
  const deck = await makeDeck(pia.page.request, 'Winter programme', ['The snow is here'], { visibility: 'self' })
  await pia.page.goto(deck.path)
  await pia.page.locator('[data-visibility-menu] > summary').click()
  await pia.page.getByRole('button', { name: 'Create a link' }).click()
  const dialog = pia.page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create a private link' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue('Link 1')
  await dialog.getByLabel('Password').fill('open sesame')
  await expect(dialog.getByText('Unsaved changes')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByText('Unsaved changes')).toBeHidden()
  const link = await dialog.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
  await dialog.getByRole('button', { name: 'QR code' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible()

  const guest = await newVisitor()
  await guest.goto(link)
  await expect(guest.getByRole('heading', { name: 'This deck is protected' })).toBeVisible()
  expect(await guest.content()).not.toMatch(/Winter programme|snow/)
  const password = guest.getByLabel('Password')
  for (const message of ['Wrong password, please try again', 'Still wrong, give it another try']) {
    await password.fill('barley')
    await password.press('Enter')
    await expect(guest.getByRole('alert')).toHaveText(message)
    await expect(guest.locator('[data-lock]')).toHaveClass(/wobble/)
  }
  await password.fill('open sesame')
  await guest.getByRole('button', { name: 'Open the deck' }).click()
  await expect(shownSlide(guest).getByText('The snow is here')).toBeVisible()
  const token = new URL(link).searchParams.get('token') ?? ''
  await guest.goto(`${deck.path}/embed?token=${token}`)
  await expect(shownSlide(guest).getByText('The snow is here')).toBeVisible()
  expect(await guest.locator('[data-fullscreen]').getAttribute('href')).toContain(`/fullscreen?token=${token}`)

  await dialog.getByRole('button', { name: 'Remove link' }).click()
  await expect(dialog.getByRole('button', { name: 'Create a private link' })).toBeVisible()
  await pia.page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(pia.page.locator('[data-visibility-menu] > summary')).toBeFocused()
  await guest.reload()
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText("This deck isn't available")
})

test('A deck is published from its share dialog and mailed; the recipient sees the deck', async ({
  newPerson,
  newVisitor,
}) => {
  const leo = await newPerson()
  givePlan(leo.username, 'lite')
  const deck = await makeDeck(leo.page.request, 'Spring programme', ['The sun is here'], { visibility: 'self' })
  await leo.page.goto(deck.path)
  const dialog = await openSharing(leo.page)
  await dialog.getByRole('button', { name: 'Make public' }).click()
  await dialog.getByRole('tab', { name: 'Email' }).click()
  const to = `${ownName('reader')}@example.org`
  await dialog.getByRole('textbox', { name: 'To' }).fill(` ${to} ,`)
  await dialog.getByLabel('Message').fill('Come & see')
  const sent = leo.page.waitForResponse((answer) => answer.url().includes('/deck_shares'))
  await dialog.getByRole('button', { name: 'Send' }).click()
  expect((await sent).status()).toBe(201)

  const guest = await newVisitor()
  await guest.goto('/dev/mail')
  const mail = guest.locator('article', { hasText: to })
  await expect(mail).toContainText(`${leo.username} shared “Spring programme” with you`)
  await expect(mail).toContainText('Come & see')
  await mail.getByRole('link').click()
  await expect(shownSlide(guest).getByText('The sun is here')).toBeVisible()
  await expect(leo.page.locator('[data-visibility-name]')).toHaveText('Public')
})

test('The focus returns to the page when Escape closes the share dialog as a removed link disappears', async ({
  newPerson,
}) => {
  const ida = await newPerson()
  givePlan(ida.username, 'pro')
  const deck = await makeDeck(ida.page.request, 'Autumn programme', ['The leaves are here'], { visibility: 'self' })
  await ida.page.goto(deck.path)
  const dialog = await openSharing(ida.page)
  await dialog.getByRole('button', { name: 'Create a private link' }).click()
  // In the frame of the removal, when the dialog is about to focus itself instead of the removed button.
  await ida.page.evaluate(() => {
    const create = '[role="dialog"] [data-create]'
    new MutationObserver((_, observer) => {
      if (document.querySelector(create)?.textContent !== 'Create a private link') return
      observer.disconnect()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  await dialog.getByRole('button', { name: 'Remove link' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(ida.page.getByRole('button', { name: 'Share', exact: true })).toBeFocused()
})
