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

/** How the items of a list are dragged. */
export interface ItemDragOptions<Item, Place> {
  /** How a finger drags an item: not at all, at once (from a handle that does not scroll), or after resting on it. */
  readonly touch: 'none' | 'at-once' | 'after-rest'
  /** Where a drop at this point would put the item; null: nowhere. */
  placeAt(at: WindowPoint, item: Item): Place | null
  drop(item: Item, place: Place): void
}

/** Dragging the items of a list. */
export interface ItemDragging<Item, Place> {
  readonly drag: ItemDrag<Item, Place> | null
  /** Call it when a pointer is pressed on an item or its handle. */
  begin(event: ReactPointerEvent, item: Item): void
  /** A ref for a list that scrolls: it scrolls when an item is dragged near its edge, and stays while a finger drags. */
  readonly scroller: RefCallback<HTMLElement>
}

/**
 * Lets the items of a list be dragged to another place. A short way is still a click; Escape cancels. With 'after-rest' a
 * finger that moves at once scrolls the list, and one that rests and is lifted asks for the context menu.
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
    return element ? keepFromScrolling(element, held) : undefined
  }, [])
  const begin = useCallback((event: ReactPointerEvent, item: Item): void => {
    const { touch } = latest.current
    const isTouch = event.pointerType === 'touch'
    if (event.button !== 0 || press.current || (isTouch && touch === 'none')) return
    press.current = new ItemPress(event, item, {
      rest: isTouch && touch === 'after-rest' ? timings.itemLift : null,
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
 * While an item is held by a finger, the finger's moves are the item's and the list does not scroll; and lifting it is no
 * click. Returns what ends it.
 */
function keepFromScrolling(list: HTMLElement, held: { readonly current: boolean }): () => void {
  const keep = (event: TouchEvent): void => {
    if (held.current && event.cancelable) event.preventDefault()
  }
  for (const type of ['touchmove', 'touchend'] as const) list.addEventListener(type, keep, { passive: false })
  return () => {
    for (const type of ['touchmove', 'touchend'] as const) list.removeEventListener(type, keep)
  }
}
