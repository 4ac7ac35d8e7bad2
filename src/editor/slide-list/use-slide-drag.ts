import {
  type PointerEvent as ReactPointerEvent,
  type RefCallback,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Deck, SlideId } from '../../document/types.ts'
import { timings } from '../../rules/timings.ts'
import { pickedSlides } from '../commands/picked-slides.ts'
import { moveSlides } from '../commands/slide-commands.ts'
import { useEditorInstance } from '../state/use-editor.ts'
import type { DropPlace, PointInItem } from './drop-place.ts'

/** px the pointer must travel before a press becomes a drag. */
const dragThreshold = 5
/** px that a resting finger may stray before it is on its way: fingers are less steady. */
const fingerSlop = 10
/** px from the list's edge within which it scrolls while dragging, and px it scrolls at each frame. */
const scrollZone = 40
const scrollStep = 8

/** A running drag: the slides, where they would go now, and where the pointer is (px of the window). */
export interface SlideDrag {
  readonly slides: readonly SlideId[]
  readonly place: DropPlace | null
  readonly x: number
  readonly y: number
}

/** What a drag needs to know of the list it is in. */
export interface SlideDragOptions {
  /** What dropping at a point of an item means. */
  placeFor(deck: Deck, of: SlideId, point: PointInItem): DropPlace
  /** The slides that go along with the one that is pressed. */
  slidesWith?(slideId: SlideId): readonly SlideId[]
}

/** Dragging slides: what to call when a press begins on one, and the drag that runs. `hold`: a ref for the list itself. */
export interface SlideDragging {
  readonly drag: SlideDrag | null
  begin(event: ReactPointerEvent, slideId: SlideId): void
  readonly hold: RefCallback<HTMLElement>
}

function itemAt(x: number, y: number): { of: SlideId; point: PointInItem } | null {
  const item = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-slide-item]')
  const of = item?.dataset.slideItem
  if (!item || !of) return null
  const box = item.getBoundingClientRect()
  return { of, point: { down: (y - box.top) / box.height, across: (x - box.left) / box.width } }
}

/** How far to scroll on an axis, in px: toward the edge that the pointer is near. */
function toward(at: number, from: number, to: number): number {
  if (at < from + scrollZone) return -scrollStep
  return at > to - scrollZone ? scrollStep : 0
}

