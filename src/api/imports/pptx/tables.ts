import type { TableCell, TableProps, TableRow } from '../../../blocks/table/block.ts'
import type { Block } from '../../../document/deck-model.ts'
import type { XmlElement } from '../../../document/sanitize/xml.ts'
import { makeBlock } from '../make-block.ts'
import { frameOf } from './boxes.ts'
import { cssColor } from './colors.ts'
import { type Fill, fillElement, type Outline, readFill, readOutline } from './fills.ts'
import { hrefOf } from './shape-text.ts'
import type { SlideContext } from './slide-context.ts'
import { type CellLook, cellLook, type Side, sides, tableStyle } from './table-styles.ts'
import { readTextBody } from './text-html.ts'
import { levelStyles } from './text-styles.ts'
import { type Box, emuPerPx, rounded } from './units.ts'
import { all, attr, find, flag, num } from './xml-tree.ts'

type Declaration = readonly [string, string]

/** Rows and columns that one table may have; larger ones are cut. */
const mostCells = 2_000
const cellSteps = 50
const usualMargin = 91_440
const ownLines = { left: 'lnL', right: 'lnR', top: 'lnT', bottom: 'lnB' } as const

/** A line at a side of a cell: its own, or that of the table's style. Null: none; undefined: nothing says. */
function lineAt(context: SlideContext, properties: XmlElement | null, look: CellLook, side: Side) {
  const line = find(properties, ownLines[side])
  return line && fillElement(line) ? readOutline(line, null, context) : look.borders[side]
}

const widthOf = ({ width }: Outline, { deck }: SlideContext): number =>
  Math.max(0.5, rounded((width / emuPerPx) * deck.scale.factor))

function borders(context: SlideContext, properties: XmlElement | null, look: CellLook): Declaration[] {
  return sides.flatMap((side): Declaration[] => {
    const outline = lineAt(context, properties, look, side)
    if (outline === undefined) return []
    if (outline === null) return [[`border-${side}`, 'none']]
    return [[`border-${side}`, `${widthOf(outline, context)}px ${outline.dash} ${cssColor(outline.color)}`]]
  })
}

function background(fill: Fill | null): Declaration[] {
  if (fill?.kind === 'color') return [['background-color', cssColor(fill.color)]]
  // Without a fill, headings would get the background of the editor's style.
  return fill?.kind === 'gradient' ? [['background-image', fill.css]] : [['background-color', 'transparent']]
}

/** `height`: px; null: the row's height is that of its text. */
function cellStyle(context: SlideContext, cell: XmlElement, look: CellLook, height: number | null): Declaration[] {
  const properties = find(cell, 'tcPr')
  const { factor } = context.deck.scale
  const px = (name: string, usual: number) => rounded(((num(properties, name) ?? usual) / emuPerPx) * factor)
  const padding = [
    px('marT', usualMargin / 2),
    px('marR', usualMargin),
    px('marB', usualMargin / 2),
    px('marL', usualMargin),
  ]
  const anchor = attr(properties, 'anchor')
  return [
    ...background(readFill(fillElement(properties), context) ?? look.fill),
    ['padding', padding.map((value) => `${value}px`).join(' ')],
    ['vertical-align', anchor === 'ctr' ? 'middle' : anchor === 'b' ? 'bottom' : 'top'],
    ...(height === null ? [] : [['height', `${height}px`] as const]),
    ...borders(context, properties, look),
  ]
}

function cellOf(context: SlideContext, cell: XmlElement, look: CellLook, height: number | null): TableCell {
  const { deck, scheme, fonts } = context
  const text = readTextBody(find(cell, 'txBody'), {
    styles: levelStyles([deck.defaultText], { scheme, fonts }, look),
    ...{ context: { scheme, fonts }, scale: deck.scale, isTitle: false, shrinks: false, inTable: true },
    link: (click) => hrefOf(context, click),
  })
  return {
    html:
      text?.html.replace(/^<p( style="[^"]*")?>([\s\S]*)<\/p>$/, (whole, given: string | undefined, inner: string) =>
        given === undefined && !inner.includes('<p') ? inner : whole,
      ) ?? '',
    style: [...(text?.style ?? []), ...cellStyle(context, cell, look, height)],
    columns: Math.max(1, num(cell, 'gridSpan') ?? 1),
    rows: Math.max(1, num(cell, 'rowSpan') ?? 1),
  }
}

/** The rows of a table, all with the same number of columns. */
function rowsOf(context: SlideContext, table: XmlElement, columns: number): TableRow[] {
  const style = tableStyle(context, table)
  const rows = all(table, 'tr').slice(0, Math.max(1, Math.floor(mostCells / columns)))
  const { factor } = context.deck.scale
  return rows.map((row, index) => {
    const cells = all(row, 'tc')
    context.work.step(columns * cellSteps)
    const height = num(row, 'h') === null ? null : rounded(((num(row, 'h') ?? 0) / emuPerPx) * factor)
    return Array.from({ length: columns }, (_, column): TableCell | null => {
      const cell = cells[column]
      if (!cell) return { html: '', style: [], columns: 1, rows: 1 }
      if (flag(cell, 'hMerge') || flag(cell, 'vMerge')) return null
      const look = cellLook(context, table, style, { row: index, column, rows: rows.length, columns })
      const read = cellOf(context, cell, look, height)
      return {
        ...read,
        columns: Math.min(read.columns, columns - column),
        rows: Math.min(read.rows, rows.length - index),
      }
    })
  })
}

/** A table block. Null for a table without cells. */
export function tableBlock(context: SlideContext, table: XmlElement, box: Box, name: string): Block | null {
  const grid = all(find(table, 'tblGrid'), 'gridCol').map((column) => Math.max(1, num(column, 'w') ?? 1))
  const columns = grid.length
  if (columns === 0 || columns > mostCells) return null
  const rows = rowsOf(context, table, columns)
  if (rows.length === 0) return null
  const total = grid.reduce((sum, width) => sum + width, 0)
  const { factor } = context.deck.scale
  // Headings of the editor must not be merged with other rows.
  const isHeaded = flag(find(table, 'tblPr'), 'firstRow') ?? false
  const headerRow = isHeaded && rows.length > 1 && rows[0]!.every((cell) => cell === null || cell.rows === 1)
  const props: TableProps = {
    ...{ rows, headerRow, headerColumn: false, striped: false, look: 'plain' },
    widths: grid.map((width) => Math.round((width / total) * 10_000) / 100),
    ...{ borderColor: '', borderWidth: 0, padding: 4, link: '' },
  }
  const width = Math.max(box.width, 1) || (total / emuPerPx) * factor
  return makeBlock('table', { ...frameOf({ ...box, width, rotation: 0 }), height: null }, props, { name })
}
