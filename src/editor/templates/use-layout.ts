import { add } from '../actions/slide-actions.ts'
import { selectedSlidesOf } from '../commands/selected-slides.ts'
import { replaceSlide } from '../commands/slide-commands.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { slideSizeIn } from '../state/slide-size-in.ts'
import type { Layout } from './layout-parts.ts'
import { slideWith, withLayout } from './slide-layouts.ts'

/** Adds a slide with a layout beside the current one, and goes to it. */
export function addWithLayout(model: EditorModel, layout: Layout): void {
  add(model, slideWith(layout, slideSizeIn(model.getState())), 'right', 'New slide')
  model.show({ lastLayout: layout.id })
}

/** Gives the selected slides another layout. Their texts, pictures and notes stay. */
export function changeLayoutOfSlides(model: EditorModel, layout: Layout): void {
  model.stopEditing()
  const state = model.getState()
  const size = slideSizeIn(state)
  const changed = selectedSlidesOf(state).flatMap((id) => state.deck.slides[id] ?? [])
  const changes = changed.map((slide) => replaceSlide(withLayout(slide, layout, size)))
  model.apply((deck) => changes.reduce((done, change) => change(done), deck), {
    undo: 'step',
    label: 'Change layout',
    select: [],
  })
  model.show({ lastLayout: layout.id })
}
