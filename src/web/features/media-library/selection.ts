/** Selected images of the grid. */
export interface Selection {
  /** In the order of their selection. */
  readonly ids: readonly number[]
  /** The image that the keys start from; null: none yet. */
  readonly focus: number | null
  /** The other end of a range that Shift selects. */
  readonly anchor: number | null
}

export const noSelection: Selection = { ids: [], focus: null, anchor: null }

/** How a click or key selects: alone, in addition to the others, or up to the anchor. */
export type SelectMode = 'only' | 'toggle' | 'range'

/** Selects an image of the shown ones. */
export function select(selection: Selection, order: readonly number[], id: number, mode: SelectMode): Selection {
  if (mode === 'toggle') {
    const isSelected = selection.ids.includes(id)
    const ids = isSelected ? selection.ids.filter((one) => one !== id) : [...selection.ids, id]
    return { ids, focus: id, anchor: id }
  }
  const from = mode === 'range' && selection.anchor !== null ? order.indexOf(selection.anchor) : -1
  if (from === -1) return { ids: [id], focus: id, anchor: id }
  const to = order.indexOf(id)
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: to < from ? range.toReversed() : range, focus: id, anchor: selection.anchor }
}

/** Selects all shown images. */
export function selectAll(selection: Selection, order: readonly number[]): Selection {
  return { ...selection, ids: order, anchor: order[0] ?? null }
}

/** The selection without images that are no longer shown. */
export function shownOnly(selection: Selection, order: readonly number[]): Selection {
  const shown = new Set(order)
  const isKept = (id: number | null): boolean => id === null || shown.has(id)
  const ids = selection.ids.every(isKept) ? selection.ids : selection.ids.filter(isKept)
  const [focus, anchor] = [selection.focus, selection.anchor].map((id) => (isKept(id) ? id : null)) as [
    number | null,
    number | null,
  ]
  if (ids === selection.ids && focus === selection.focus && anchor === selection.anchor) return selection
  return { ids, focus, anchor }
}

const steps: Readonly<Record<string, (columns: number, page: number, count: number) => number>> = {
  ArrowLeft: () => -1,
  ArrowRight: () => 1,
  ArrowUp: (columns) => -columns,
  ArrowDown: (columns) => columns,
  PageUp: (columns, page) => -columns * page,
  PageDown: (columns, page) => columns * page,
  Home: (_columns, _page, count) => -count,
  End: (_columns, _page, count) => count,
}

/** The grid as the keys see it. `page`: number of rows in view. */
export interface GridShape {
  readonly columns: number
  readonly page: number
}

/** The index that a key moves the focus to; null for other keys. Vertical moves stay in the grid's column. */
export function movedTo(key: string, index: number, count: number, { columns, page }: GridShape): number | null {
  const step = steps[key]?.(columns, page, count)
  if (step === undefined || count === 0) return null
  if (index === -1) return key === 'End' ? count - 1 : 0
  const next = index + step
  if (next >= 0 && next < count) return next
  const isVertical = key === 'ArrowUp' || key === 'ArrowDown'
  if (isVertical && !(key === 'ArrowDown' && Math.floor(index / columns) < Math.floor((count - 1) / columns)))
    return index
  return Math.min(count - 1, Math.max(0, next))
}
