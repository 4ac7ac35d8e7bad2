/**
 * Waits until the condition holds, looking again every few ms. Throws after `patience` ms, naming what was waited for. A
 * timer of the product that the condition depends on must be a fraction of that: shorten it for the test.
 */
export async function waitFor(condition: () => unknown | Promise<unknown>, patience = 45_000): Promise<void> {
  const end = performance.now() + patience
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`Waited ${patience} ms in vain for ${condition}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