/** Scrolls the list as long as the pointer is near its edge, also while it stands still. Returns what ends it. */
function scrollWhileNear(list: HTMLElement, pointer: () => { x: number; y: number } | null): () => void {
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

/**
 * Dragging slides in a list: the pressed one, or all that are chosen with it. A finger has to rest on it first, for
 * otherwise it scrolls the list; one that rests and is taken away asks for the menu. Escape ends it without a move.
 */
export function useSlideDrag(options: SlideDragOptions): SlideDragging {
  const { model } = useEditorInstance()
  const [drag, setDrag] = useState<SlideDrag | null>(null)
  const end = useRef<(() => void) | null>(null)
  const lifted = useRef(false)
  useEffect(() => () => end.current?.(), [])
  const hold = useCallback((list: HTMLElement | null) => (list ? keepFromScrolling(list, lifted) : undefined), [])

  const moving = (slideId: SlideId): readonly SlideId[] => {
    const picked = pickedSlides(model.getState())
    return picked.includes(slideId) ? picked : (options.slidesWith?.(slideId) ?? [slideId])
  }
  const begin = (event: ReactPointerEvent, slideId: SlideId): void => {
    if (event.button !== 0 || end.current) return
    end.current = followPress(event, {
      lifted,
      slides: () => moving(slideId),
      placeFor: (of, point) => options.placeFor(model.getState().deck, of, point),
      show: setDrag,
      drop: (slides, place) => {
        const label = slides.length === 1 ? 'Move slide' : 'Move slides'
        model.apply(moveSlides(slides, place), { undo: 'step', label })
      },
      ended: () => {
        end.current = null
      },
    })
  }
  return { drag, begin, hold }
}

/** What a press on a slide is about, and whom it tells. */
interface Press {
  /** Whether the slide is off the list: the pointer moves it from now on. */
  readonly lifted: { current: boolean }
  slides(): readonly SlideId[]
  placeFor(of: SlideId, point: PointInItem): DropPlace
  show(drag: SlideDrag | null): void
  drop(slides: readonly SlideId[], place: DropPlace): void
  ended(): void
}

/** Follows a pointer from its press to its end. Returns what ends it without a move. */
function followPress(event: ReactPointerEvent, press: Press): () => void {
  const item = event.currentTarget as HTMLElement
  const start = { x: event.clientX, y: event.clientY }
  const rests = event.pointerType === 'touch'
  const { lifted } = press
  let running: SlideDrag | null = null
  const show = (drag: SlideDrag): void => {
    running = drag
    press.show(drag)
  }
  const lifting = rests ? setTimeout(() => lift(), timings.slideLift) : undefined
  const events = new AbortController()
  const list = item.closest<HTMLElement>('[data-slide-list]')
  const endScroll = list ? scrollWhileNear(list, () => running) : () => undefined
  lifted.current = !rests
  const end = (): void => {
    clearTimeout(lifting)
    // Not at once: what the browser makes of the finger's leaving is still the slide's.
    setTimeout(() => {
      lifted.current = false
    })
    events.abort()
    endScroll()
    press.show(null)
    press.ended()
  }
  const lift = (): void => {
    lifted.current = true
    show({ slides: press.slides(), place: null, ...start })
  }
  const move = ({ clientX: x, clientY: y }: PointerEvent): void => {
    const way = Math.hypot(x - start.x, y - start.y)
    // The finger is on its way: it scrolls.
    if (!lifted.current && way > fingerSlop) end()
    if (!lifted.current || (way < dragThreshold && !running?.place)) return
    const slides = running?.slides ?? press.slides()
    const over = itemAt(x, y)
    show({ slides, place: over && !slides.includes(over.of) ? press.placeFor(over.of, over.point) : null, x, y })
  }
  const drop = ({ clientX: x, clientY: y }: PointerEvent): void => {
    const dropped = running
    end()
    if (dropped) keepFromClicking()
    if (dropped?.place) press.drop(dropped.slides, dropped.place)
    else if (dropped && rests && Math.hypot(x - start.x, y - start.y) < fingerSlop)
      setTimeout(() => askForMenu(item, start))
  }
  const { signal } = events
  window.addEventListener('pointermove', move, { signal })
  window.addEventListener('pointerup', drop, { signal })
  window.addEventListener('pointercancel', end, { signal })
  window.addEventListener('keydown', (key) => leave(key, running !== null, end), { signal, capture: true })
  // A resting finger brings the browser's menu event: ours comes when the finger is taken away.
  if (rests) window.addEventListener('contextmenu', swallow, { signal, capture: true })
  return end
}

/**
 * While a slide is held by a finger, its moves are the slide's and the list stays where it is; and its leaving is no click.
 * Returns what ends it.
 */
function keepFromScrolling(list: HTMLElement, lifted: { readonly current: boolean }): () => void {
  const hold = (event: TouchEvent): void => {
    if (lifted.current && event.cancelable) event.preventDefault()
  }
  for (const type of ['touchmove', 'touchend'] as const) list.addEventListener(type, hold, { passive: false })
  return () => {
    for (const type of ['touchmove', 'touchend'] as const) list.removeEventListener(type, hold)
  }
}

function swallow(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

/** The menu of the list listens to the browser's own event, wherever it comes from. */
function askForMenu(item: HTMLElement, at: { readonly x: number; readonly y: number }): void {
  const where = { clientX: at.x, clientY: at.y, button: 2 }
  item.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...where }))
}

function leave(key: KeyboardEvent, isRunning: boolean, end: () => void): void {
  if (key.key !== 'Escape') return
  // The key is the drag's: it closes nothing else.
  if (isRunning) key.stopPropagation()
  end()
}

/** A drag that ends over the slide where it began is no click on it: it must not choose that slide alone. */
function keepFromClicking(): void {
  const stop = (event: Event): void => event.stopPropagation()
  window.addEventListener('click', stop, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', stop, { capture: true }), 0)
}
