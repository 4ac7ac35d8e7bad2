import { expect, type Locator, type Page } from '@playwright/test'

/** Chooses a color in the picker that a button opens, and closes it. */
export async function chooseColor(page: Page, button: Locator, hex: string): Promise<void> {
  await button.click()
  const field = page.getByLabel('Hex', { exact: true })
  await field.fill(hex)
  await field.press('Enter')
  await field.press('Escape')
  await expect(field).toHaveCount(0)
}
