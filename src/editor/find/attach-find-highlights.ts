import type { EditorModel } from '../state/editor-model.ts'

/** Highlights the matches on the slide; the code is loaded with the first search. Returns the cleanup function. */
export function attachFindHighlights(document: Document, model: EditorModel): () => void {
  let end: (() => void) | null = () => undefined
  const stopWaiting = model.subscribe(() => {
    if (model.getState().find === null) return
    stopWaiting()
    import('./find-highlights.ts').then(
      ({ drawFindHighlights }) => {
        if (end !== null) end = drawFindHighlights(document, model)
      },
      // The search bar says that its code could not be loaded.
      () => undefined,
    )
  })
  return () => {
    stopWaiting()
    end?.()
    end = null
  }
}
