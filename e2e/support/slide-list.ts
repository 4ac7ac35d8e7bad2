import { expect, type Locator, type Page } from '@playwright/test'

export function slideList(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Slides' })
}

/** A slide of the list, by its number: '3', or '3.2' in a stack. */
export function listedSlide(page: Page, number: string): Locator {
  return slideList(page).getByRole('button', { name: new RegExp(`^Slide ${number.replace('.', '\\.')}(,|$)`) })
}

/** The text and number of each slide in the list, as drawn in its thumbnail. */
export function outline(page: Page): Promise<string[]> {
  return slideList(page)
    .locator('[data-slide]')
    .evaluateAll((items) =>
      items.map((item) => {
        const slide = item.querySelector('iframe')?.contentDocument?.querySelector('.slides')
        return `${item.getAttribute('aria-label')?.replace('Slide ', '')} ${slide?.textContent?.trim() ?? ''}`.trim()
      }),
    )
}

/** Waits for this content of the list. */
export async function expectOutline(page: Page, wanted: readonly string[]): Promise<void> {
  await expect.poll(() => outline(page)).toEqual(wanted)
}

/** Expects these slides, by number, to be selected. */
export async function expectPicked(page: Page, numbers: readonly string[]): Promise<void> {
  await expect(slideList(page).locator('[data-slide][aria-pressed="true"]')).toHaveCount(numbers.length)
  for (const number of numbers) await expect(listedSlide(page, number)).toHaveAttribute('aria-pressed', 'true')
}

/** Drags a slide over another without releasing; `down` and `across` are fractions of that one's size. */
export async function dragOver(
  page: Page,
  from: Locator,
  to: Locator,
  at: { readonly down: number; readonly across: number },
): Promise<void> {
  const start = (await from.boundingBox())!
  const end = (await to.boundingBox())!
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(end.x + end.width * at.across, end.y + end.height * at.down, { steps: 6 })
}
