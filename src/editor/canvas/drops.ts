import type { Point } from '../geometry/point.ts'
import type { Editor } from '../state/editor.ts'
import { loadPart } from '../state/load-part.ts'
import type { DroppedOnSlide } from './take-drop.ts'

/** Takes what was dropped; its code is loaded then. `folder` is found during the event. */
async function drop(editor: Editor, dropped: DroppedOnSlide, at: Point): Promise<void> {
  const { takeDrop } = await loadPart(import('./take-drop.ts'))
  await takeDrop(editor, dropped, at)
}

/** The folder that is dropped; null: there is none. Call it during the event. */
function folderIn({ items }: DataTransfer): FileSystemEntry | null {
  const entries = [...items].map((item) => item.webkitGetAsEntry?.())
  return entries.find((entry) => entry?.isDirectory) ?? null
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
  const onDrop = (event: DragEvent): void => {
    delete marked.dataset.dropping
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    const dropped = { files, folder: folderIn(event.dataTransfer!) }
    const at = slidePoint(event)
    // Commits the text being edited; the new block is selected.
    editor.model.stopEditing()
    drop(editor, dropped, at).catch((error: Error) => editor.services.notify(error.message, 'error'))
  }
  const listeners = { dragover: over, dragleave: leave, drop: onDrop } as const
  for (const root of roots)
    for (const [type, listener] of Object.entries(listeners)) root.addEventListener(type, listener as EventListener)
  return () => {
    for (const root of roots)
      for (const [type, listener] of Object.entries(listeners))
        root.removeEventListener(type, listener as EventListener)
  }
}
