/**
 * Polls until the condition holds. Throws after `patience` ms with the condition's name. Product timers it depends on
 * must be a fraction of that: shorten them for the test.
 */
export async function waitFor(condition: () => unknown | Promise<unknown>, patience = 45_000): Promise<void> {
  const end = performance.now() + patience
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`Waited ${patience} ms in vain for ${condition}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
