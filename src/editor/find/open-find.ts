import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import type { FindState } from './find-state.ts'

/** The last search that was closed. */
let last: FindState | null = null

/** Opens the search with the previous query, or focuses it if it is open. */
export function openFind(model: EditorModel, replaces: boolean): void {
  const before = model.getState().find ?? last
  const asked = (before?.asked ?? 0) + 1
  const fresh = { query: '', replacement: '', matchCase: false, wholeWord: false, at: 0 }
  model.show({
    find: { ...fresh, ...before, replaces: replaces || (model.getState().find?.replaces ?? false), asked },
  })
}

/** Closes the search and focuses the canvas. */
export function closeFind({ model, view }: Editor): void {
  last = model.getState().find
  model.show({ find: null })
  view.focusCanvas()
}
