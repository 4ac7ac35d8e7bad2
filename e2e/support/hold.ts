import type { Page } from '@playwright/test'

/** Holds back all requests with matching URLs until the returned function is called. */
export async function hold(page: Page, address: RegExp): Promise<() => void> {
  const gone = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await gone.promise
    await route.continue()
  })
  return gone.resolve
}
