import { loadEditing } from '../../../blocks/find-editor.ts'
import { loadPaste } from '../../../editor/clipboard/paste.ts'
import { loadMerging } from '../../../editor/commands/load-merging.ts'
import type { Editor } from '../../../editor/state/editor.ts'
import { loadLayouts } from '../../../editor/templates/load-layouts.ts'
import { createStore, type Store } from '../../../ui/store.ts'
import { preloadPanel } from './lazy-panels.tsx'

const firstUses = ['pointermove', 'pointerdown', 'keydown'] as const

/** Whether the user has moved the pointer or pressed a key in the editor. */
export const isEditorUsed: Store<boolean> = createStore(false)

/**
 * Preloads the parts that the first load leaves out and most users need, at the user's first input. A failure is shown
 * when the part is used. Returns a function that stops it.
 */
export function preloadParts(editor: Editor): () => void {
  const stopped = new AbortController()
  const load = (): void => {
    stopped.abort()
    isEditorUsed.set(true)
    preloadPanel('block')
    preloadPanel('text')
    loadPaste(editor)?.catch(() => undefined)
    loadEditing().catch(() => undefined)
    loadMerging().catch(() => undefined)
    loadLayouts()?.catch(() => undefined)
  }
  for (const type of firstUses) window.addEventListener(type, load, { capture: true, signal: stopped.signal })
  return () => stopped.abort()
}
