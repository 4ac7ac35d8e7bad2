import { type RefObject, useEffect, useRef } from 'react'

/** The focus of a list whose items can be removed. */
export interface RemovalFocus<L extends HTMLElement> {
  /** For the list element. */
  readonly list: RefObject<L | null>
  /** Call it before the item at an index is removed. */
  removing(index: number): void
}

/**
 * Keeps the focus in a list: once an item is removed, its neighbor's first control that matches the selector has it, or
 * what `fallback` finds if it was the last one. Otherwise the focus would fall to the page.
 */
export function useRemovalFocus<L extends HTMLElement>(
  selector: string,
  fallback: () => HTMLElement | null | undefined,
): RemovalFocus<L> {
  const list = useRef<L>(null)
  const leaving = useRef<{ readonly index: number; readonly count: number } | null>(null)
  // After each render: the item may leave later, such as after a request.
  useEffect(() => {
    const removed = leaving.current
    const count = list.current?.children.length ?? 0
    if (removed === null || count >= removed.count) return
    leaving.current = null
    const neighbor = list.current?.children[Math.min(removed.index, count - 1)]
    const control = neighbor?.querySelector<HTMLElement>(selector) ?? fallback()
    control?.focus()
    // A dialog takes the focus itself, one frame after its focused element was removed.
    requestAnimationFrame(() => {
      if (control && document.activeElement?.contains(control)) control.focus()
    })
  })
  return {
    list,
    removing: (index) => {
      leaving.current = { index, count: list.current?.children.length ?? 0 }
    },
  }
}
