/** Later than anybody waits for, in ms. */
const never = 1e9

/**
 * Tells the browser that an element's transform is going to change many times in a row. It then stays on a layer of its
 * own, and a move is handed over as it is: without this each one would make the browser find out anew which parts of the
 * whole window lie above one another. What tells it is an animation that waits for its beginning and never comes to it;
 * the hint `will-change` alone gives the layer, but not the rest. Returns what ends it.
 */
export function expectMoves(element: HTMLElement): () => void {
  const still = [{ transform: 'none' }, { transform: 'none' }]
  const waiting = element.animate?.(still, { delay: never, duration: 1 })
  waiting?.pause()
  return () => waiting?.cancel()
}
