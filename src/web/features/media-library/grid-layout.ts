/** Least width of a cell, the gap between cells, the padding of the grid, and the height of a label, in px. */
const leastWidth = 124
const gap = 12
const padding = 14
const labelHeight = 28
/** Rows beyond the visible ones that are rendered, so that scrolling shows no gaps. */
const spareRows = 2

/** The geometry of the grid, in px. */
export interface GridLayout {
  readonly columns: number
  readonly cellWidth: number
  readonly cellHeight: number
  /** Height of all rows. */
  readonly height: number
}

/** The cells that fit in a width, for `count` images. */
export function gridLayout(width: number, count: number): GridLayout {
  const inner = Math.max(leastWidth, width - 2 * padding)
  const columns = Math.max(2, Math.floor((inner + gap) / (leastWidth + gap)))
  const cellWidth = Math.floor((inner - (columns - 1) * gap) / columns)
  const cellHeight = Math.round(cellWidth * 0.75) + labelHeight
  const rows = Math.ceil(count / columns)
  return { columns, cellWidth, cellHeight, height: rows * (cellHeight + gap) - gap + 2 * padding }
}

/** The corner of a cell. */
export function cellPlace({ columns, cellWidth, cellHeight }: GridLayout, index: number): { x: number; y: number } {
  return {
    x: padding + (index % columns) * (cellWidth + gap),
    y: padding + Math.floor(index / columns) * (cellHeight + gap),
  }
}

/** The part of the grid that is rendered: first row, and the row after the last one. */
export interface RowRange {
  readonly first: number
  readonly end: number
}

/** The rows to render at a scroll position. */
export function rowsAt({ cellHeight }: GridLayout, scrollTop: number, viewHeight: number): RowRange {
  const row = cellHeight + gap
  const first = Math.floor((scrollTop - padding) / row) - spareRows
  const end = Math.ceil((scrollTop + viewHeight - padding) / row) + spareRows
  return { first: Math.max(0, first), end: Math.max(0, end) }
}

/** Number of whole rows in view, at least one. */
export function rowsPerPage({ cellHeight }: GridLayout, viewHeight: number): number {
  return Math.max(1, Math.floor(viewHeight / (cellHeight + gap)))
}

/** The scroll position that shows a cell, with as little movement as possible. */
export function scrollTo(layout: GridLayout, index: number, scrollTop: number, viewHeight: number): number {
  const { y } = cellPlace(layout, index)
  if (y - padding < scrollTop) return y - padding
  return Math.max(scrollTop, y + layout.cellHeight + padding - viewHeight)
}
