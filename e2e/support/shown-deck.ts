import type { Locator, Page } from '@playwright/test'
import { isSaved } from './editing.ts'
import { shownSlide } from './showing.ts'

/** Waits until the editor's deck is saved, and shows its first slide as users see it. */
export async function showSavedDeck(page: Page): Promise<Locator> {
  await page.keyboard.press('ControlOrMeta+S')
  await isSaved(page)
  await page.goto(page.url().replace(/\/edit.*$/, ''))
  const slide = shownSlide(page)
  await slide.waitFor()
  return slide
}
