import { expect, type Locator, type Page } from '@playwright/test'

/** The current slide of a page's deck. */
export function shownSlide(page: Page): Locator {
  return page.frameLocator('#deck-frame').locator('.slides section.present:not(.stack)')
}

/**
 * Waits until the deck of a page has started and gets what is typed: its frame takes the focus by itself. The frame has a
 * process of its own, and a key that is pressed while the focus moves there reaches neither. On a busy machine the browser
 * may even go on to send keys elsewhere than the documents say; then the frame is focused anew.
 */
export async function takesKeys(page: Page): Promise<void> {
  const frame = page.locator('#deck-frame')
  const root = frame.contentFrame().locator('html')
  await expect(frame).toBeFocused()
  await expect(root).toHaveClass(/\bready\b/)
  await root.evaluate((html) => {
    html.ownerDocument.addEventListener('keydown', () => html.setAttribute('data-typed', ''), { once: true })
  })
  await expect(async () => {
    // No deck has a use for it alone.
    await page.keyboard.press('Shift')
    const isTyped = expect(root).toHaveAttribute('data-typed', '', { timeout: 2_000 })
    await isTyped.catch(async (error: unknown) => {
      await frame.evaluate((element: HTMLElement) => {
        element.blur()
        element.focus()
      })
      throw error
    })
  }).toPass()
}
