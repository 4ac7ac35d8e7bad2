import type { TableProps } from './block.ts'

/** A position in a table's grid, from 0. */
export interface CellPlace {
  readonly row: number
  readonly column: number
}

/** A rectangle of cells: its first and last position, both inclusive. */
export interface CellRange {
  readonly from: CellPlace
  readonly to: CellPlace
}

/** The origin of the merged cell that covers a position; otherwise the position itself. */
export function originOf({ rows }: TableProps, place: CellPlace): CellPlace {
  for (let row = place.row; row >= 0; row--) {
    for (let column = place.column; column >= 0; column--) {
      const cell = rows[row]?.[column]
      if (cell && row + cell.rows > place.row && column + cell.columns > place.column) return { row, column }
    }
  }
  return place
}

/** The smallest rectangle that contains both positions and splits no merged cell. */
export function rangeBetween(props: TableProps, a: CellPlace, b: CellPlace): CellRange {
  let range: CellRange = {
    from: { row: Math.min(a.row, b.row), column: Math.min(a.column, b.column) },
    to: { row: Math.max(a.row, b.row), column: Math.max(a.column, b.column) },
  }
  for (;;) {
    const wider = withWholeCells(props, range)
    if (sameRange(wider, range)) return range
    range = wider
  }
}

/** The rectangle of one cell. */
export function rangeOf(props: TableProps, place: CellPlace): CellRange {
  return rangeBetween(props, place, place)
}

/** The origins of a range's cells, row by row. */
export function cellsIn({ rows }: TableProps, { from, to }: CellRange): readonly CellPlace[] {
  const places: CellPlace[] = []
  for (let row = from.row; row <= Math.min(to.row, rows.length - 1); row++) {
    for (let column = from.column; column <= to.column; column++) if (rows[row]?.[column]) places.push({ row, column })
  }
  return places
}

export function sameRange(a: CellRange | null, b: CellRange | null): boolean {
  if (a === null || b === null) return a === b
  return (
    a.from.row === b.from.row && a.from.column === b.from.column && a.to.row === b.to.row && a.to.column === b.to.column
  )
}

/** Clips a range to the table after rows or columns were deleted. */
export function insideTable(props: TableProps, { from, to }: CellRange): CellRange {
  const last = { row: props.rows.length - 1, column: (props.rows[0]?.length ?? 1) - 1 }
  const inside = (place: CellPlace): CellPlace => ({
    row: Math.max(0, Math.min(place.row, last.row)),
    column: Math.max(0, Math.min(place.column, last.column)),
  })
  return rangeBetween(props, inside(from), inside(to))
}

function withWholeCells(props: TableProps, { from, to }: CellRange): CellRange {
  let [top, left, bottom, right] = [from.row, from.column, to.row, to.column]
  for (let row = from.row; row <= to.row; row++) {
    for (let column = from.column; column <= to.column; column++) {
      const origin = originOf(props, { row, column })
      const cell = props.rows[origin.row]?.[origin.column]
      top = Math.min(top, origin.row)
      left = Math.min(left, origin.column)
      bottom = Math.max(bottom, origin.row + (cell?.rows ?? 1) - 1)
      right = Math.max(right, origin.column + (cell?.columns ?? 1) - 1)
    }
  }
  return { from: { row: top, column: left }, to: { row: bottom, column: right } }
}

export function samePlace(a: CellPlace, b: CellPlace): boolean {
  return a.row === b.row && a.column === b.column
}

/** The position next to the (merged) cell, some rows down and columns to the right; null outside the table. */
export function cellAfter(
  props: TableProps,
  place: CellPlace,
  [down, right]: readonly [number, number],
): CellPlace | null {
  const origin = originOf(props, place)
  const cell = props.rows[origin.row]?.[origin.column]
  const row = down > 0 ? origin.row + (cell?.rows ?? 1) : down < 0 ? origin.row - 1 : place.row
  const column = right > 0 ? origin.column + (cell?.columns ?? 1) : right < 0 ? origin.column - 1 : place.column
  return props.rows[row]?.[column] === undefined ? null : { row, column }
}
