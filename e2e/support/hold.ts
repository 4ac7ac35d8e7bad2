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

/**
 * Fails all requests with matching URLs until the returned function is called. Unlike `unroute`, that may be called
 * while a page loads: the browser then loses no request.
 */
export async function refuse(page: Page, address: string): Promise<() => void> {
  let admits = false
  await page.route(address, (route) => (admits ? route.continue() : route.abort()))
  return () => {
    admits = true
  }
}
