import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react'
import type { Deck, SlideId } from '../../document/types.ts'
import { pickedSlides } from '../commands/picked-slides.ts'
import { moveSlides } from '../commands/slide-commands.ts'
import { useEditorInstance } from '../state/use-editor.ts'
import type { DropPlace, PointInItem } from './drop-place.ts'

/** px the pointer must travel before a press becomes a drag. */
const dragThreshold = 5
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

/** Dragging slides: what to call when a press begins on one, and the drag that runs. */
export interface SlideDragging {
  readonly drag: SlideDrag | null
  begin(event: ReactPointerEvent, slideId: SlideId): void
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

/** Dragging slides in a list: the pressed one, or all that are chosen with it. Escape ends it without a move. */
export function useSlideDrag(options: SlideDragOptions): SlideDragging {
  const editor = useEditorInstance()
  const [drag, setDrag] = useState<SlideDrag | null>(null)
  const end = useRef<(() => void) | null>(null)
  useEffect(() => () => end.current?.(), [])

  const moving = (slideId: SlideId): readonly SlideId[] => {
    const picked = pickedSlides(editor.getState())
    return picked.includes(slideId) ? picked : (options.slidesWith?.(slideId) ?? [slideId])
  }
  const begin = (event: ReactPointerEvent, slideId: SlideId): void => {
    // A finger scrolls the list; slides are moved with the keyboard, the menu, a mouse or a pen.
    if (event.button !== 0 || event.pointerType === 'touch') return
    const start = { x: event.clientX, y: event.clientY }
    const list = event.currentTarget.closest<HTMLElement>('[data-slide-list]')
    let running: SlideDrag | null = null
    const events = new AbortController()
    const endScroll = list ? scrollWhileNear(list, () => running) : () => undefined
    end.current = () => {
      events.abort()
      endScroll()
      setDrag(null)
    }
    const move = ({ clientX: x, clientY: y }: PointerEvent): void => {
      if (!running && Math.hypot(x - start.x, y - start.y) < dragThreshold) return
      const slides = running?.slides ?? moving(slideId)
      const over = itemAt(x, y)
      const place =
        over && !slides.includes(over.of) ? options.placeFor(editor.getState().deck, over.of, over.point) : null
      running = { slides, place, x, y }
      setDrag(running)
    }
    const drop = (): void => {
      const { slides, place } = running ?? { slides: [], place: null }
      end.current?.()
      if (running) keepFromClicking()
      if (!place) return
      const label = slides.length === 1 ? 'Move slide' : 'Move slides'
      editor.apply(moveSlides(slides, place), { undo: 'step', label })
    }
    const { signal } = events
    window.addEventListener('pointermove', move, { signal })
    window.addEventListener('pointerup', drop, { signal })
    window.addEventListener('pointercancel', () => end.current?.(), { signal })
    window.addEventListener('keydown', (key) => leave(key, running !== null, end.current), { signal, capture: true })
  }
  return { drag, begin }
}

function leave(key: KeyboardEvent, isRunning: boolean, end: (() => void) | null): void {
  if (key.key !== 'Escape') return
  // The key is the drag's: it closes nothing else.
  if (isRunning) key.stopPropagation()
  end?.()
}

/** A drag that ends over the slide where it began is no click on it: it must not choose that slide alone. */
function keepFromClicking(): void {
  const stop = (event: Event): void => event.stopPropagation()
  window.addEventListener('click', stop, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', stop, { capture: true }), 0)
}
