import { useRef } from 'react'
import type { SlideId } from '../../document/types.ts'
import { pickedSlides, slidesBetween } from '../commands/picked-slides.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { useEditorInstance } from '../state/use-editor.ts'
import { type ListItem, withFolded } from './slide-list-items.ts'

/** Keys held while a slide is pressed. */
interface Held {
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/** Choosing slides in a list, one or several. */
export interface SlidePicking {
  /** Shows a slide. With Shift all from the one chosen last to it are chosen, with Ctrl (⌘) it is added or taken away. */
  press(slideId: SlideId, held: Held): void
  /** Shows the slide so many lines further; `extends` chooses all on the way too. */
  step(by: number, extend: boolean): void
  all(): void
  /** Only the slide on the canvas is chosen. */
  one(): void
}

/** Shows a slide, chosen along with others or alone. */
function choose(model: EditorModel, slideId: SlideId, ids: readonly SlideId[]): void {
  model.show({ picked: ids.length > 1 ? ids : [] })
  model.goTo(slideId)
}

/** Choosing among the lines that a list shows. */
export function useSlidePicking(items: readonly ListItem[], folded: ReadonlySet<SlideId>): SlidePicking {
  const { model } = useEditorInstance()
  /** Where a choice with Shift begins. */
  const anchor = useRef<SlideId | null>(null)
  const order = items.map((item) => item.slideId)
  const full = (ids: readonly SlideId[]) => withFolded(model.getState().deck.stacks, folded, ids)
  const extend = (to: SlideId) => {
    anchor.current ??= model.getState().slideId
    choose(model, to, full(slidesBetween(order, anchor.current, to)))
  }
  const alone = (slideId: SlideId) => {
    anchor.current = slideId
    choose(model, slideId, full([slideId]))
  }
  const toggle = (slideId: SlideId) => {
    const state = model.getState()
    const before = pickedSlides(state)
    const group = full([slideId])
    anchor.current = slideId
    if (!before.includes(slideId)) return choose(model, slideId, [...before, ...group])
    const left = before.filter((id) => !group.includes(id))
    // One is always chosen.
    if (left.length > 0) choose(model, left.includes(state.slideId) ? state.slideId : left.at(-1)!, left)
  }
  return {
    press: (slideId, held) => {
      if (held.shiftKey) extend(slideId)
      else if (held.ctrlKey || held.metaKey) toggle(slideId)
      else alone(slideId)
    },
    step: (by, extends_) => {
      const at = order.indexOf(model.getState().slideId)
      const to = order[Math.min(order.length - 1, Math.max(0, at + by))]
      if (to !== undefined) (extends_ ? extend : alone)(to)
    },
    all: () => {
      const { deck, slideId } = model.getState()
      choose(model, slideId, Object.keys(deck.slides))
    },
    one: () => model.show({ picked: [] }),
  }
}
