import type { ClipboardContent } from '../actions/clipboard-content.ts'
import type { Point } from '../geometry/point.ts'
import type { Editor } from '../state/editor.ts'
import { pastedIn, type Reading, type ReadingId } from './reading.ts'
import { readingsOf } from './readings-of.ts'

/**
 * Puts what a clipboard holds on the slide in the best way of reading it, and offers the others. `at`: where, in slide
 * px; null is the middle. What can't be taken is told.
 */
export async function pasteContent(editor: Editor, content: ClipboardContent, at: Point | null = null): Promise<void> {
  try {
    const readings = readingsOf(editor, content)
    for (const reading of readings) if (await pasteReading(editor, readings, reading, at)) return
  } catch (error) {
    editor.services.notify(error instanceof Error ? error.message : String(error), 'error')
  }
}

/** Reads what was pasted last in another way, in the place of what it became; nothing when something was done since. */
export async function rereadPasted(editor: Editor, id: ReadingId): Promise<void> {
  const pasted = pastedIn(editor.getState())
  const reading = pasted?.readings.find((one) => one.id === id)
  if (!pasted || !reading || pasted.chosen === id) return
  editor.undo()
  try {
    if (await pasteReading(editor, pasted.readings, reading, pasted.at)) return
    editor.redo()
  } catch (error) {
    editor.redo()
    editor.services.notify(error instanceof Error ? error.message : String(error), 'error')
  }
}

async function pasteReading(
  editor: Editor,
  readings: readonly Reading[],
  reading: Reading,
  at: Point | null,
): Promise<boolean> {
  const done = reading.paste(editor, at)
  // Most are done at once: what is pasted must be there before the next key.
  if (!(typeof done === 'boolean' ? done : await done)) return false
  const { undoLabel } = editor.getState()
  const pasted = { readings, chosen: reading.id, at, slide: editor.slide(), undoLabel }
  editor.show({ pasted: readings.length > 1 ? pasted : null })
  return true
}
