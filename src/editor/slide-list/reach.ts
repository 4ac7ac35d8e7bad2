/** How far outside of the window of a list things are within reach already, in px. */
const ahead = 400

type Tell = (isNear: boolean) => void

/** What can scroll into sight inside one element that scrolls. */
class Reach {
  readonly #root: Element
  readonly #hosts = new Map<Element, Tell>()
  readonly #resized = new ResizeObserver(() => this.#look())
  readonly #changed = new MutationObserver(() => this.#look())
  #asked = false

  constructor(root: Element) {
    this.#root = root
    // Scrolling does not bubble; what scrolls around or inside of the list counts as well.
    document.addEventListener('scroll', this.#look, { capture: true, passive: true })
    this.#resized.observe(root)
    this.#changed.observe(root, { childList: true, subtree: true })
  }

  watch(host: Element, tell: Tell): () => void {
    this.#hosts.set(host, tell)
    this.#look()
    return () => {
      this.#hosts.delete(host)
      if (this.#hosts.size > 0) return
      document.removeEventListener('scroll', this.#look, { capture: true })
      this.#resized.disconnect()
      this.#changed.disconnect()
      reaches.delete(this.#root)
    }
  }

  readonly #look = (): void => {
    if (this.#asked) return
    this.#asked = true
    requestAnimationFrame(() => {
      this.#asked = false
      const window = this.#root.getBoundingClientRect()
      const seen = [...this.#hosts].map(([host, tell]) => [tell, isNear(host.getBoundingClientRect(), window)] as const)
      for (const [tell, near] of seen) tell(near)
    })
  }
}

function isNear(place: DOMRect, window: DOMRect): boolean {
  const across = place.right > window.left - ahead && place.left < window.right + ahead
  return across && place.bottom > window.top - ahead && place.top < window.bottom + ahead && place.width > 0
}

const reaches = new Map<Element, Reach>()

/**
 * Tells whether an element is in sight inside an element that scrolls, or close to it: once soon, and again after
 * everything that may have changed it. The browser's own observer would look at each of a deck's slides in every frame,
 * also while a block is dragged. Returns a function that ends it.
 */
export function watchReach(host: Element, root: Element, tell: Tell): () => void {
  const known = reaches.get(root)
  const reach = known ?? new Reach(root)
  reaches.set(root, reach)
  return reach.watch(host, tell)
}
