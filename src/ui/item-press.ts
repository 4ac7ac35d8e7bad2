/** px that the pointer must travel before a press becomes a drag, unless the list has another threshold. */
const dragThreshold = 5
/** Distance in px that a resting finger may move before it scrolls: fingers are less steady. */
const fingerSlop = 10
/** Distance from the list's edge, in px, within which a drag scrolls it, and px it scrolls per frame. */
const scrollZone = 40
const scrollStep = 8

/** A point of the window, in px. */
export interface WindowPoint {
  readonly x: number
  readonly y: number
}

/** A running drag: the item, where a drop would put it now (null: nowhere), and the pointer's position. */
export interface ItemDrag<Item, Place> extends WindowPoint {
  readonly item: Item
  readonly place: Place | null
}

/** Options and callbacks of a press on an item. */
export interface PressHost<Item, Place> {
  /** How long a finger must rest to start a drag, in ms; null: drags at once. */
  readonly rest: number | null
  /** px that the pointer must travel before the press becomes a drag. */
  readonly threshold?: number
  /** The list, if it scrolls. */
  readonly list: HTMLElement | null
  placeAt(at: WindowPoint): Place | null
  show(drag: ItemDrag<Item, Place> | null): void
  drop(place: Place): void
  /** Whether pointer moves drag the item instead of scrolling the list. */
  hold(isHeld: boolean): void
  ended(): void
}

/** Tracks a pointer from its press on an item until it is released or canceled. */
export class ItemPress<Item, Place> {
  readonly #item: Item
  readonly #host: PressHost<Item, Place>
  readonly #element: HTMLElement
  readonly #start: WindowPoint
  readonly #events = new AbortController()
  readonly #longPress: ReturnType<typeof setTimeout> | undefined
  #stopScrolling: () => void = () => undefined
  #isHeld: boolean
  #running: ItemDrag<Item, Place> | null = null

  constructor(
    event: { currentTarget: EventTarget; clientX: number; clientY: number },
    item: Item,
    host: PressHost<Item, Place>,
  ) {
    this.#item = item
    this.#host = host
    this.#element = event.currentTarget as HTMLElement
    this.#start = { x: event.clientX, y: event.clientY }
    this.#isHeld = host.rest === null
    host.hold(this.#isHeld)
    this.#longPress = host.rest === null ? undefined : setTimeout(() => this.#startLongPressDrag(), host.rest)
    if (host.list) this.#stopScrolling = scrollWhileNear(host.list, () => this.#running)
    const { signal } = this.#events
    window.addEventListener('pointermove', (move) => this.#move(move), { signal })
    window.addEventListener('pointerup', (up) => this.#up(up), { signal })
    window.addEventListener('pointercancel', () => this.cancel(), { signal })
    window.addEventListener('keydown', (key) => this.#key(key), { signal, capture: true })
    // Suppresses the browser's menu event during a long press: ours is dispatched when the finger is lifted.
    if (host.rest !== null) window.addEventListener('contextmenu', stopEvent, { signal, capture: true })
  }

  /** Ends the press without a drop. */
  cancel(): void {
    clearTimeout(this.#longPress)
    // Deferred: events that follow the release still belong to the item.
    setTimeout(() => this.#host.hold(false))
    this.#events.abort()
    this.#stopScrolling()
    this.#host.show(null)
    this.#host.ended()
  }

  #startLongPressDrag(): void {
    this.#isHeld = true
    this.#host.hold(true)
    this.#show(this.#start, null)
  }

  #show(at: WindowPoint, place: Place | null): void {
    this.#running = { item: this.#item, place, x: at.x, y: at.y }
    this.#host.show(this.#running)
  }

  #move({ clientX: x, clientY: y }: PointerEvent): void {
    const distance = this.#distanceTo({ x, y })
    // The finger moved before the long press: it scrolls.
    if (!this.#isHeld && distance > fingerSlop) this.cancel()
    const { threshold = dragThreshold } = this.#host
    if (!this.#isHeld || (distance < threshold && (this.#running?.place ?? null) === null)) return
    this.#show({ x, y }, this.#host.placeAt({ x, y }))
  }

  #up({ clientX: x, clientY: y }: PointerEvent): void {
    const dropped = this.#running
    this.cancel()
    if (!dropped) return
    suppressClick()
    if (dropped.place !== null) this.#host.drop(dropped.place)
    else if (this.#host.rest !== null && this.#distanceTo({ x, y }) < fingerSlop)
      setTimeout(() => dispatchContextMenu(this.#element, this.#start))
  }

  #key(key: KeyboardEvent): void {
    if (key.key !== 'Escape') return
    // Escape cancels the drag only, and closes nothing else.
    if (this.#running) stopEvent(key)
    this.cancel()
  }

  #distanceTo({ x, y }: WindowPoint): number {
    return Math.hypot(x - this.#start.x, y - this.#start.y)
  }
}

/** How far to scroll on an axis, in px: toward the edge near the pointer. */
function scrollDelta(at: number, from: number, to: number): number {
  if (at < from + scrollZone) return -scrollStep
  return at > to - scrollZone ? scrollStep : 0
}

/** Scrolls the list while the pointer is near its edge, even if it does not move. Returns a function that stops it. */
function scrollWhileNear(list: HTMLElement, pointer: () => WindowPoint | null): () => void {
  let frame = 0
  const scroll = (): void => {
    const at = pointer()
    if (at) {
      const box = list.getBoundingClientRect()
      list.scrollBy(scrollDelta(at.x, box.left, box.right), scrollDelta(at.y, box.top, box.bottom))
    }
    frame = requestAnimationFrame(scroll)
  }
  scroll()
  return () => cancelAnimationFrame(frame)
}

function stopEvent(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

/** Opens the list's context menu, which listens to the browser's event. */
function dispatchContextMenu(item: HTMLElement, at: WindowPoint): void {
  const where = { clientX: at.x, clientY: at.y, button: 2 }
  item.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...where }))
}

/** A drag that ends over its own item must not count as a click, which would select that item alone. */
function suppressClick(): void {
  const stop = (event: Event): void => event.stopPropagation()
  window.addEventListener('click', stop, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', stop, { capture: true }), 0)
}
