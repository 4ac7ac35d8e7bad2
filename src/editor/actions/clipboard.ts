import { paste } from '../clipboard/paste.ts'
import type { Point } from '../geometry/point.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { selectedIn } from '../state/selection.ts'
import { rememberCopy } from './clipboard-actions.ts'
import { copyOf, cut } from './clipboard-blocks.ts'
import { readClipboard } from './clipboard-content.ts'

/** Handles copy, cut and paste events of a document for blocks, except in input fields and text being edited. */
export function attachClipboard(document: Document, editor: Editor): () => void {
  const listeners: Readonly<Record<string, (event: ClipboardEvent) => void>> = {
    copy: (event) => put(editor.model, event, false),
    cut: (event) => put(editor.model, event, true),
    paste: (event) => pasteEvent(editor, event),
  }
  for (const [type, listen] of Object.entries(listeners)) document.addEventListener(type, listen as EventListener)
  return () => {
    for (const [type, listen] of Object.entries(listeners)) document.removeEventListener(type, listen as EventListener)
  }
}

function put(model: EditorModel, event: ClipboardEvent, cuts: boolean): void {
  if (isElsewhere(model, event) || !event.clipboardData) return
  const blocks = selectedIn(model.getState())
  if (blocks.length === 0) return
  const content = copyOf(blocks)
  for (const [type, value] of Object.entries(content)) event.clipboardData.setData(type, value)
  rememberCopy(content['text/html']!)
  event.preventDefault()
  if (cuts) cut(model)
}

function pasteEvent(editor: Editor, event: ClipboardEvent): void {
  if (isElsewhere(editor.model, event) || !event.clipboardData) return
  event.preventDefault()
  void paste(editor, readClipboard(event.clipboardData), pastePoint(editor))
}

/** The pointer's position, in slide px. Null if an image is selected: the pasted picture replaces it. */
function pastePoint({ model, view }: Editor): Point | null {
  const blocks = selectedIn(model.getState())
  return blocks.length === 1 && blocks[0]!.type === 'image' ? null : view.canvas.pointer()
}

/** Whether the event belongs to an input field, a dialog or the text being edited, which handle it themselves. */
function isElsewhere(model: EditorModel, event: ClipboardEvent): boolean {
  const target = event.target as Node | null
  const element = target?.nodeType === 1 ? (target as Element) : (target?.parentElement ?? null)
  const field = element?.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"]')
  return event.defaultPrevented || model.getState().editing !== null || field != null
}
