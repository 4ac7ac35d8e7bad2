/** px that the pointer must travel before a press becomes a drag. */
const dragThreshold = 5
/** px that a resting finger may stray before it scrolls: fingers are less steady. */
const fingerSlop = 10
/** px from the list's edge within which it scrolls while dragging, and px that it scrolls at each frame. */
const scrollZone = 40
const scrollStep = 8

/** A point of the window, in px. */
export interface WindowPoint {
  readonly x: number
  readonly y: number
}

/** A running drag: the item, the place where a drop would put it now (null: nowhere), and where the pointer is. */
export interface ItemDrag<Item, Place> extends WindowPoint {
  readonly item: Item
  readonly place: Place | null
}

/** What a press on an item needs, and what it calls. */
export interface PressHost<Item, Place> {
  /** ms that a finger must rest before it drags; null: the press drags at once. */
  readonly rest: number | null
  /** The list, when it scrolls. */
  readonly list: HTMLElement | null
  placeAt(at: WindowPoint): Place | null
  show(drag: ItemDrag<Item, Place> | null): void
  drop(place: Place): void
  /** Whether the pointer's moves are the item's, not the list's. */
  hold(isHeld: boolean): void
  ended(): void
}

/** Follows a pointer from its press on an item until it is lifted or canceled. */
export class ItemPress<Item, Place> {
  readonly #item: Item
  readonly #host: PressHost<Item, Place>
  readonly #element: HTMLElement
  readonly #start: WindowPoint
  readonly #events = new AbortController()
  readonly #lifting: ReturnType<typeof setTimeout> | undefined
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
    this.#lifting = host.rest === null ? undefined : setTimeout(() => this.#lift(), host.rest)
    if (host.list) this.#stopScrolling = scrollWhileNear(host.list, () => this.#running)
    const { signal } = this.#events
    window.addEventListener('pointermove', (move) => this.#move(move), { signal })
    window.addEventListener('pointerup', (up) => this.#up(up), { signal })
    window.addEventListener('pointercancel', () => this.cancel(), { signal })
    window.addEventListener('keydown', (key) => this.#key(key), { signal, capture: true })
    // A resting finger brings the browser's own menu event: ours comes when the finger is lifted.
    if (host.rest !== null) window.addEventListener('contextmenu', swallow, { signal, capture: true })
  }

  /** Ends the press without a drop. */
  cancel(): void {
    clearTimeout(this.#lifting)
    // Later: what the browser makes of the finger's lifting is still the item's.
    setTimeout(() => this.#host.hold(false))
    this.#events.abort()
    this.#stopScrolling()
    this.#host.show(null)
    this.#host.ended()
  }

  #lift(): void {
    this.#isHeld = true
    this.#host.hold(true)
    this.#show(this.#start, null)
  }

  #show(at: WindowPoint, place: Place | null): void {
    this.#running = { item: this.#item, place, x: at.x, y: at.y }
    this.#host.show(this.#running)
  }

  #move({ clientX: x, clientY: y }: PointerEvent): void {
    const way = this.#wayTo({ x, y })
    // The finger moved before it had rested: it scrolls.
    if (!this.#isHeld && way > fingerSlop) this.cancel()
    if (!this.#isHeld || (way < dragThreshold && (this.#running?.place ?? null) === null)) return
    this.#show({ x, y }, this.#host.placeAt({ x, y }))
  }

  #up({ clientX: x, clientY: y }: PointerEvent): void {
    const dropped = this.#running
    this.cancel()
    if (!dropped) return
    keepFromClicking()
    if (dropped.place !== null) this.#host.drop(dropped.place)
    else if (this.#host.rest !== null && this.#wayTo({ x, y }) < fingerSlop)
      setTimeout(() => askForMenu(this.#element, this.#start))
  }

  #key(key: KeyboardEvent): void {
    if (key.key !== 'Escape') return
    // The key is the drag's: it closes nothing else.
    if (this.#running) swallow(key)
    this.cancel()
  }

  #wayTo({ x, y }: WindowPoint): number {
    return Math.hypot(x - this.#start.x, y - this.#start.y)
  }
}

/** How far to scroll on an axis, in px: toward the edge that the pointer is near. */
function toward(at: number, from: number, to: number): number {
  if (at < from + scrollZone) return -scrollStep
  return at > to - scrollZone ? scrollStep : 0
}

/** Scrolls the list as long as the pointer is near its edge, also while it stands still. Returns what ends it. */
function scrollWhileNear(list: HTMLElement, pointer: () => WindowPoint | null): () => void {
  let frame = 0
  const turn = (): void => {
    const at = pointer()
    if (at) {
      const box = list.getBoundingClientRect()
      list.scrollBy(toward(at.x, box.left, box.right), toward(at.y, box.top, box.bottom))
    }
    frame = requestAnimationFrame(turn)
  }
  turn()
  return () => cancelAnimationFrame(frame)
}

function swallow(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

/** The context menu of a list listens to the browser's own event, wherever it comes from. */
function askForMenu(item: HTMLElement, at: WindowPoint): void {
  const where = { clientX: at.x, clientY: at.y, button: 2 }
  item.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...where }))
}

/** A drag that ends over the item where it began is no click on it: it must not choose that item alone. */
function keepFromClicking(): void {
  const stop = (event: Event): void => event.stopPropagation()
  window.addEventListener('click', stop, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', stop, { capture: true }), 0)
}
