import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { EditorDriver } from '../src/testing/editor-driver.ts'
import { subscribe } from './support/billing.ts'
import { isSaved, retype } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { newAccount, ownName, signUpByForm } from './support/person.ts'
import { shownSlide } from './support/showing.ts'
import { slideOf } from './support/stage.ts'

test.setTimeout(240_000)
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Opens a page with markup on a site of its own. */
async function openElsewhere(page: Page, body: string): Promise<() => void> {
  const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(body))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
  return () => site.close()
}

async function openSharing(page: Page, tab: string) {
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: tab }).click()
  return dialog
}

test('a new user creates, edits, styles, saves, presents, embeds, streams and shares a deck, in one session', async ({
  page,
  newVisitor,
  complaints,
}) => {
  complaints.expect(/Blocked script execution in '.*\/canvas'/)
  const author = newAccount()
  const title = ownName('Lighthouses')
  const words = 'They blink at night'
  let address = ''

  await test.step('signs up', async () => {
    await signUpByForm(page, author)
  })

  await test.step('creates a deck, edits it and gives it a theme', async () => {
    await page.getByRole('link', { name: 'New deck' }).first().click()
    await page.getByRole('button', { name: 'Skip tutorial' }).click()
    const editor = new EditorDriver(page)
    await editor.isOpen()
    await retype(editor, editor.blocks('text').nth(0), words)
    await page.getByLabel('Deck title').fill(title)
    await page.getByLabel('Deck title').press('Enter')
    await page.getByRole('tab', { name: 'Deck', exact: true }).click()
    await page.getByRole('radio', { name: 'Circuit' }).click()
    await expect(editor.slide.locator('.reveal')).toHaveClass(/theme-color-asphalt-orange/)
    await isSaved(page)
  })

  await test.step('presents it full-screen', async () => {
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Present' }).click()
    const show = await opened
    await expect(shownSlide(show)).toContainText(words)
    await expect(show.frameLocator('#deck-frame').locator('body')).toHaveCSS('background-color', 'rgb(11, 17, 32)')
    await show.close()
  })

  await test.step('publishes it and shares its link', async () => {
    await page.getByRole('button', { name: 'Visibility: Public' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Public' }).click()
    await expect(page.getByText('Your deck is now public')).toBeVisible()
    await page.getByRole('link', { name: 'Leave the editor' }).click()
    await page.getByRole('link', { name: title }).click()
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    address = page.url()
    const dialog = await openSharing(page, 'Link')
    const reader = await newVisitor()
    await reader.goto(await dialog.getByRole('textbox', { name: 'Link', exact: true }).inputValue())
    await expect(shownSlide(reader)).toContainText(words)
    await reader.context().close()
  })

  await test.step('embeds it in another site', async () => {
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('tab', { name: 'Embed' }).click()
    const code = await dialog.getByRole('textbox', { name: 'Code' }).inputValue()
    const reader = await newVisitor()
    const close = await openElsewhere(reader, code)
    const slide = reader.frameLocator('iframe').frameLocator('#deck-frame').locator('section.present')
    await expect(slide).toContainText(words)
    await reader.context().close()
    close()
  })

  await test.step('shares it by e-mail', async () => {
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('tab', { name: 'Email' }).click()
    const to = `${ownName('reader')}@example.org`
    await dialog.getByRole('textbox', { name: 'To' }).fill(to)
    await dialog.getByLabel('Message').fill('Look at the light')
    const sent = page.waitForResponse((answer) => answer.url().includes('/deck_shares'))
    await dialog.getByRole('button', { name: 'Send' }).click()
    expect((await sent).status()).toBe(201)
    const reader = await newVisitor()
    await reader.goto('/dev/mail')
    await reader.locator('article', { hasText: to }).getByRole('link').first().click()
    await expect(shownSlide(reader)).toContainText(words)
    await reader.context().close()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('streams it live', async () => {
    await page.locator('[data-more] summary').click()
    await page.getByRole('link', { name: 'Present live' }).click()
    await expect(slideOf(page)).toContainText(words)
    const audience = await newVisitor()
    await audience.goto(`${address}/live`)
    await expect(slideOf(audience)).toContainText(words)
    await page.keyboard.press('b')
    await expect(audience.frameLocator('iframe').first().locator('.reveal.paused')).toBeVisible()
    await audience.context().close()
  })

  await test.step('makes it private with a plan, and shares it by a link with a password', async () => {
    await subscribe(page, 'pro', 'monthly')
    await page.goto(address)
    await page.locator('[data-visibility-menu] > summary').click()
    await page.locator('[data-visibility="self"]').click()
    await expect(page.locator('[data-visibility-name]')).toHaveText('Private')
    const dialog = await openSharing(page, 'Link')
    await dialog.getByRole('button', { name: 'Create a private link' }).click()
    await dialog.getByLabel('Password').fill('open sesame')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog.getByText('Unsaved changes')).toBeHidden()
    const guest = await newVisitor()
    await guest.goto(await dialog.getByRole('textbox', { name: 'Link', exact: true }).inputValue())
    await guest.getByLabel('Password').fill('open sesame')
    await guest.getByRole('button', { name: 'Open the deck' }).click()
    await expect(shownSlide(guest)).toContainText(words)
  })
})
