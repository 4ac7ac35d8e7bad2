import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type HtmlElement, parseFragment } from '../../document/html.ts'
import { newCell, type TableProps, tableBlock } from './block.ts'
import { type CellPlace, type CellRange, insideTable, originOf, rangeBetween } from './cell-range.ts'
import { asCellText, asParagraphs } from './cell-text.ts'
import { copiedCells } from './copied-cells.ts'
import { gridOfCsv, gridOfHtml, gridOfText, textsOf } from './pasted-grid.ts'
import { setHeaderRow } from './split-cells.ts'
import {
  addColumn,
  addRow,
  canMerge,
  columnsOf,
  deleteColumns,
  deleteRows,
  fillCells,
  maxColumns,
  mergeCells,
  moveBorder,
  moveColumns,
  moveRows,
  splitCells,
  widthsOf,
} from './table-edits.ts'

function table(texts: readonly string[], change: Partial<TableProps> = {}): TableProps {
  const rows = texts.map((row) => row.split(' ').map((html) => ({ ...newCell(), html })))
  return { ...tableBlock.defaults().props, headerRow: false, ...change, rows }
}

/** The texts row by row; '-' where a merged cell covers the position. */
function shape({ rows }: TableProps): readonly string[] {
  return rows.map((row) => row.map((cell) => cell?.html ?? '-').join(' '))
}

const range = (top: number, left: number, bottom: number, right: number): CellRange => ({
  from: { row: top, column: left },
  to: { row: bottom, column: right },
})

/** The table after rendering and parsing. */
function readAgain(props: TableProps): TableProps | null {
  const html = tableBlock.render({ ...tableBlock.sample(), props })
  return tableBlock.parse(parseFragment(`<div>${html}</div>`).childNodes[0] as HtmlElement)
}

const edits: readonly ((props: TableProps, range: CellRange) => TableProps)[] = [
  (t, { from }) => addRow(t, from.row),
  (t, { to }) => addRow(t, to.row + 1),
  (t, { from }) => addColumn(t, from.column),
  (t, { to }) => addColumn(t, to.column + 1),
  deleteRows,
  deleteColumns,
  (t, r) => moveRows(t, r, -1),
  (t, r) => moveRows(t, r, 1),
  (t, r) => moveColumns(t, r, -1),
  (t, r) => moveColumns(t, r, 1),
  mergeCells,
  mergeCells,
  splitCells,
  (t) => setHeaderRow(t, !t.headerRow),
  (t, { from }) => fillCells(t, from, [['x', 'y'], ['z']]),
  (t, { from }) => moveBorder(t, from.column, 7),
]

const place: fc.Arbitrary<CellPlace> = fc.record({ row: fc.nat(5), column: fc.nat(5) })

test('any sequence of edits leaves a table that can be saved and loaded', () => {
  const steps = fc.array(fc.record({ edit: fc.nat(edits.length - 1), a: place, b: place }), { maxLength: 14 })
  fc.assert(
    fc.property(steps, fc.boolean(), (list, headerRow) => {
      let props = table(['a b c', 'd e f', 'g h i'], { headerRow, widths: [50, 30, 20] })
      for (const { edit, a, b } of list) {
        const [from, to] = [insideTable(props, { from: a, to: a }).from, insideTable(props, { from: b, to: b }).from]
        props = edits[edit]!(props, rangeBetween(props, from, to))
        expect(props.rows.every((row) => row.length === columnsOf(props))).toBe(true)
        expect(readAgain(props)).toEqual(props)
      }
    }),
    { numRuns: 150 },
  )
})

