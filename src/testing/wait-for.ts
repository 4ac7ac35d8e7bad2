/** Waits until the condition holds, looking again every few ms. Throws after `patience` ms, naming what was waited for. */
export async function waitFor(condition: () => unknown | Promise<unknown>, patience = 15_000): Promise<void> {
  const end = performance.now() + patience
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`Waited ${patience} ms in vain for ${condition}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
