import { newCell, type TableProps } from './block.ts'
import type { CellPlace } from './cell-range.ts'

/** Splits a merged cell; the text stays in the first of the new cells. */
export function splitCell(props: TableProps, at: CellPlace): TableProps {
  const whole = props.rows[at.row]![at.column]!
  const rows = props.rows.map((row, r) =>
    row.map((cell, c) => {
      const inside = r >= at.row && r < at.row + whole.rows && c >= at.column && c < at.column + whole.columns
      if (!inside) return cell
      return r === at.row && c === at.column ? { ...whole, columns: 1, rows: 1 } : { ...newCell(), style: whole.style }
    }),
  )
  return { ...props, rows }
}

/** Splits cells that extend beyond the header row. */
export function withSplitHeader(props: TableProps): TableProps {
  if (!props.headerRow) return props
  const tall = props.rows[0]?.flatMap((cell, column) => (cell && cell.rows > 1 ? [{ row: 0, column }] : [])) ?? []
  return tall.reduce(splitCell, props)
}

/** Switches the header row on or off. Merged cells that extend beyond it are split. */
export function setHeaderRow(props: TableProps, on: boolean): TableProps {
  return on === props.headerRow ? props : withSplitHeader({ ...props, headerRow: on })
}
