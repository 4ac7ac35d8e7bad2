import type { Page } from '@playwright/test'

/**
 * Lets the requests of a page be intercepted from its next load on. Without it, the first route that is set on an open
 * page misses what the page requests in the next milliseconds: its renderer learns of the interception later.
 */
export async function willIntercept(page: Page): Promise<void> {
  await page.route('https://nothing.invalid/', (route) => route.fallback())
}

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
