import { useLayoutEffect } from 'react'

/**
 * What a part of the page says to styles outside it, as an attribute of the document: `data-dialog-open`, `data-toasts`
 * (at the lower edge), `data-toasts-above` (above this popup), `data-toasts-at-top` (at the upper edge, for this dialog),
 * `data-fills-window` (nothing follows the content). Not by `:has()`: with it, each change anywhere restyles the whole
 * page.
 */
type PageMark = 'dialog-open' | 'toasts' | 'toasts-above' | 'toasts-at-top' | 'fills-window'

const counts = new Map<PageMark, number>()

function count(mark: PageMark, by: number): void {
  const next = (counts.get(mark) ?? 0) + by
  counts.set(mark, next)
  document.documentElement.toggleAttribute(`data-${mark}`, next > 0)
}

/** Marks the document while `on`. */
export function useMarkPage(mark: PageMark, on = true): void {
  useLayoutEffect(() => {
    if (!on) return
    count(mark, 1)
    return () => count(mark, -1)
  }, [mark, on])
}
