import { loadDrawing } from '../../blocks/chart/chart-drawing.ts'
import type { ClipboardContent } from '../actions/clipboard-content.ts'
import type { Point } from '../geometry/point.ts'
import type { Editor } from '../state/editor.ts'
import { loadPart } from '../state/load-part.ts'
import type { EditorServices } from '../state/services.ts'
import type * as PasteContent from './paste-content.ts'
import type { PasteOptionId } from './pasted.ts'

let loaded: typeof PasteContent | null = null

/** Loads the paste module, the sanitizer and the drawing of charts. Returns null if all are loaded. */
export function loadPaste({ services }: Pick<Editor, 'services'>): Promise<void> | null {
  const sanitizer = services.loadSanitizer()
  const drawing = loadDrawing()
  if (loaded && !sanitizer && !drawing) return null
  const module = loadPart(import('./paste-content.ts')).then((imported) => {
    loaded = imported
  })
  return Promise.all([module, sanitizer, drawing && loadPart(drawing)]).then(() => undefined)
}

/**
 * Runs a task that needs the paste module and the sanitizer. If both are loaded the task runs synchronously, so that a
 * paste precedes the next key. Otherwise it runs after loading. If loading fails, shows the error and does not run the
 * task.
 */
export function withPaste(services: EditorServices, task: (content: typeof PasteContent) => void): void {
  const loading = loadPaste({ services })
  if (!loading) task(loaded!)
  else loading.then(() => task(loaded!)).catch((error: Error) => services.notify(error.message, 'error'))
}

/** Calls pasteContent of paste-content.ts, after loading it if needed. If loading fails, shows a toast. */
export async function paste(editor: Editor, content: ClipboardContent, at: Point | null = null): Promise<void> {
  try {
    const loading = loadPaste(editor)
    if (loading) await loading
    await loaded!.pasteContent(editor, content, at)
  } catch (error) {
    editor.services.notify(error instanceof Error ? error.message : String(error), 'error')
  }
}

/** Calls switchPasteOption of paste-content.ts, which was already loaded for the paste. */
export async function switchPasteOption(editor: Editor, id: PasteOptionId): Promise<void> {
  await loaded?.switchPasteOption(editor, id)
}
