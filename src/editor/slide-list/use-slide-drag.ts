import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react'
import type { SlideId } from '../../document/types.ts'
import { moveSlides } from '../commands/slide-commands.ts'
import { useEditorInstance } from '../state/use-editor.ts'
import { type DropPlace, dropPlace } from './drop-place.ts'

/** px the pointer must travel before a press becomes a drag. */
const dragThreshold = 5
/** px from the list's edge within which it scrolls while dragging, and px it scrolls at each move. */
const scrollZone = 40
const scrollStep = 12

/** A running drag: the slide, and where it would go now. */
export interface SlideDrag {
  readonly slideId: SlideId
  readonly place: DropPlace | null
}

function placeAt(editor: ReturnType<typeof useEditorInstance>, x: number, y: number): DropPlace | null {
  const item = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-slide-item]')
  const of = item?.dataset.slideItem
  if (!item || !of) return null
  const box = item.getBoundingClientRect()
  const point = { down: (y - box.top) / box.height, across: (x - box.left) / box.width }
  return dropPlace(editor.getState().deck, of, point)
}

function scrollNearEdge(list: HTMLElement, y: number): void {
  const box = list.getBoundingClientRect()
  if (y < box.top + scrollZone) list.scrollTop -= scrollStep
  if (y > box.bottom - scrollZone) list.scrollTop += scrollStep
}

/** Dragging slides in the list: what to call when a press begins on one, and the drag that runs. Escape ends it without a move. */
export function useSlideDrag(): { drag: SlideDrag | null; begin(event: ReactPointerEvent, slideId: SlideId): void } {
  const editor = useEditorInstance()
  const [drag, setDrag] = useState<SlideDrag | null>(null)
  const end = useRef<(() => void) | null>(null)
  useEffect(() => () => end.current?.(), [])

  const begin = (event: ReactPointerEvent, slideId: SlideId): void => {
    // A finger scrolls the list; slides are moved with the keyboard or a mouse or pen.
    if (event.button !== 0 || event.pointerType === 'touch') return
    const start = { x: event.clientX, y: event.clientY }
    const list = event.currentTarget.closest<HTMLElement>('[data-slide-list]')
    let running: SlideDrag | null = null
    const events = new AbortController()
    end.current = () => {
      events.abort()
      setDrag(null)
    }
    const move = (moved: PointerEvent): void => {
      const far = Math.hypot(moved.clientX - start.x, moved.clientY - start.y) >= dragThreshold
      if (!running && !far) return
      if (list) scrollNearEdge(list, moved.clientY)
      const place = placeAt(editor, moved.clientX, moved.clientY)
      running = { slideId, place: place?.of === slideId ? null : place }
      setDrag(running)
    }
    const drop = (): void => {
      if (running?.place) editor.apply(moveSlides([slideId], running.place), { undo: 'step', label: 'Move slide' })
      end.current?.()
    }
    const { signal } = events
    window.addEventListener('pointermove', move, { signal })
    window.addEventListener('pointerup', drop, { signal })
    window.addEventListener('pointercancel', () => end.current?.(), { signal })
    window.addEventListener('keydown', (key) => key.key === 'Escape' && end.current?.(), { signal })
  }
  return { drag, begin }
}
