import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberIn } from '../number-text.ts'
import { chartBlock } from './block.ts'
import { withColor, withoutPart } from './chart-colors.ts'
import { chartCellsOf } from './chart-data.ts'
import { addColumn, addRow, pasteCells, removeColumn, removeRow, setCell, transposed } from './chart-edits.ts'
import { chartOf } from './new-chart.ts'
import { formatOf, formatTicks, valueLabel } from './number-format.ts'
import { scaleFor } from './scale.ts'

const sales = [
  ['Region', 'Sales', 'Note', 'Costs'],
  ['North', '1,200', 'a', '€ 9'],
  ['South', '750', 'b', ''],
]

describe('the numbers of a table', () => {
  test('numbers in common notations are parsed', () => {
    const written = [
      ...['12', '-3.5', '1,234', '1,234,567.5', '1.234.567,5', '3,5', '€ 1 200'],
      ...['40 %', '\u22127', '12 km', '', 'abc', '.5', '9'.repeat(40), '0.00000000001'],
    ]
    const read = [...[12, -3.5, 1234, 1_234_567.5, 1_234_567.5, 3.5, 1200], ...[40, -7, null, null, null, 0.5, null, 0]]
    expect(written.map(numberIn)).toEqual(read)
  })

  test('columns of numbers become series named by their headings, with gaps, and text names the categories', () => {
    expect(chartCellsOf(sales)).toEqual([
      ['Region', 'Sales', 'Costs'],
      ['North', '1,200', '€ 9'],
      ['South', '750', ''],
    ])
    expect(chartCellsOf(sales.slice(1))?.[0]).toEqual(['', '', ''])
  })

  test('years name the rows, and the columns unless the numbers below are years too', () => {
    const people = [
      ['Year', 'People'],
      ['2020', '5'],
      ['2021', '8'],
    ]
    expect(chartCellsOf(people)).toEqual(people)
    const years = [
      ['Region', '2024', '2025'],
      ['North', '12', '18'],
      ['South', '7', '9'],
    ]
    expect(chartCellsOf(years)).toEqual(years)
    const founded = years.map(([name]) => [name!, '1904', '1911']).slice(1)
    expect(chartCellsOf(founded)).toEqual([['', '', ''], ...founded])
  })

  test('a table without two rows of numbers gives no chart', () => {
    expect(chartCellsOf(['ab', 'cd'].map((row) => [...row]))).toBe(null)
    expect(chartCellsOf([['a', '1']])).toBe(null)
  })
})

test('a new chart has the kind that fits its data', () => {
  const rows = (names: readonly string[]) => [['', 'n'], ...names.map((name, index) => [name, String(index)])]
  expect(chartOf(rows(['North', 'South']))).toMatchObject({ kind: 'column', values: true })
  expect(chartOf(rows(['North', 'Rather far in the south']))).toMatchObject({ kind: 'bar' })
  expect(chartOf(rows(Array.from({ length: 14 }, (_, n) => String(2000 + n))))).toMatchObject({
    kind: 'line',
    values: false,
  })
})

