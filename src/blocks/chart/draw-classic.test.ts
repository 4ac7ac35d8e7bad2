import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chartBlock } from './block.ts'
import { classicLook, readLook, writeLook } from './chart-look.ts'
import { type ChartProps, chartKinds } from './chart-props.ts'
import { axisLabels } from './classic-frame.ts'
import { classicScale } from './classic-scale.ts'
import { drawChart } from './draw-chart.ts'
import { chartExporter } from './export.ts'

const cells = [
  ['', 'One', 'Two'],
  ['North', '4', '6'],
  ['South', '2', '1'],
]
const base = { ...chartBlock.defaults().props, cells }
const draw = (props: Partial<ChartProps>): string => drawChart({ ...base, ...props }, 640, 400, 18)
const labelsIn = (markup: string): string[] => [...markup.matchAll(/>([^<>]+)<\/text>/g)].map(([, text]) => text!)
/** The x of a label. */
const placeOf = (markup: string, label: string): number =>
  Number(new RegExp(`<text x="([\\d.-]+)"[^>]*>${label}<`).exec(markup)?.[1])

test('a stored look is read as it was, without what is unknown or malformed', () => {
  const look = {
    ...classicLook,
    legend: 'top',
    range: [0, null, 5],
    plot: [0.1, 0.2, 0.5, 0.6],
    percent: true,
  } as const
  expect(readLook(writeLook(look))).toEqual(look)
  // Other signs are no value of an attribute of blocks for the sanitizer.
  expect(writeLook(look)).toMatch(/^[\w .,-]+$/)
  expect(readLook(writeLook(classicLook))).toEqual(classicLook)
  expect(readLook('')).toBeNull()
  expect(readLook('classic legend_moon gap_1e99 hole_x constructor_1 __proto___2')).toEqual(classicLook)
})

test.each<[string, number[], Parameters<typeof classicScale>[1]['range'], number[]]>([
  ['ends a step after a value that is near the end', [1, 5], [], [0, 1, 2, 3, 4, 5, 6]],
  ['begins at zero', [20, 43], [], [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50]],
  ['begins above zero where the values differ little', [96, 99], [], [95.5, 96, 96.5, 97, 97.5, 98, 98.5, 99, 99.5]],
  ['has the limits and the step that are set', [3, 8], [2, 10, 4], [2, 6, 10]],
  ['ignores a highest value below the lowest', [3, 8], [4, 2, 2], [4, 6, 8, 10]],
  ['without values is from 0 to 1', [], [0, null, 0.5], [0, 0.5, 1, 1.5]],
])('an axis %s', (_, values, range, ticks) => {
  expect(classicScale(values, { range, most: 10, zero: true, close: false }).ticks).toEqual(ticks)
})

test('labels below an axis are broken between words, and slanted only where a word is too wide', () => {
  const names = ['High School or Less', 'Some College', 'Bachelor']
  const at = (band: number) => axisLabels(names, band, 10, false)
  expect([at(200), at(80), at(20)].map(({ isSlanted, lines }) => [isSlanted, lines[0]])).toEqual([
    [false, ['High School or Less']],
    [false, ['High School or', 'Less']],
    [true, ['High School or Less']],
  ])
  expect(at(80).height).toBeCloseTo(at(200).height * 2)
})

test('an export has no limit of an axis that is ignored', () => {
  const range = (look: string) => {
    const [item] = chartExporter.refine!({ props: { ...base, look } } as never, [{ kind: 'chart' } as never])
    return item?.kind === 'chart' ? item.data?.classic?.range : undefined
  }
  expect([range('classic range_4,2,1'), range('classic range_2,4,1')]).toEqual([
    [4, null, 1],
    [2, 4, 1],
  ])
})

test('a chart of any data, look and size is drawn with finite numbers', () => {
  const cell = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.constantFrom('', '0', '-1', '1e14', '1,5', 'x'),
  )
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(-1, 0, 1, 1e14, -1e14, 1e-9),
  )
  const look = fc.record({
    range: fc.array(fc.option(number), { maxLength: 3 }),
    plot: fc.constantFrom<number[]>([], [0.1, 0.1, 0.5, 0.5], [0, 0, 0, 0]),
    ...{ gap: number, overlap: number, angle: number, hole: number, lines: fc.integer({ min: -3, max: 9 }) },
    ...{
      radar: fc.boolean(),
      decimals: fc.integer({ min: -1, max: 30 }),
      percent: fc.boolean(),
      area: fc.boolean(),
      edges: fc.boolean(),
      dots: fc.boolean(),
      joined: fc.boolean(),
    },
  })
  const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 })
  const size = fc.constantFrom([40, 40], [640, 400], [900, 60])
  fc.assert(
    fc.property(fc.constantFrom(...chartKinds), rows, look, fc.boolean(), size, (kind, body, some, stacked, [w, h]) => {
      const props = { ...base, kind, stacked, cells: [['', 'a', 'b'], ...body] }
      const markup = drawChart({ ...props, look: writeLook({ ...classicLook, ...some }) }, w!, h!, 18)
      expect(markup.match(/NaN|Infinity|undefined/)).toBeNull()
    }),
    { numRuns: 300 },
  )
})

