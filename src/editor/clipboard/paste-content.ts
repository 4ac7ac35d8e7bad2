import type { ClipboardContent } from '../actions/clipboard-content.ts'
import type { Point } from '../geometry/point.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { type PasteOption, pastedIn, type ReadingId } from './pasted.ts'
import { readingsOf } from './readings-of.ts'

/**
 * Puts what a clipboard holds on the slide in the best way of reading it, and offers the others. `at`: where, in slide
 * px; null is the middle. What can't be taken is told.
 */
export async function pasteContent(editor: Editor, content: ClipboardContent, at: Point | null = null): Promise<void> {
  try {
    const options = readingsOf(editor.services, content).map(({ id, label, paste }) => ({
      id,
      label,
      paste: (place: Point | null) => paste(editor, place),
    }))
    for (const option of options) if (await pasteOption(editor.model, options, option, at)) return
  } catch (error) {
    editor.services.notify(error instanceof Error ? error.message : String(error), 'error')
  }
}

/** Reads what was pasted last in another way, in the place of what it became; nothing when something was done since. */
export async function rereadPasted({ model, services }: Editor, id: ReadingId): Promise<void> {
  const pasted = pastedIn(model.getState())
  const option = pasted?.options.find((one) => one.id === id)
  if (!pasted || !option || pasted.chosen === id) return
  model.undo()
  try {
    if (await pasteOption(model, pasted.options, option, pasted.at)) return
    model.redo()
  } catch (error) {
    model.redo()
    services.notify(error instanceof Error ? error.message : String(error), 'error')
  }
}

async function pasteOption(
  model: EditorModel,
  options: readonly PasteOption[],
  option: PasteOption,
  at: Point | null,
): Promise<boolean> {
  const done = option.paste(at)
  // Most are done at once: what is pasted must be there before the next key.
  if (!(typeof done === 'boolean' ? done : await done)) return false
  const { undoLabel } = model.getState()
  const pasted = { options, chosen: option.id, at, slide: model.slide(), undoLabel }
  model.show({ pasted: options.length > 1 ? pasted : null })
  return true
}
