import { parseXml, type XmlElement, type XmlRules } from '../../../document/sanitize/xml.ts'
import { type Color, colorIn } from './colors.ts'
import { type Fill, fillElement, type Outline, readFill, readOutline, referencedFill } from './fills.ts'
import type { SlideContext } from './slide-context.ts'
import { all, attr, find, flag } from './xml-tree.ts'

/** What a table's style gives its cells. */

const rules: XmlRules = { nodes: 2_000, depth: 20, attributes: 20, namespace: null, doctype: false }

/** The usual style of PowerPoint by its ids, for its accent colors. Files need not contain it. */
const usualStyles: readonly string[] = [
  ...['{073A0DAA-6AF3-43AB-8588-CEC1D06C72B9}', '{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}'],
  ...['{21E4AEA4-8DFA-4A89-87EB-49C32662AFE0}', '{F5AB1C69-6EDB-4FF4-983F-18BD219EF322}'],
  ...['{00A15C55-8517-42AA-B614-E9B94910E393}', '{7DF18680-E054-41AD-8BC1-D1AEF772440D}'],
  ...['{93296810-A885-4BE3-A3E7-6D5BEEA58F35}'],
]

function usualStyle(number: number): XmlElement | null {
  const color = number === 0 ? 'dk1' : `accent${number}`
  const fill = (tint: string) =>
    `<tcStyle><fill><solidFill><schemeClr val="${color}">${tint}</schemeClr></solidFill></fill></tcStyle>`
  const line = (side: string) => `<${side}><ln w="12700"><solidFill><schemeClr val="lt1"/></solidFill></ln></${side}>`
  const lines = ['left', 'right', 'top', 'bottom', 'insideH', 'insideV'].map(line).join('')
  const heading = `<tcTxStyle b="on"><schemeClr val="lt1"/></tcTxStyle>${fill('')}`
  const whole = `<tcTxStyle><schemeClr val="dk1"/></tcTxStyle>${fill('<tint val="20000"/>').replace('<tcStyle>', `<tcStyle><tcBdr>${lines}</tcBdr>`)}`
  const headings = ['lastCol', 'firstCol', 'lastRow', 'firstRow'].map((name) => `<${name}>${heading}</${name}>`)
  const band = fill('<tint val="40000"/>')
  return parseXml(
    `<tblStyle><wholeTbl>${whole}</wholeTbl><band1H>${band}</band1H><band1V>${band}</band1V>${headings.join('')}</tblStyle>`,
    rules,
  )
}

const known = new WeakMap<XmlElement, ReadonlyMap<string, XmlElement>>()

function stylesById(list: XmlElement): ReadonlyMap<string, XmlElement> {
  const found = known.get(list)
  if (found) return found
  // Of those with the same id the first counts.
  const styles = all(list, 'tblStyle').toReversed()
  const read = new Map(styles.map((style) => [attr(style, 'styleId')?.toUpperCase() ?? '', style]))
  known.set(list, read)
  return read
}

/** The style of a table: that of the file, or the usual one. Null: its cells have only what is theirs. */
export function tableStyle({ deck }: SlideContext, table: XmlElement): XmlElement | null {
  const id = String(find(table, 'tblPr', 'tableStyleId')?.children[0] ?? '').toUpperCase()
  const own = deck.tableStyles && stylesById(deck.tableStyles).get(id)
  const usual = usualStyles.indexOf(id)
  return own ?? (usual < 0 ? null : usualStyle(usual))
}

/** A cell's place in a table of this size. */
export interface CellPlace {
  readonly row: number
  readonly column: number
  readonly rows: number
  readonly columns: number
}

/** How a cell looks by its table's style. */
export interface CellLook {
  readonly fill: Fill | null
  readonly color: Color | null
  readonly bold: boolean
  /** Null: no line; a missing side has what the table gives it. */
  readonly borders: Readonly<Partial<Record<Side, Outline | null>>>
}

export const sides = ['left', 'right', 'top', 'bottom'] as const
export type Side = (typeof sides)[number]

/** A part of a style, and the first and last rows and columns it is for. */
interface Region {
  readonly name: string
  readonly rows: readonly [number, number]
  readonly columns: readonly [number, number]
}

/** The parts of a style that a cell has, the weakest first. */
function regionsOf(table: XmlElement, { row, column, rows, columns }: CellPlace): Region[] {
  const has = (name: string) => flag(find(table, 'tblPr'), name) ?? false
  const everywhere = { rows: [0, rows - 1], columns: [0, columns - 1] } as const
  const found: Region[] = [{ name: 'wholeTbl', ...everywhere }]
  const isHead = has('firstRow') && row === 0
  const band = (at: number, first: boolean) => ((at - (first ? 1 : 0)) % 2 === 0 ? '1' : '2')
  if (has('bandCol')) {
    const name = `band${band(column, has('firstCol'))}V`
    found.push({ name, ...everywhere, columns: [column, column] })
  }
  if (has('bandRow') && !isHead) {
    found.push({ name: `band${band(row, has('firstRow'))}H`, ...everywhere, rows: [row, row] })
  }
  if (has('lastCol') && column === columns - 1)
    found.push({ name: 'lastCol', ...everywhere, columns: [column, column] })
  if (has('firstCol') && column === 0) found.push({ name: 'firstCol', ...everywhere, columns: [0, 0] })
  if (has('lastRow') && row === rows - 1) found.push({ name: 'lastRow', ...everywhere, rows: [row, row] })
  if (isHead) found.push({ name: 'firstRow', ...everywhere, rows: [0, 0] })
  return found
}

function bordersOf(
  context: SlideContext,
  lines: XmlElement | null,
  { rows, columns }: Region,
  { row, column }: CellPlace,
): CellLook['borders'] {
  const names: readonly (readonly [Side, string])[] = [
    ['left', column === columns[0] ? 'left' : 'insideV'],
    ['right', column === columns[1] ? 'right' : 'insideV'],
    ['top', row === rows[0] ? 'top' : 'insideH'],
    ['bottom', row === rows[1] ? 'bottom' : 'insideH'],
  ]
  return Object.fromEntries(
    names.flatMap(([side, name]) => {
      const line = find(lines, name)
      return line ? [[side, readOutline(find(line, 'ln'), find(line, 'lnRef'), context)]] : []
    }),
  )
}

/** How a cell looks by its table's style. */
export function cellLook(
  context: SlideContext,
  table: XmlElement,
  style: XmlElement | null,
  place: CellPlace,
): CellLook {
  let look: CellLook = { fill: null, color: null, bold: false, borders: {} }
  if (!style) return look
  for (const region of regionsOf(table, place)) {
    const part = find(style, region.name)
    const [text, cell] = [find(part, 'tcTxStyle'), find(part, 'tcStyle')]
    const fill = readFill(fillElement(find(cell, 'fill')), context) ?? referencedFill(find(cell, 'fillRef'), context)
    look = {
      fill: fill ?? look.fill,
      color: colorIn(text, context.scheme) ?? look.color,
      bold: flag(text, 'b') ?? look.bold,
      borders: { ...look.borders, ...bordersOf(context, find(cell, 'tcBdr'), region, place) },
    }
  }
  return look
}
