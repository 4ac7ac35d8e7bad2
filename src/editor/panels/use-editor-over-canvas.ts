import { type RefObject, useEffect, useReducer } from 'react'
import type { EditorState } from '../state/editor-state.ts'
import { useEditor } from '../state/use-editor.ts'

/** The panels' state, for a layer over the canvas: it also renders again when its own size changes. */
export function useEditorOverCanvas(layer: RefObject<Element | null>): EditorState {
  const [, render] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const watcher = new ResizeObserver(render)
    watcher.observe(layer.current!)
    return () => watcher.disconnect()
  }, [layer])
  return useEditor((all) => all)
}
