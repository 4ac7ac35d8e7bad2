import { columnName } from './chart-part.ts'
import type { Part } from './part.ts'
import { attributes, declaration, Relationships, text } from './xml.ts'

const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml.'
const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

function cellXml(value: string | number | null, row: number, column: number): string {
  if (value === null) return ''
  const place = `${columnName(column)}${row + 1}`
  if (typeof value === 'number') return `<c r="${place}"><v>${value}</v></c>`
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${text(value)}</t></is></c>`
}

/** The parts of a workbook with one sheet: the data of a chart. */
export function sheetParts(cells: readonly (readonly (string | number | null)[])[]): Part[] {
  const rows = cells.map((row, y) => `<row r="${y + 1}">${row.map((value, x) => cellXml(value, y, x)).join('')}</row>`)
  const sheet = `${declaration}<worksheet xmlns="${spreadsheet}"><sheetData>${rows.join('')}</sheetData></worksheet>`
  const workbook = `${declaration}<workbook xmlns="${spreadsheet}" xmlns:r="${office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`
  const own = [
    ['/xl/workbook.xml', `${main}sheet.main+xml`],
    ['/xl/worksheets/sheet1.xml', `${main}worksheet+xml`],
  ].map(([PartName, ContentType]) => `<Override${attributes({ PartName, ContentType })}/>`)
  const types = `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${own.join('')}</Types>`
  const [root, inside] = [new Relationships(), new Relationships()]
  root.add('document', 'xl/workbook.xml')
  inside.add('sheet', 'worksheets/sheet1.xml')
  return [
    { path: '[Content_Types].xml', content: types },
    { path: '_rels/.rels', content: root.xml() },
    { path: 'xl/workbook.xml', content: workbook },
    { path: 'xl/_rels/workbook.xml.rels', content: inside.xml() },
    { path: 'xl/worksheets/sheet1.xml', content: sheet },
  ]
}
