import type { ClipboardContent } from '../actions/clipboard-content.ts'
import type { Point } from '../geometry/point.ts'
import type { Editor } from '../state/editor.ts'
import { type PasteOption, pastedIn, type ReadingId } from './pasted.ts'
import { readingsOf } from './readings-of.ts'

/**
 * Puts what a clipboard holds on the slide in the best way of reading it, and offers the others. `at`: where, in slide
 * px; null is the middle. What can't be taken is told.
 */
export async function pasteContent(editor: Editor, content: ClipboardContent, at: Point | null = null): Promise<void> {
  try {
    const options = readingsOf(editor, content).map(({ id, label, paste }) => ({
      id,
      label,
      paste: (place: Point | null) => paste(editor, place),
    }))
    for (const option of options) if (await pasteOption(editor, options, option, at)) return
  } catch (error) {
    editor.services.notify(error instanceof Error ? error.message : String(error), 'error')
  }
}

/** Reads what was pasted last in another way, in the place of what it became; nothing when something was done since. */
export async function rereadPasted(editor: Editor, id: ReadingId): Promise<void> {
  const pasted = pastedIn(editor.getState())
  const option = pasted?.options.find((one) => one.id === id)
  if (!pasted || !option || pasted.chosen === id) return
  editor.undo()
  try {
    if (await pasteOption(editor, pasted.options, option, pasted.at)) return
    editor.redo()
  } catch (error) {
    editor.redo()
    editor.services.notify(error instanceof Error ? error.message : String(error), 'error')
  }
}

async function pasteOption(
  editor: Editor,
  options: readonly PasteOption[],
  option: PasteOption,
  at: Point | null,
): Promise<boolean> {
  const done = option.paste(at)
  // Most are done at once: what is pasted must be there before the next key.
  if (!(typeof done === 'boolean' ? done : await done)) return false
  const { undoLabel } = editor.getState()
  const pasted = { options, chosen: option.id, at, slide: editor.slide(), undoLabel }
  editor.show({ pasted: options.length > 1 ? pasted : null })
  return true
}
