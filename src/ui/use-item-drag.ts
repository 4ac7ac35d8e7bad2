import {
  type PointerEvent as ReactPointerEvent,
  type RefCallback,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { timings } from '../rules/timings.ts'
import { type ItemDrag, ItemPress, type WindowPoint } from './item-press.ts'

/** Options for dragging the items of a list. */
export interface ItemDragOptions<Item, Place> {
  /** How touch drags an item: not at all, at once (from a handle that does not scroll), or after a long press. */
  readonly touch: 'none' | 'at-once' | 'after-rest'
  /** px that the pointer must travel before a press becomes a drag. */
  readonly threshold?: number
  /** Where a drop at this point would put the item; null: nowhere. */
  placeAt(at: WindowPoint, item: Item): Place | null
  drop(item: Item, place: Place): void
}

/** The state of a drag and its handlers. */
export interface ItemDragging<Item, Place> {
  readonly drag: ItemDrag<Item, Place> | null
  /** Call it on pointerdown on an item or its handle. */
  begin(event: ReactPointerEvent, item: Item): void
  /** Ref of a scrollable list. Dragging an item near its edge scrolls it; the touch moves of a drag do not. */
  readonly scroller: RefCallback<HTMLElement>
}

/**
 * Handles dragging the items of a list to another position. A short movement is still a click; Escape cancels. With 'after-rest' a
 * finger that moves at once scrolls the list, and a long press without movement opens the context menu.
 */
export function useItemDrag<Item, Place>(options: ItemDragOptions<Item, Place>): ItemDragging<Item, Place> {
  const [drag, setDrag] = useState<ItemDrag<Item, Place> | null>(null)
  const latest = useRef(options)
  latest.current = options
  const press = useRef<ItemPress<Item, Place> | null>(null)
  const held = useRef(false)
  const list = useRef<HTMLElement | null>(null)
  useEffect(() => () => press.current?.cancel(), [])
  const scroller = useCallback((element: HTMLElement | null) => {
    list.current = element
    return element ? preventTouchScroll(element, held) : undefined
  }, [])
  const begin = useCallback((event: ReactPointerEvent, item: Item): void => {
    const { touch, threshold } = latest.current
    const isTouch = event.pointerType === 'touch'
    if (event.button !== 0 || press.current || (isTouch && touch === 'none')) return
    press.current = new ItemPress(event, item, {
      rest: isTouch && touch === 'after-rest' ? timings.itemLift : null,
      threshold,
      list: list.current,
      placeAt: (at) => latest.current.placeAt(at, item),
      show: setDrag,
      drop: (place) => latest.current.drop(item, place),
      hold: (isHeld) => {
        held.current = isHeld
      },
      ended: () => {
        press.current = null
      },
    })
  }, [])
  return useMemo(() => ({ drag, begin, scroller }), [drag, begin, scroller])
}

/**
 * While a finger drags an item, touch moves do not scroll the list, and lifting it is no click. Returns a function that
 * removes the listeners.
 */
function preventTouchScroll(list: HTMLElement, held: { readonly current: boolean }): () => void {
  const keep = (event: TouchEvent): void => {
    if (held.current && event.cancelable) event.preventDefault()
  }
  for (const type of ['touchmove', 'touchend'] as const) list.addEventListener(type, keep, { passive: false })
  return () => {
    for (const type of ['touchmove', 'touchend'] as const) list.removeEventListener(type, keep)
  }
}
