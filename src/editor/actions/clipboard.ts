import type { Editor } from '../state/editor.ts'
import { rememberCopy } from './clipboard-actions.ts'
import { copyOf, cut, pasteBlocks } from './clipboard-blocks.ts'
import { type ClipboardContent, readClipboard } from './clipboard-content.ts'
import { insertImages } from './insert-images.ts'
import { pasteHtml, pasteText } from './paste-foreign.ts'

/** Lets copy, cut and paste of a document work on blocks, unless a field or the slide's text has them. */
export function attachClipboard(document: Document, editor: Editor): () => void {
  const listeners: Readonly<Record<string, (event: ClipboardEvent) => void>> = {
    copy: (event) => put(editor, event, false),
    cut: (event) => put(editor, event, true),
    paste: (event) => take(editor, event),
  }
  for (const [type, listen] of Object.entries(listeners)) document.addEventListener(type, listen as EventListener)
  return () => {
    for (const [type, listen] of Object.entries(listeners)) document.removeEventListener(type, listen as EventListener)
  }
}

/** Puts what was read from the clipboard on the slide: our own blocks, else text, else pictures. */
export function paste(editor: Editor, content: ClipboardContent): void {
  try {
    if (content.own !== null) pasteBlocks(editor, content.own)
    else if (content.html !== null && pasteHtml(editor, content.html)) return
    else if (content.images.length > 0) void insertImages(editor, content.images)
    else if (content.text !== null) pasteText(editor, content.text)
  } catch (error) {
    editor.services.notify(error instanceof Error ? error.message : String(error), 'error')
  }
}

function put(editor: Editor, event: ClipboardEvent, cuts: boolean): void {
  if (isElsewhere(editor, event) || !event.clipboardData) return
  const blocks = editor.selectedBlocks()
  if (blocks.length === 0) return
  const content = copyOf(blocks)
  for (const [type, value] of Object.entries(content)) event.clipboardData.setData(type, value)
  rememberCopy(content['text/html']!)
  event.preventDefault()
  if (cuts) cut(editor)
}

function take(editor: Editor, event: ClipboardEvent): void {
  if (isElsewhere(editor, event) || !event.clipboardData) return
  event.preventDefault()
  paste(editor, readClipboard(event.clipboardData))
}

/** Fields of the page, dialogs and the text being typed keep their own copy and paste. */
function isElsewhere(editor: Editor, event: ClipboardEvent): boolean {
  const target = event.target as Node | null
  const element = target?.nodeType === 1 ? (target as Element) : (target?.parentElement ?? null)
  const field = element?.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"]')
  return event.defaultPrevented || editor.getState().editing !== null || field != null
}
