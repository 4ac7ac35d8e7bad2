import { ClipboardPaste, Copy, ImageDown, Scissors } from 'lucide-react'
import { pasteContent } from '../clipboard/paste-content.ts'
import { readSystemClipboard } from '../clipboard/read-system-clipboard.ts'
import { copyPicture } from '../picture/copy-picture.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { freeIn, hasBlocks, selectedIn } from '../state/selection.ts'
import type { Action } from './action.ts'
import { copyOf, cut, pasteBlocks } from './clipboard-blocks.ts'

/**
 * Copy, cut and paste from menus. The keys for them are the browser's: they come as clipboard events (clipboard.ts),
 * a menu has to ask the browser, which may ask the person or refuse.
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

/** HTML of what was copied last, in this page. */
let copied: string | null = null

/** Remembers what was copied, for the menu's Paste. */
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
  // The only way in which a page may fill the clipboard with several forms at once without asking for a permission.
  const done = document.execCommand('copy')
  document.removeEventListener('copy', put, { capture: true })
  return done
}

/** What is said where the browser gives the clipboard to keys alone. */
const refusal = 'Your browser does not let a menu read the clipboard. Press Ctrl+V (⌘V) instead.'

/** Pastes what the clipboard holds now, from wherever; what was copied here, if the browser won't show it. */
async function pasteFromMenu(editor: Editor): Promise<void> {
  const content = await readSystemClipboard()
  if (content) return pasteContent(editor, content)
  if (copied === null || !pasteBlocks(editor, copied)) editor.services.notify(refusal, 'info')
}
