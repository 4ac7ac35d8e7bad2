/** Margin around the list's viewport within which elements count as near, in px. */
const margin = 400

type Report = (isNear: boolean) => void

/** Watches which elements are near the viewport of one scroll container. */
class NearViewportWatcher {
  readonly #root: Element
  readonly #hosts = new Map<Element, Report>()
  readonly #resized = new ResizeObserver(() => this.#check())
  readonly #changed = new MutationObserver(() => this.#check())
  #scheduled = false

  constructor(root: Element) {
    this.#root = root
    // Scroll events do not bubble, and scrolling around or inside the list counts as well.
    document.addEventListener('scroll', this.#check, { capture: true, passive: true })
    this.#resized.observe(root)
    this.#changed.observe(root, { childList: true, subtree: true })
  }

  watch(host: Element, report: Report): () => void {
    this.#hosts.set(host, report)
    this.#check()
    return () => {
      this.#hosts.delete(host)
      if (this.#hosts.size > 0) return
      document.removeEventListener('scroll', this.#check, { capture: true })
      this.#resized.disconnect()
      this.#changed.disconnect()
      watchers.delete(this.#root)
    }
  }

  readonly #check = (): void => {
    if (this.#scheduled) return
    this.#scheduled = true
    requestAnimationFrame(() => {
      this.#scheduled = false
      const window = this.#root.getBoundingClientRect()
      const seen = [...this.#hosts].map(
        ([host, report]) => [report, isNear(host.getBoundingClientRect(), window)] as const,
      )
      for (const [report, near] of seen) report(near)
    })
  }
}

function isNear(place: DOMRect, window: DOMRect): boolean {
  const across = place.right > window.left - margin && place.left < window.right + margin
  return across && place.bottom > window.top - margin && place.top < window.bottom + margin && place.width > 0
}

const watchers = new Map<Element, NearViewportWatcher>()

/**
 * Reports whether an element is in or near the viewport of a scroll container: once soon, and again after anything that
 * may change it. An IntersectionObserver would measure each of a deck's slides in every frame, also while a block is
 * dragged. Returns a function that stops it.
 */
export function watchNearViewport(host: Element, root: Element, report: Report): () => void {
  const existing = watchers.get(root)
  const watcher = existing ?? new NearViewportWatcher(root)
  watchers.set(root, watcher)
  return watcher.watch(host, report)
}
