import { ClipboardPaste, Copy, ImageDown, Scissors } from 'lucide-react'
import { paste } from '../clipboard/paste.ts'
import { readSystemClipboard } from '../clipboard/read-system-clipboard.ts'
import { copyPicture } from '../picture/copy-picture.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { freeIn, hasBlocks, selectedIn } from '../state/selection.ts'
import { withSanitizer } from '../state/services.ts'
import type { Action } from './action.ts'
import { copyOf, cut, pasteBlocks } from './clipboard-blocks.ts'

/**
 * Copy, cut and paste in menus. The shortcuts are the browser's and arrive as clipboard events (clipboard.ts). A menu
 * has to use the browser's clipboard API, which may ask for a permission or refuse.
 */
export const clipboardActions: readonly Action[] = [
  {
    id: 'cut',
    label: 'Cut',
    icon: Scissors,
    group: 'edit',
    shortcuts: [],
    hint: 'Mod+X',
    scope: 'canvas',
    when: (state) => hasBlocks(state) && freeIn(state).length > 0,
    run: ({ model }) => {
      if (writeClipboard(model)) cut(model)
    },
  },
  {
    id: 'copy',
    label: 'Copy',
    icon: Copy,
    group: 'edit',
    shortcuts: [],
    hint: 'Mod+C',
    scope: 'canvas',
    when: hasBlocks,
    run: ({ model }) => {
      writeClipboard(model)
    },
  },
  {
    id: 'copy-picture',
    label: 'Copy as image',
    icon: ImageDown,
    group: 'edit',
    shortcuts: ['Shift+Alt+C'],
    scope: 'canvas',
    when: (state) => state.editing === null,
    run: (editor) => void copyPicture(editor),
  },
  {
    id: 'paste',
    label: 'Paste',
    icon: ClipboardPaste,
    group: 'edit',
    shortcuts: [],
    hint: 'Mod+V',
    scope: 'canvas',
    when: (state) => state.editing === null,
    run: (editor) => void pasteFromMenu(editor),
  },
]

/** The HTML that was last copied in this page; null if none. */
let copied: string | null = null

/** Stores copied HTML as the menu's fallback when the clipboard cannot be read. */
export function rememberCopy(html: string): void {
  copied = html
}

function writeClipboard(model: EditorModel): boolean {
  const content = copyOf(selectedIn(model.getState()))
  rememberCopy(content['text/html']!)
  const put = (event: ClipboardEvent): void => {
    for (const [type, value] of Object.entries(content)) event.clipboardData?.setData(type, value)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  document.addEventListener('copy', put, { capture: true, once: true })
  // No other call writes several formats to the clipboard without asking for a permission.
  const done = document.execCommand('copy')
  document.removeEventListener('copy', put, { capture: true })
  return done
}

/** The toast for browsers that let a page read the clipboard only in a paste event. */
const refusal = 'Your browser does not let a menu read the clipboard. Press Ctrl+V (⌘V) instead.'

/** Pastes the system's clipboard. Falls back to what this page copied last if the browser refuses to read it. */
async function pasteFromMenu(editor: Editor): Promise<void> {
  const content = await readSystemClipboard()
  if (content) return paste(editor, content)
  withSanitizer(editor.services, () => {
    if (copied === null || !pasteBlocks(editor, copied)) editor.services.notify(refusal, 'info')
  })
}
