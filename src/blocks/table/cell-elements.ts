import type { TableProps } from './block.ts'
import type { CellPlace } from './cell-range.ts'

/** The element of a cell in a rendered table; null for positions covered by a merged cell. */
export function cellElement(wrapper: HTMLElement, props: TableProps, { row, column }: CellPlace): HTMLElement | null {
  const cells = props.rows[row]
  if (!cells?.[column]) return null
  const index = cells.slice(0, column).filter((cell) => cell !== null).length
  const line = wrapper.querySelectorAll('tr')[row]
  return (line?.children[index] as HTMLElement | undefined) ?? null
}

/** The position of the cell that contains an element; null outside all cells. */
export function placeOfElement(wrapper: HTMLElement, props: TableProps, element: Element | null): CellPlace | null {
  const found = element?.closest('td, th') ?? null
  const line = found?.parentElement
  if (!found || !line || !wrapper.contains(found)) return null
  const row = [...wrapper.querySelectorAll('tr')].indexOf(line as HTMLTableRowElement)
  const index = [...line.children].indexOf(found)
  const columns = props.rows[row]?.flatMap((cell, column) => (cell ? [column] : [])) ?? []
  const column = columns[index]
  return column === undefined ? null : { row, column }
}