test.each(chartKinds)('a chart of the kind %s without series or categories is drawn with finite numbers', (kind) => {
  for (const empty of [
    [],
    [['']],
    [['', 'a']],
    [['x'], ['y']],
    [
      ['', ''],
      ['', ''],
    ],
  ]) {
    for (const look of ['classic', 'classic legend_top edges', 'classic area percent shares', 'classic radar']) {
      for (const stacked of [false, true]) {
        const markup = draw({ kind, cells: empty, look, stacked, values: true })
        expect(markup.match(/NaN|Infinity|undefined/), JSON.stringify({ empty, look })).toBeNull()
      }
    }
  }
})

test('a radar has its categories around a center, and its lines end where they begin', () => {
  const radar = {
    kind: 'line',
    look: 'classic radar dots',
    cells: [...cells, ['East', '3', '3'], ['West', '5', '2']],
  } as const
  const markup = draw({ ...radar, legend: false })
  expect(labelsIn(markup)).toEqual(expect.arrayContaining(['0', '6', 'North', 'South', 'East', 'West']))
  const [north, south, west] = ['North', 'South', 'West'].map((name) => placeOf(markup, name)) as [
    number,
    number,
    number,
  ]
  expect([south > north, west < north]).toEqual([true, true])
  const [, line = ''] = /<path d="(M[^"]*)" fill="none"/.exec(markup) ?? []
  const points = line.slice(1).split('L')
  expect([points.length, points.at(-1)]).toEqual([5, points[0]])
  const filled = { ...radar, cells: [...cells, ['East', '4.35', '3']], look: 'classic radar area', values: true }
  expect(labelsIn(draw(filled))).toContain('4.35')
})

test('axes have labels where the look says so, and values as many decimals', () => {
  const rough = {
    values: true,
    cells: [
      ['', 'One'],
      ['North', '4.25'],
      ['South', '2'],
    ],
  }
  expect(labelsIn(draw({ ...rough, look: 'classic decimals_1' }))).toEqual(
    expect.arrayContaining(['4.3', '2.0', 'North']),
  )
  const units = [
    ['', 'One', 'Two'],
    ['North', '25%', '-$3'],
  ]
  expect(labelsIn(draw({ values: true, cells: units, look: 'classic decimals_1' }))).toEqual(
    expect.arrayContaining(['25.0%', '-$3.0']),
  )
  expect(labelsIn(draw({ ...rough, look: 'classic labels_y' }))).toEqual(expect.not.arrayContaining(['North']))
  expect(labelsIn(draw({ ...rough, look: 'classic labels_x', values: false }))).toEqual(['North', 'South', 'One'])
})

test('the legend is at the side that the look names', () => {
  const [right, left] = [draw({ look: 'classic' }), draw({ look: 'classic legend_left' })]
  expect(placeOf(right, 'Two')).toBeGreaterThan(560)
  expect(placeOf(left, 'Two')).toBeLessThan(60)
  expect(draw({ look: 'classic', legend: false })).not.toContain('Two')
})

test('columns of a stack in percent end at 100 %', () => {
  const labels = labelsIn(draw({ look: 'classic percent', stacked: true }))
  expect(labels).toContain('100%')
  expect(labels).not.toContain('110%')
})

test('slices are labeled with shares or values as set, and rings have a hole', () => {
  const pie = { kind: 'pie', cells: cells.map((row) => row.slice(0, 2)) } as const
  expect(labelsIn(draw({ ...pie, look: 'classic' }))).toEqual(['North', 'South'])
  expect(labelsIn(draw({ ...pie, look: 'classic shares' }))).toContain('67%')
  expect(labelsIn(draw({ ...pie, look: 'classic shares', values: true }))).toContain('4')
  expect(draw({ ...pie, look: 'classic hole_50' }).match(/A/g)).toHaveLength(4)
})

test('bars begin at the bottom, and the legend beside them too', () => {
  const markup = draw({ kind: 'bar', look: 'classic' })
  const y = (label: string) => Number(new RegExp(`y="([\\d.]+)"[^>]*>${label}<`).exec(markup)?.[1])
  expect(y('North')).toBeGreaterThan(y('South'))
  expect(y('One')).toBeGreaterThan(y('Two'))
})
