import { useRef } from 'react'
import type { SlideId } from '../../document/deck-model.ts'
import { selectedSlidesOf, slidesBetween } from '../commands/selected-slides.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { useEditorInstance } from '../state/use-editor.ts'
import { type ListItem, withFolded } from './slide-list-items.ts'

/** Modifier keys of a press. */
interface Modifiers {
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/** Selecting one or several slides in a list. */
export interface SlideSelection {
  /** Shows a slide. Shift selects the range from the last selected slide to it; Ctrl (⌘) adds or removes it. */
  press(slideId: SlideId, modifiers: Modifiers): void
  /** Moves by a number of items; `extend` adds those on the way to the selection. */
  step(by: number, extend: boolean): void
  all(): void
  /** Selects only the current slide. */
  one(): void
}

/** Shows a slide and selects it, alone or with others. */
function select(model: EditorModel, slideId: SlideId, ids: readonly SlideId[]): void {
  model.show({ selectedSlides: ids.length > 1 ? ids : [] })
  model.goTo(slideId)
}

/** The selection among the items of a list. */
export function useSlideSelection(items: readonly ListItem[], folded: ReadonlySet<SlideId>): SlideSelection {
  const { model } = useEditorInstance()
  /** The start of a range selected with Shift. */
  const anchor = useRef<SlideId | null>(null)
  const order = items.map((item) => item.slideId)
  const full = (ids: readonly SlideId[]) => withFolded(model.getState().deck.stacks, folded, ids)
  const extend = (to: SlideId) => {
    anchor.current ??= model.getState().slideId
    select(model, to, full(slidesBetween(order, anchor.current, to)))
  }
  const alone = (slideId: SlideId) => {
    anchor.current = slideId
    select(model, slideId, full([slideId]))
  }
  const toggle = (slideId: SlideId) => {
    const state = model.getState()
    const before = selectedSlidesOf(state)
    const group = full([slideId])
    anchor.current = slideId
    if (!before.includes(slideId)) return select(model, slideId, [...before, ...group])
    const left = before.filter((id) => !group.includes(id))
    // At least one slide stays selected.
    if (left.length > 0) select(model, left.includes(state.slideId) ? state.slideId : left.at(-1)!, left)
  }
  return {
    press: (slideId, modifiers) => {
      if (modifiers.shiftKey) extend(slideId)
      else if (modifiers.ctrlKey || modifiers.metaKey) toggle(slideId)
      else alone(slideId)
    },
    step: (by, extends_) => {
      const at = order.indexOf(model.getState().slideId)
      const to = order[Math.min(order.length - 1, Math.max(0, at + by))]
      if (to !== undefined) (extends_ ? extend : alone)(to)
    },
    all: () => {
      const { deck, slideId } = model.getState()
      select(model, slideId, Object.keys(deck.slides))
    },
    one: () => model.show({ selectedSlides: [] }),
  }
}
