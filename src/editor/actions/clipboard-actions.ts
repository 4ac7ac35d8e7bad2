import { ClipboardPaste, Copy, Scissors } from 'lucide-react'
import type { Editor } from '../state/editor.ts'
import type { Action } from './action.ts'
import { copyOf, cut, pasteBlocks } from './clipboard-blocks.ts'
import { freeIn, hasBlocks } from './selection.ts'

/**
 * Copy, cut and paste from menus. The keys for them are the browser's: they come as clipboard events (clipboard.ts),
 * which may read what other programs put there; a menu may not, so it pastes what was copied in this editor.
 */
export const clipboardActions: readonly Action[] = [
  {
    id: 'cut',
    label: 'Cut',
    icon: Scissors,
    group: 'edit',
    shortcuts: [],
    scope: 'canvas',
    when: (state) => hasBlocks(state) && freeIn(state).length > 0,
    run: (editor) => {
      if (writeClipboard(editor)) cut(editor)
    },
  },
  {
    id: 'copy',
    label: 'Copy',
    icon: Copy,
    group: 'edit',
    shortcuts: [],
    scope: 'canvas',
    when: hasBlocks,
    run: (editor) => {
      writeClipboard(editor)
    },
  },
  {
    id: 'paste',
    label: 'Paste',
    icon: ClipboardPaste,
    group: 'edit',
    shortcuts: [],
    scope: 'canvas',
    when: (state) => state.editing === null,
    run: pasteCopied,
  },
]

/** HTML of what was copied last, in this page. */
let copied: string | null = null

/** Remembers what was copied, for the menu's Paste. */
export function rememberCopy(html: string): void {
  copied = html
}

function writeClipboard(editor: Editor): boolean {
  const content = copyOf(editor.selectedBlocks())
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

function pasteCopied(editor: Editor): void {
  if (copied !== null) pasteBlocks(editor, copied)
  else editor.services.notify('Press Ctrl+V (⌘V) to paste what you copied elsewhere', 'info')
}