describe('merged cells', () => {
  const merged = mergeCells(table(['a b c', 'd e f', 'g h i']), range(0, 0, 1, 1))

  test('contain the text of all their cells, and can be split again', () => {
    expect(shape(merged)).toEqual(['a<br>b<br>d<br>e - c', '- - f', 'g h i'])
    expect(shape(splitCells(merged, range(0, 0, 1, 1)))).toEqual(['a<br>b<br>d<br>e  c', '  f', 'g h i'])
  })

  test('grow with a row inserted inside, and shrink with a deleted one', () => {
    expect(addRow(merged, 1).rows[0]![0]).toMatchObject({ rows: 3, columns: 2 })
    const less = deleteRows(merged, range(0, 2, 0, 2))
    expect(less.rows[0]![0]).toMatchObject({ rows: 1, columns: 2, html: 'a<br>b<br>d<br>e' })
  })

  test('are selected as a whole', () => {
    expect(rangeBetween(merged, { row: 1, column: 1 }, { row: 1, column: 2 })).toEqual(range(0, 0, 1, 2))
    expect(originOf(merged, { row: 1, column: 1 })).toEqual({ row: 0, column: 0 })
  })

  test('do not extend beyond the header row', () => {
    const withHeader = table(['a b', 'c d'], { headerRow: true })
    expect(canMerge(withHeader, range(0, 0, 1, 0))).toBe(false)
    expect(canMerge(withHeader, range(0, 0, 0, 1))).toBe(true)
    expect(shape(setHeaderRow(merged, true))[1]).toBe('  f')
  })

  test('prevent moving their rows apart', () => {
    expect(moveRows(merged, range(2, 0, 2, 2), -1)).toBe(merged)
  })
})

test('rows and columns move with all their properties', () => {
  const props = table(['a b', 'c d'], { widths: [70, 30] })
  expect(shape(moveRows(props, range(1, 0, 1, 0), -1))).toEqual(['c d', 'a b'])
  const moved = moveColumns(props, range(0, 0, 0, 0), 1)
  expect([shape(moved), moved.widths]).toEqual([
    ['b a', 'd c'],
    [30, 70],
  ])
})

test('dragging a border widens one column by as much as it narrows the other', () => {
  const props = moveBorder(table(['a b', 'c d']), 0, 20)
  expect(props.widths).toEqual([70, 30])
  expect(widthsOf(moveBorder(props, 0, 90))).toEqual([97, 3])
})

test('pasted cells fill the table starting at a position, and the table grows as needed', () => {
  const filled = fillCells(table(['a b', 'c d']), { row: 1, column: 1 }, [
    ['1', '2'],
    ['3', '4'],
  ])
  expect(shape(filled)).toEqual(['a b ', 'c 1 2', ' 3 4'])
  const wide = fillCells(table(['a b']), { row: 0, column: 0 }, [Array.from({ length: 99 }, () => 'x')])
  expect(columnsOf(wide)).toBe(maxColumns)
})

test('a single line in a cell needs no paragraph', () => {
  for (const html of ['', 'a', 'a <strong>b</strong>', 'a<br>b']) expect(asCellText(asParagraphs(html))).toBe(html)
  for (const html of ['<p>a</p><p>b</p>', '<ul><li>a</li></ul>', '<p style="text-align: right;">a</p>'])
    expect(asCellText(html)).toBe(html)
  expect(asCellText('<p><br></p>')).toBe('')
})

test('copied cells are pasted unchanged', () => {
  const copied = copiedCells(table(['a <em>b</em>', 'c d<br>e']))
  expect(copied.text).toBe('a\tb\nc\td e')
  expect(textsOf(gridOfHtml(copied.html)!)).toEqual([
    ['a', '<em>b</em>'],
    ['c', 'd<br>e'],
  ])
  expect(textsOf(gridOfText(copied.text)!)).toEqual([
    ['a', 'b'],
    ['c', 'd e'],
  ])
})

test('separated values are distinguished from sentences and code', () => {
  expect(textsOf(gridOfCsv('a;"b;c"\n1;2\n')!)).toEqual([
    ['a', 'b;c'],
    ['1', '2'],
  ])
  for (const text of [
    'One, two and three.\nFour, five and six.',
    'a, b\nc, d',
    'f(a,b);\ng(c,d);',
    'a,b',
    'x = {a,\n1,}',
  ])
    expect(gridOfCsv(text), text).toBeNull()
})

test('text with leading tabs is not parsed as a table', () => {
  expect(gridOfText('\tone\n\ttwo')).toBeNull()
  expect(gridOfText('a\tb')).not.toBeNull()
})
