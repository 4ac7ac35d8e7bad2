/** ms after which a test fails that waits for a condition: a busy machine may take many seconds. */
const patience = 45_000

/** Options of vi.waitFor, whose own limit of a second is too short on a busy machine. */
export const inTime = { timeout: patience } as const

/**
 * Polls until the condition holds. Throws after `limit` ms with the condition's name. Product timers it depends on
 * must be a fraction of that: shorten them for the test.
 */
export async function waitFor(condition: () => unknown | Promise<unknown>, limit = patience): Promise<void> {
  const end = performance.now() + limit
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`Waited ${limit} ms in vain for ${condition}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
