import { contentOfFiles } from '../clipboard/content-of-files.ts'
import { paste } from '../clipboard/paste.ts'
import type { Point } from '../geometry/point.ts'
import { isHtmlFile } from '../html/html-file.ts'
import type { Editor } from '../state/editor.ts'
import { loadPart } from '../state/load-part.ts'

/** Imports a dropped HTML file that contains slides as a deck. Any other file is pasted as blocks. */
async function dropFiles(editor: Editor, files: readonly File[], at: Point): Promise<void> {
  if (files.length === 1 && isHtmlFile(files[0]!)) {
    const page = await files[0]!.text()
    const { holdsSlides, importHtml } = await loadPart(import('../html/import-html.ts'))
    if (holdsSlides(page)) return void (await importHtml(editor, page))
  }
  await paste(editor, await contentOfFiles(files), at)
}

/** The options of attachDrops. */
export interface DropPlaces {
  /** The overlay; while text is edited, the slide's document too. */
  readonly roots: readonly EventTarget[]
  /** Gets the attribute `data-dropping` while files are held over the slide. */
  readonly marked: HTMLElement
  /** The position of an event, in slide px. */
  slidePoint(event: DragEvent): Point
}

/** Makes the canvas a drop target for pictures and supported text files. Returns the cleanup function. */
export function attachDrops(editor: Editor, { roots, marked, slidePoint }: DropPlaces): () => void {
  const over = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes('Files')) return
    // Otherwise the browser would leave the editor and open the file.
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    marked.dataset.dropping = ''
  }
  const leave = (event: DragEvent): void => {
    // dragleave also fires between elements of the slide.
    if (event.relatedTarget === null || !marked.contains(event.relatedTarget as Node)) delete marked.dataset.dropping
  }
  const drop = (event: DragEvent): void => {
    delete marked.dataset.dropping
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    const at = slidePoint(event)
    // Commits the text being edited; the new block is selected.
    editor.model.stopEditing()
    dropFiles(editor, files, at).catch((error: Error) => editor.services.notify(error.message, 'error'))
  }
  const listeners = { dragover: over, dragleave: leave, drop } as const
  for (const root of roots)
    for (const [type, listener] of Object.entries(listeners)) root.addEventListener(type, listener as EventListener)
  return () => {
    for (const root of roots)
      for (const [type, listener] of Object.entries(listeners))
        root.removeEventListener(type, listener as EventListener)
  }
}
