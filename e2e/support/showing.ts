import type { Locator, Page } from '@playwright/test'

/** The slide that the deck of a page shows at the moment. */
export function shownSlide(page: Page): Locator {
  return page.frameLocator('#deck-frame').locator('.slides section.present:not(.stack)')
}
