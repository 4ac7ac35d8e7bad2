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

/** What attachDrops needs. */
export interface DropPlaces {
  /** The canvas's own layer and, for as long as somebody types, the slide's document. */
  readonly roots: readonly EventTarget[]
  /** Gets the attribute `data-dropping` while files are held over the slide. */
  readonly marked: HTMLElement
  /** Where an event is, in slide px. */
  slidePoint(event: DragEvent): Point
}

/** Lets pictures, and files of text that becomes something on a slide, be dropped on the canvas. Returns what ends it. */
export function attachDrops(editor: Editor, { roots, marked, slidePoint }: DropPlaces): () => void {
  const over = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes('Files')) return
    // Without this the browser would open the file in place of the editor.
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    marked.dataset.dropping = ''
  }
  const leave = (event: DragEvent): void => {
    // From one part of the slide to another it has not left.
    if (event.relatedTarget === null || !marked.contains(event.relatedTarget as Node)) delete marked.dataset.dropping
  }
  const drop = (event: DragEvent): void => {
    delete marked.dataset.dropping
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    const at = slidePoint(event)
    // What is typed stays, and the new block is selected beside it.
    editor.model.stopEditing()
    void takeFiles(editor, files, at)
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

/**
 * Files that are dropped beside every place for them do nothing: the browser would open them in place of the editor.
 * Returns what ends it.
 */
export function refuseStrayDrops(page: Window): () => void {
  const strayed = (event: DragEvent): void => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    // The code editor takes files of text by itself.
    if (event.type === 'dragover' && (event.target as Element).closest?.('[contenteditable="true"]')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  page.addEventListener('dragover', strayed)
  page.addEventListener('drop', strayed)
  return () => {
    page.removeEventListener('dragover', strayed)
    page.removeEventListener('drop', strayed)
  }
}
