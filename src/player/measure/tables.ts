import type { SceneCell, SceneColor, TableItem } from '../../document/powerpoint/scene.ts'
import { type Around, baseOf, rectIn } from './around.ts'
import { borderOf, colorOf } from './paint.ts'
import { TextCollector } from './text.ts'

/** The ground of a cell: its own, or that of its row or group of rows. */
function groundOf(cell: Element, table: Element, opacity: number): SceneColor | null {
  for (let at: Element | null = cell; at && at !== table; at = at.parentElement) {
    const color = colorOf(getComputedStyle(at).backgroundColor, opacity)
    if (color.alpha > 0.001) return color
  }
  return null
}

const anchors: Readonly<Record<string, SceneCell['anchor']>> = { middle: 'middle', bottom: 'bottom' }

function cellOf(cell: HTMLTableCellElement, table: Element, around: Around): SceneCell {
  const style = getComputedStyle(cell)
  const collector = new TextCollector(() => {})
  collector.addBlock(cell, around)
  const border = (side: string) => borderOf(style, side, around.opacity)
  return {
    rect: rectIn(around, cell.getBoundingClientRect()),
    columns: Math.max(1, cell.colSpan),
    rows: Math.max(1, cell.rowSpan),
    fill: groundOf(cell, table, around.opacity),
    text: { paragraphs: collector.paragraphs },
    borders: { left: border('left'), right: border('right'), top: border('top'), bottom: border('bottom') },
    anchor: anchors[style.verticalAlign] ?? 'top',
  }
}

/** A table of texts with its measured columns and rows; null if its cells form no grid. */
export function tableOf(table: HTMLTableElement, around: Around): TableItem | null {
  const rows = Array.from(table.rows)
  const grid: (SceneCell | null | undefined)[][] = rows.map(() => [])
  const edges: number[] = []
  const heights = rows.map((row) => rectIn(around, row.getBoundingClientRect()))
  for (const [y, row] of rows.entries()) {
    let x = 0
    for (const element of row.cells) {
      while (grid[y]![x] !== undefined) x++
      const cell = cellOf(element, table, around)
      const last = Math.min(rows.length, y + cell.rows)
      for (let down = y; down < last; down++) {
        for (let across = x; across < x + cell.columns; across++) grid[down]![across] = null
      }
      grid[y]![x] = { ...cell, rows: last - y }
      edges[x] ??= cell.rect.x
      edges[x + cell.columns] = cell.rect.x + cell.rect.width
      x += cell.columns
    }
  }
  const width = Math.max(...grid.map((row) => row.length))
  if (rows.length === 0 || width === 0 || rows.length * width > 2000) return null
  if (edges.length !== width + 1 || Array.from(edges).some((edge) => edge === undefined)) return null
  const columns = edges.slice(1).map((edge, index) => edge - edges[index]!)
  if (columns.some((one) => !(one > 0))) return null
  const cells = grid.map((row) => Array.from({ length: width }, (_, index) => row[index] ?? null))
  if (cells.some((row, y) => row.every((cell) => cell === null) && y === 0)) return null
  const rect = rectIn(around, table.getBoundingClientRect())
  const first = heights[0]!
  return {
    ...baseOf(around, {
      x: edges[0]!,
      y: first.y,
      width: edges[width]! - edges[0]!,
      height: heights.at(-1)!.y + heights.at(-1)!.height - first.y,
    }),
    ...(rect.width > 0 ? {} : { alt: '' }),
    kind: 'table',
    columns,
    rows: heights.map((one) => one.height),
    cells,
    header: table.tHead !== null,
  }
}
