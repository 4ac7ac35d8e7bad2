import { slideIds } from '../../../document/structure.ts'
import { offerBlocks } from '../../../editor/flow/offer-blocks.ts'
import type { Editor } from '../../../editor/state/editor.ts'

/** The query of the editor's URL right after a deck was imported elsewhere. `slide`: the one to show. */
const [mark, slideMark] = ['imported', 'slide'] as const

/** Shows the slide of the URL, and offers blocks; a reload does not offer them again. */
export function greetImported(editor: Editor): void {
  const { pathname, search, hash } = window.location
  const params = new URLSearchParams(search)
  const slideId = params.get(slideMark)
  for (const name of [mark, slideMark]) params.delete(name)
  window.history.replaceState(window.history.state, '', pathname + (params.size > 0 ? `?${params}` : '') + hash)
  const { deck } = editor.model.getState()
  if (slideId !== null && Object.hasOwn(deck.slides, slideId)) editor.model.goTo(slideId)
  offerBlocks(editor, slideIds(deck))
}
