import type { Deck, SlideId } from '../../document/deck-model.ts'
import { createModel, type EditorModel } from './editor-model.ts'
import { EditorView } from './editor-view.ts'
import type { EditorServices } from './services.ts'

/** The editor of one deck. A function takes the part that it needs, mostly the model. */
export interface Editor {
  readonly model: EditorModel
  readonly view: EditorView
  readonly services: EditorServices
}

/** Creates the editor of a deck. `slideId`: the initial slide; default: the first. */
export function createEditor(options: { deck: Deck; services: EditorServices; slideId?: SlideId | null }): Editor {
  const { deck, services, slideId = null } = options
  const model = createModel({
    deck,
    slideId,
    now: () => services.now(),
    heightOf: (blockId) => view.canvas.height(blockId),
    changed: (state, panels) => view.panels.follow(state, panels),
  })
  const view = new EditorView(model.getState())
  return { model, view, services }
}
