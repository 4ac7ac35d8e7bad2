import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { limits } from '../../../rules/limits.ts'
import type { ItemDrag, WindowPoint } from '../../../ui/item-press.ts'
import { useItemDrag } from '../../../ui/use-item-drag.ts'
import type { DropPlace, PageOptions } from './library-options.ts'
import type { MediaItem } from './media-list.ts'

/** A drag of images. */
export interface MediaDrag {
  readonly drag: ItemDrag<MediaItem, DropPlace> | null
  /** The dragged images: the selected ones if the pressed one is among them. */
  readonly dragged: readonly MediaItem[]
  /** Whether the images were dragged out of the library, which is hidden then. */
  readonly isDraggingOut: boolean
  begin(event: PointerEvent, item: MediaItem): void
}

interface DragOptions extends PageOptions {
  readonly selected: readonly MediaItem[]
  drop(items: readonly MediaItem[], at: WindowPoint): void
}

function isInside(element: Element | null | undefined, { x, y }: WindowPoint): boolean {
  const box = element?.getBoundingClientRect()
  return box !== undefined && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
}

/** The tag below a point. */
function tagAt({ x, y }: WindowPoint): DropPlace | null {
  const tag = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-tag]')?.dataset.tag
  return tag === undefined ? null : { tag: Number(tag) }
}

/**
 * Dragging images onto a tag, or out of the library onto the page below. Once they have left the library, it stays hidden
 * until the drop, so that they can be dropped anywhere.
 */
export function useMediaDrag(page: DragOptions): MediaDrag {
  const { grid, options, canChange, selected, drop } = page
  const [isDraggingOut, setDraggingOut] = useState(false)
  const isOut = useRef(false)
  const last = useRef<WindowPoint>({ x: 0, y: 0 })
  const itemsOf = (item: MediaItem) => (selected.some(({ id }) => id === item.id) ? selected : [item])
  const placeAt = (at: WindowPoint): DropPlace | null => {
    last.current = at
    const popup = grid.current?.closest('[role="dialog"]')
    if (options.acceptsDrop && !isOut.current && !isInside(popup, at)) isOut.current = true
    setDraggingOut(isOut.current)
    if (isOut.current) return options.acceptsDrop?.(at) ? 'page' : null
    return canChange ? tagAt(at) : null
  }
  const { drag, begin } = useItemDrag<MediaItem, DropPlace>({
    touch: 'after-rest',
    threshold: limits.upload.dragThreshold,
    placeAt,
    drop: (item, place) => {
      if (place === 'page') drop(itemsOf(item), last.current)
      else
        void page.place.tags.setMedia(
          place.tag,
          itemsOf(item).map(({ id }) => id),
          true,
        )
    },
  })
  useEffect(() => {
    if (drag !== null) return
    isOut.current = false
    setDraggingOut(false)
  }, [drag])
  return { drag, dragged: drag ? itemsOf(drag.item) : [], isDraggingOut, begin }
}
