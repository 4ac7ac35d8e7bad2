import { loadEditing } from '../../../blocks/find-editor.ts'
import { loadPaste } from '../../../editor/clipboard/paste.ts'
import { loadMerging } from '../../../editor/commands/load-merging.ts'
import type { Editor } from '../../../editor/state/editor.ts'
import { loadLayouts } from '../../../editor/templates/load-layouts.ts'
import { createStore, type Store } from '../../../ui/store.ts'
import { preloadPanel } from './lazy-panels.tsx'
import { whenStill } from './use-part.ts'

const firstUses = ['pointermove', 'pointerdown', 'keydown'] as const
/** ms after a first input by pointer: it may begin a drag, which the loading would disturb. */
const afterPointer = 150

/** Whether the user has moved the pointer or pressed a key in the editor. */
export const isEditorUsed: Store<boolean> = createStore(false)

/**
 * Preloads the parts that the first load leaves out and most users need, at the user's first input. A failure is shown
 * when the part is used. Returns a function that stops it.
 */
export function preloadParts(editor: Editor): () => void {
  const stopped = new AbortController()
  const load = (): void => {
    if (stopped.signal.aborted) return
    stopped.abort()
    preloadPanel('block')
    preloadPanel('text')
    loadPaste(editor)?.catch(() => undefined)
    loadEditing().catch(() => undefined)
    loadMerging().catch(() => undefined)
    loadLayouts()?.catch(() => undefined)
  }
  const begin = ({ type }: Event): void => {
    isEditorUsed.set(true)
    if (type === 'keydown') load()
    else setTimeout(() => whenStill(editor.model, load), afterPointer)
  }
  for (const type of firstUses)
    window.addEventListener(type, begin, { capture: true, signal: stopped.signal, once: true })
  return () => stopped.abort()
}
