import { contentOfFiles } from '../clipboard/content-of-files.ts'
import { pasteContent } from '../clipboard/paste-content.ts'
import type { Point } from '../geometry/point.ts'
import { holdsSlides, importHtml, isHtmlFile } from '../html/import-html.ts'
import type { Editor } from '../state/editor.ts'

/** A page that holds slides is a deck of its own and is imported; everything else becomes blocks. */
async function takeFiles(editor: Editor, files: readonly File[], at: Point): Promise<void> {
  const page = files.length === 1 && isHtmlFile(files[0]!) ? await files[0]!.text() : ''
  if (holdsSlides(page)) await importHtml(editor, page)
  else await pasteContent(editor, await contentOfFiles(files), at)
}

/** Lets pictures, and files of text that becomes something on a slide, be dropped on the canvas. `slidePoint` says where an event is, in slide px. Returns what ends it. */
export function attachDrops(root: HTMLElement, editor: Editor, slidePoint: (event: DragEvent) => Point): () => void {
  const over = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes('Files')) return
    // Without this the browser would open the file in place of the editor.
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
  }
  const drop = (event: DragEvent): void => {
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    const at = slidePoint(event)
    void takeFiles(editor, files, at)
  }
  root.addEventListener('dragover', over)
  root.addEventListener('drop', drop)
  return () => {
    root.removeEventListener('dragover', over)
    root.removeEventListener('drop', drop)
  }
}
