import { type ComponentType, useEffect, useState } from 'react'
import type { EditorModel } from '../../../editor/state/editor-model.ts'
import { useEditorInstance } from '../../../editor/state/use-editor.ts'

/** A component in a chunk of its own. */
export interface Part<Props> {
  /** Null until it is loaded. */
  loaded(): ComponentType<Props> | null
  /** Resolves to `failed` if it cannot be loaded. */
  load(): Promise<ComponentType<Props>>
}

/** A part, loaded once. `failed` replaces it if it cannot be loaded. */
export function partOf<Props>(load: () => Promise<ComponentType<Props>>, failed: ComponentType<Props>): Part<Props> {
  let component: ComponentType<Props> | null = null
  let loading: Promise<ComponentType<Props>> | null = null
  return {
    loaded: () => component,
    load: () => {
      loading ??= load().then(
        (loaded) => (component = loaded),
        () => (component = failed),
      )
      return loading
    },
  }
}

/** Calls back when nothing is dragged: now or later. Returns a function that cancels it. */
export function whenStill(model: EditorModel, run: () => void): () => void {
  const isStill = () => model.getState().gesture === null
  if (isStill()) {
    run()
    return () => undefined
  }
  const end = model.subscribe(() => {
    if (!isStill()) return
    end()
    run()
  })
  return end
}

/**
 * The component of a part; null until it is wanted and loaded. Unlike with `lazy`, a part that arrives during a drag is
 * rendered after it, since rendering slows it down; and parts that arrive together appear together, where React shows
 * one every 300 ms.
 */
export function usePart<Props>(part: Part<Props>, isWanted = true): ComponentType<Props> | null {
  const { model } = useEditorInstance()
  const [component, setComponent] = useState(() => (isWanted ? part.loaded() : null))
  useEffect(() => {
    if (component || !isWanted) return
    let isOver = false
    let cancel = () => {
      isOver = true
    }
    void part.load().then((loaded) => {
      if (!isOver) cancel = whenStill(model, () => setComponent(() => loaded))
    })
    return () => cancel()
  }, [model, part, component, isWanted])
  return component
}
