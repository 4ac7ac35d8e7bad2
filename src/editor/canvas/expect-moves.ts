/** A delay that never ends, in ms. */
const never = 1e9

/**
 * Announces to the browser that an element's transform will change many times. The element gets a compositing layer, so
 * a move needs no repaint. Without the announcement, each move would make the browser sort the layers of the whole
 * page. The announcement is an animation that never starts: `will-change` gives the layer, but does not avoid the
 * sorting. Returns the cleanup function.
 */
export function expectMoves(element: HTMLElement): () => void {
  const still = [{ transform: 'none' }, { transform: 'none' }]
  const waiting = element.animate?.(still, { delay: never, duration: 1 })
  waiting?.pause()
  return () => waiting?.cancel()
}
