import type { PointerEvent } from 'react'

/** The pointer's place in an element, as shares of its width and height from 0 to 1. */
interface DragPlace {
  readonly x: number
  readonly y: number
}

/** Pointer handlers for an element on which a value is dragged; `isFirst` is true for the press that begins it. */
export function dragHandlers(onDrag: (place: DragPlace, isFirst: boolean) => void) {
  const place = (event: PointerEvent<HTMLElement>): DragPlace => {
    const box = event.currentTarget.getBoundingClientRect()
    const share = (at: number, from: number, size: number) => Math.min(1, Math.max(0, (at - from) / size))
    return { x: share(event.clientX, box.left, box.width), y: share(event.clientY, box.top, box.height) }
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      onDrag(place(event), true)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) onDrag(place(event), false)
    },
  }
}
