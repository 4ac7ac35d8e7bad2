import type { PointerEvent, RefCallback } from 'react'
import type { Deck, SlideId } from '../../document/deck-model.ts'
import type { ItemDrag } from '../../ui/item-press.ts'
import { useItemDrag } from '../../ui/use-item-drag.ts'
import { selectedSlidesOf } from '../commands/selected-slides.ts'
import { moveSlides } from '../commands/slide-commands.ts'
import { useEditorInstance } from '../state/use-editor.ts'
import type { DropPlace, PointInItem } from './drop-place.ts'

/** A running drag of one or several slides. */
export type SlideDrag = ItemDrag<readonly SlideId[], DropPlace>

/** Options of useSlideDrag. */
export interface SlideDragOptions {
  /** Where a drop at a point of an item inserts. */
  placeFor(deck: Deck, of: SlideId, point: PointInItem): DropPlace
  /** The slides that move together with the pressed one. */
  slidesWith?(slideId: SlideId): readonly SlideId[]
}

/** The drag state and its handlers; see useItemDrag. */
export interface SlideDragging {
  readonly drag: SlideDrag | null
  begin(event: PointerEvent, slideId: SlideId): void
  readonly scroller: RefCallback<HTMLElement>
}

/** The slide at a point of the window (px), and the position in its item. */
function itemAt(x: number, y: number): { of: SlideId; point: PointInItem } | null {
  const item = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-slide-item]')
  const of = item?.dataset.slideItem
  if (!item || !of) return null
  const box = item.getBoundingClientRect()
  return { of, point: { down: (y - box.top) / box.height, across: (x - box.left) / box.width } }
}

/** Dragging slides in a list: the pressed one, or all selected ones. */
export function useSlideDrag({ placeFor, slidesWith }: SlideDragOptions): SlideDragging {
  const { model } = useEditorInstance()
  const { drag, begin, scroller } = useItemDrag<readonly SlideId[], DropPlace>({
    touch: 'after-rest',
    placeAt: ({ x, y }, slides) => {
      const over = itemAt(x, y)
      return over && !slides.includes(over.of) ? placeFor(model.getState().deck, over.of, over.point) : null
    },
    drop: (slides, place) => {
      const label = slides.length === 1 ? 'Move slide' : 'Move slides'
      model.apply(moveSlides(slides, place), { undo: 'step', label })
    },
  })
  const movedWith = (slideId: SlideId): readonly SlideId[] => {
    const selected = selectedSlidesOf(model.getState())
    return selected.includes(slideId) ? selected : (slidesWith?.(slideId) ?? [slideId])
  }
  return { drag, begin: (event, slideId) => begin(event, movedWith(slideId)), scroller }
}
