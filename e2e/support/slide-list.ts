import { expect, type Locator, type Page } from '@playwright/test'

/** The list of slides. */
export function slideList(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Slides' })
}

/** A slide in the list, by its number: '3', or '3.2' in a stack. */
export function listedSlide(page: Page, number: string): Locator {
  return slideList(page).getByRole('button', { name: new RegExp(`^Slide ${number.replace('.', '\\.')}(,|$)`) })
}

/** The words of all slides in the list, with their numbers, as they are drawn in their small pictures. */
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

/** Waits until the list reads like this. */
export async function expectOutline(page: Page, wanted: readonly string[]): Promise<void> {
  await expect.poll(() => outline(page)).toEqual(wanted)
}

/** Expects these slides, by their numbers, to be chosen together. */
export async function expectPicked(page: Page, numbers: readonly string[]): Promise<void> {
  await expect(slideList(page).locator('[data-slide][aria-pressed="true"]')).toHaveCount(numbers.length)
  for (const number of numbers) await expect(listedSlide(page, number)).toHaveAttribute('aria-pressed', 'true')
}

/** Drags a slide over another without letting go; `down` and `across` are fractions of that one's size. */
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
