import type { TableCell, TableProps, TableRow } from '../../../blocks/table/block.ts'
import type { Block } from '../../../document/deck-model.ts'
import type { XmlElement } from '../../../document/sanitize/xml.ts'
import { makeBlock } from '../make-block.ts'
import { frameOf } from './boxes.ts'
import { accentColor, type Color, cssColor } from './colors.ts'
import { fillElement, readFill, readOutline } from './fills.ts'
import { hrefOf } from './shape-text.ts'
import type { SlideContext } from './slide-context.ts'
import { readTextBody } from './text-html.ts'
import { levelStyles } from './text-styles.ts'
import { type Box, emuPerPx, rounded } from './units.ts'
import { all, attr, find, flag, num } from './xml-tree.ts'

type Declaration = readonly [string, string]

/** Rows and columns that one table may have; larger ones are cut. */
const mostCells = 2_000
const usualMargin = 91_440

/** What the style of a table gives its cells: that of most presentations, in the theme's first accent color. */
interface TableLook {
  readonly headerRow: boolean
  readonly headerColumn: boolean
  readonly banded: boolean
  readonly styled: boolean
  readonly accent: Color
}

function lookOf(context: SlideContext, table: XmlElement): TableLook {
  const properties = find(table, 'tblPr')
  const id = find(properties, 'tableStyleId')
  const styleId = String(id?.children[0] ?? '').toUpperCase()
  return {
    headerRow: flag(properties, 'firstRow') ?? false,
    headerColumn: flag(properties, 'firstCol') ?? false,
    banded: flag(properties, 'bandRow') ?? false,
    // Without a style, and with those for no style, cells have only what is theirs.
    styled:
      id !== null &&
      !['{2D5ABB26-0587-4C30-8999-92F81FD0307C}', '{5940675A-B579-460E-94D1-54222C63F5DA}'].includes(styleId),
    accent: accentColor(context.scheme, 1),
  }
}

/** The accent color mixed with white. */
function tinted({ rgb }: Color, share: number): Color {
  return { rgb: rgb.map((part) => Math.round(255 - (255 - part) * share)) as unknown as Color['rgb'], alpha: 1 }
}

function styledFill(look: TableLook, row: number, column: number): Color | null {
  if (!look.styled) return null
  if ((look.headerRow && row === 0) || (look.headerColumn && column === 0)) return look.accent
  if (!look.banded) return tinted(look.accent, 0.2)
  return tinted(look.accent, (row - (look.headerRow ? 1 : 0)) % 2 === 0 ? 0.4 : 0.2)
}

const sides = [
  ['lnL', 'left'],
  ['lnR', 'right'],
  ['lnT', 'top'],
  ['lnB', 'bottom'],
] as const

function borders(context: SlideContext, properties: XmlElement | null): Declaration[] {
  return sides.flatMap(([name, side]): Declaration[] => {
    const line = find(properties, name)
    if (!line) return []
    const outline = readOutline(line, null, context)
    if (!outline) return [[`border-${side}`, 'none']]
    const width = Math.max(0.5, rounded((outline.width / emuPerPx) * context.deck.scale.factor))
    return [[`border-${side}`, `${width}px ${outline.dash} ${cssColor(outline.color)}`]]
  })
}

interface CellPlace {
  readonly row: number
  readonly column: number
  /** px; null: the row's height is that of its text. */
  readonly height: number | null
}

function cellStyle(context: SlideContext, cell: XmlElement, look: TableLook, place: CellPlace): Declaration[] {
  const properties = find(cell, 'tcPr')
  const { factor } = context.deck.scale
  const own = readFill(fillElement(properties), context)
  const styled = styledFill(look, place.row, place.column)
  const background =
    own === null
      ? styled
        ? cssColor(styled)
        : null
      : own.kind === 'color'
        ? cssColor(own.color)
        : own.kind === 'gradient'
          ? own.css
          : null
  const px = (name: string, usual: number) => rounded(((num(properties, name) ?? usual) / emuPerPx) * factor)
  const padding = [
    px('marT', usualMargin / 2),
    px('marR', usualMargin),
    px('marB', usualMargin / 2),
    px('marL', usualMargin),
  ]
  const anchor = attr(properties, 'anchor')
  return [
    ...(background
      ? [[background.includes('gradient') ? 'background-image' : 'background-color', background] as const]
      : []),
    ['padding', padding.map((value) => `${value}px`).join(' ')],
    ['vertical-align', anchor === 'ctr' ? 'middle' : anchor === 'b' ? 'bottom' : 'top'],
    ...(place.height === null ? [] : [['height', `${place.height}px`] as const]),
    ...borders(context, properties),
  ]
}

function cellOf(context: SlideContext, cell: XmlElement, look: TableLook, place: CellPlace): TableCell {
  const isHead = look.styled && ((look.headerRow && place.row === 0) || (look.headerColumn && place.column === 0))
  const white: Color = { rgb: [255, 255, 255], alpha: 1 }
  const { deck, scheme, fonts } = context
  const text = readTextBody(find(cell, 'txBody'), {
    styles: levelStyles([deck.defaultText], { scheme, fonts }, isHead ? white : null),
    ...{ context: { scheme, fonts }, scale: deck.scale, isTitle: false, shrinks: false },
    link: (click) => hrefOf(context, click),
  })
  const bold: Declaration[] = isHead ? [['font-weight', 'bold']] : []
  const style = (text?.style ?? []).filter(([name]) => !(isHead && name === 'font-weight'))
  return {
    html:
      text?.html.replace(/^<p( style="[^"]*")?>([\s\S]*)<\/p>$/, (whole, given: string | undefined, inner: string) =>
        given === undefined && !inner.includes('<p') ? inner : whole,
      ) ?? '',
    style: [...style, ...bold, ...cellStyle(context, cell, look, place)],
    columns: Math.max(1, num(cell, 'gridSpan') ?? 1),
    rows: Math.max(1, num(cell, 'rowSpan') ?? 1),
  }
}

/** The rows of a table, all with the same number of columns. */
function rowsOf(context: SlideContext, table: XmlElement, columns: number): TableRow[] {
  const look = lookOf(context, table)
  const rows = all(table, 'tr').slice(0, Math.max(1, Math.floor(mostCells / columns)))
  const { factor } = context.deck.scale
  return rows.map((row, index) => {
    const cells = all(row, 'tc')
    const height = num(row, 'h') === null ? null : rounded(((num(row, 'h') ?? 0) / emuPerPx) * factor)
    return Array.from({ length: columns }, (_, column): TableCell | null => {
      const cell = cells[column]
      if (!cell) return { html: '', style: [], columns: 1, rows: 1 }
      if (flag(cell, 'hMerge') || flag(cell, 'vMerge')) return null
      const read = cellOf(context, cell, look, { row: index, column, height })
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
  const look = lookOf(context, table)
  // Headings of the editor must not be merged with other rows.
  const headerRow = look.headerRow && rows.length > 1 && rows[0]!.every((cell) => cell === null || cell.rows === 1)
  const props: TableProps = {
    ...{ rows, headerRow, headerColumn: false, striped: false, look: 'plain' },
    widths: grid.map((width) => Math.round((width / total) * 10_000) / 100),
    ...{ borderColor: look.styled ? '#ffffff' : '', borderWidth: look.styled ? 1 : 0, padding: 4, link: '' },
  }
  const width = Math.max(box.width, 1) || (total / emuPerPx) * factor
  return makeBlock('table', { ...frameOf({ ...box, width, rotation: 0 }), height: null }, props, { name })
}