describe('the axis', () => {
  test.each([
    [[3, 12], true, [0, 5, 10, 15]],
    [[-3, 11], true, [-5, 0, 5, 10, 15]],
    [[0.02, 0.07], true, [0, 0.02, 0.04, 0.06, 0.08]],
    [[0], true, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [[], false, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [[1010, 1060], false, [1010, 1020, 1030, 1040, 1050, 1060]],
    [[7, 7], false, [6, 8, 10, 12, 14]],
    [[-7, -7], true, [-8, -6, -4, -2, 0]],
  ])('of %j (with zero: %s) has the ticks %j', (values, zero, ticks) => {
    expect(scaleFor(values, 5, zero).ticks).toEqual(ticks)
  })

  test('of any values includes them, has few ticks at equal distances, and different labels', () => {
    const number = fc.oneof(fc.integer(), fc.double({ min: -1e15, max: 1e15, noNaN: true }), fc.constantFrom(0, 1e-9))
    const cells = fc.array(
      number
        .map(String)
        .map(numberIn)
        .map((one) => one ?? 0),
    )
    fc.assert(
      fc.property(cells, fc.integer({ min: 2, max: 8 }), fc.boolean(), (values, most, zero) => {
        const { from, to, ticks, decimals } = scaleFor(values, most, zero)
        expect(ticks.length).toBeGreaterThan(1)
        expect(ticks.length).toBeLessThanOrEqual(most + 2)
        const slack = (to - from) * 1e-6
        for (const value of values) {
          expect(value).toBeGreaterThanOrEqual(from - slack)
          expect(value).toBeLessThanOrEqual(to + slack)
        }
        if (zero) expect(ticks).toContain(0)
        const labels = formatTicks(ticks, decimals, { point: '.', prefix: '', suffix: '' })
        // Beyond a thousandth of the largest tick the abbreviated labels coincide.
        const isFine = Math.max(...ticks.map(Math.abs)) > (ticks[1]! - ticks[0]!) * 900
        if (!isFine) expect(new Set(labels).size).toBe(labels.length)
      }),
      { seed: 15, numRuns: 300 },
    )
  })
})

describe('labels', () => {
  test.each([
    [
      ['€ 1', '€ 20'],
      [0, 10],
      ['€0', '€10'],
    ],
    [
      ['40 %', '5 %'],
      [0, 20],
      ['0\u00a0%', '20\u00a0%'],
    ],
    [
      ['40%', '5'],
      [0, 20],
      ['0', '20'],
    ],
    [['1,5'], [0, 0.5], ['0', '0,5']],
    [['1'], [-500_000, 0, 1_000_000], ['\u22120.5M', '0', '1.0M']],
    [['1'], [0, 20_000], ['0', '20,000']],
  ])('of the ticks of %j are written alike', (cells, ticks, labels) => {
    const decimals = ticks.some((tick) => tick % 1 !== 0) ? 1 : 0
    expect(formatTicks(ticks, decimals, formatOf(cells))).toEqual(labels)
  })

  test('of values are as written, unless they are long', () => {
    const format = formatOf(['1'])
    expect(valueLabel(' € 1,200 ', 1200, format)).toBe('€ 1,200')
    expect(valueLabel('1234567.891011', 1_234_567.891, format)).toBe('1.235M')
  })
})

describe('the sheet', () => {
  const cells = [
    ['', 'a'],
    ['x', '1'],
  ]

  test('one series and one category always remain, and headings cannot be removed', () => {
    expect(removeRow(cells, 1)).toBe(cells)
    expect(removeColumn(cells, 1)).toBe(cells)
    const large = addRow(addColumn(cells))
    expect(large).toEqual([
      ['', 'a', ''],
      ['x', '1', ''],
      ['', '', ''],
    ])
    expect(removeRow(large, 0)).toBe(large)
    expect(removeRow(removeColumn(large, 2), 2)).toEqual(cells)
  })

  test('it stays within its limits', () => {
    let grown: readonly (readonly string[])[] = cells
    for (let more = 0; more < 100; more++) grown = addColumn(addRow(grown))
    expect([grown.length, grown[0]!.length]).toEqual([61, 9])
    expect(transposed(grown)).toBe(grown)
    const pasted = pasteCells(grown, { row: 60, column: 8 }, [['1', '2'], ['3']])
    expect([pasted.length, pasted[0]!.length, pasted[60]![8]]).toEqual([61, 9, '1'])
  })

  test('a cell is typed, and rows and columns are exchanged and back', () => {
    expect(setCell(cells, { row: 1, column: 1 }, '2')[1]).toEqual(['x', '2'])
    expect(setCell(cells, { row: 9, column: 1 }, '2')).toBe(cells)
    expect(transposed(transposed(cells))).toEqual(cells)
  })

  test('pasted cells overwrite others, and a whole table replaces the sheet', () => {
    expect(pasteCells(cells, { row: 1, column: 1 }, [['5', '6'], ['7']])).toEqual([
      ['', 'a', ''],
      ['x', '5', '6'],
      ['', '7', ''],
    ])
    const two = sales.map((row) => row.slice(0, 2))
    expect(pasteCells(cells, { row: 0, column: 0 }, two)).toEqual(two)
  })
})

describe('the colors of a chart', () => {
  test('a color is set beside the theme’s, and removed with its series', () => {
    const colors = withColor([], 2, 'red')
    expect(colors).toEqual(['', '', 'red'])
    expect(withoutPart(colors, 0)).toEqual(['', 'red'])
    expect(withColor(withoutPart(colors, 0), 1, '')).toEqual([])
  })

  test('are properties of the figure, which the drawing does not repeat', () => {
    const { props } = chartBlock.defaults()
    const block = { ...chartBlock.sample(), props: { ...props, colors: ['', 'var(--l-accent-4)'] } }
    const html = chartBlock.render(block)
    expect(html).toContain(
      '<figure class="block-content" data-l-chart="column" style="--l-series-2: var(--l-accent-4);">',
    )
    expect(html.split('--l-accent-4')).toHaveLength(2)
  })
})
