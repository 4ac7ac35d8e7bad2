import type { Locator, Page } from '@playwright/test'

/** The current slide of a page's deck. */
export function shownSlide(page: Page): Locator {
  return page.frameLocator('#deck-frame').locator('.slides section.present:not(.stack)')
}
