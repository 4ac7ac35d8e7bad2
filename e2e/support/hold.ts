import type { Page } from '@playwright/test'

/** Lets nothing through whose address matches, until the function that it gives is called. */
export async function hold(page: Page, address: RegExp): Promise<() => void> {
  const gone = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await gone.promise
    await route.continue()
  })
  return gone.resolve
}
