import { expect, type Page } from '@playwright/test'

/** The link of a mail in the outbox, by its recipient and a part of its text. Leaves the page at the outbox. */
export async function mailedLink(page: Page, to: string, text: string): Promise<string> {
  const mail = page.getByRole('article').filter({ hasText: to }).filter({ hasText: text }).first()
  await expect(async () => {
    await page.goto('/dev/mail')
    await expect(mail).toBeVisible({ timeout: 500 })
  }).toPass()
  return (await mail.getByRole('link').first().getAttribute('href')) ?? ''
}
