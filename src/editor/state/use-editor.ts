import { createContext, useContext, useRef, useSyncExternalStore } from 'react'
import type { Editor } from './editor.ts'
import type { EditorState } from './editor-state.ts'

/** Provides the editor to the panels. */
export const EditorContext = createContext<Editor | null>(null)

/** The editor of this page. Throws outside of an EditorContext. */
export function useEditorInstance(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('Put this component inside an EditorContext')
  return editor
}

/**
 * A part of the panels' state; the component renders again only when that part changes. Selectors that create arrays
 * or objects need `isEqual` (sameItems for arrays), or every update renders.
 */
export function useEditor<T>(selector: (state: EditorState) => T, isEqual: (a: T, b: T) => boolean = Object.is): T {
  const { panels } = useEditorInstance().view
  const last = useRef<{ readonly value: T } | null>(null)
  const snapshot = (): T => {
    const value = selector(panels.getState())
    if (last.current === null || !isEqual(last.current.value, value)) last.current = { value }
    return last.current.value
  }
  return useSyncExternalStore(panels.subscribe, snapshot, snapshot)
}

/** Whether two lists contain the identical items in the same order. */
export function sameItems<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index])
}
