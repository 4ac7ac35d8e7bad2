import { insertImages } from '../actions/insert-images.ts'
import type { Point } from '../geometry/point.ts'
import type { Editor } from '../state/editor.ts'

/** Lets image files be dropped on the canvas. `slidePoint` says where an event is, in slide px. Returns what ends it. */
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
    void insertImages(editor, files, slidePoint(event))
  }
  root.addEventListener('dragover', over)
  root.addEventListener('drop', drop)
  return () => {
    root.removeEventListener('dragover', over)
    root.removeEventListener('drop', drop)
  }
}
