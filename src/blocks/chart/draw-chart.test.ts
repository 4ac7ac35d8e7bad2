import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeText } from '../../document/html.ts'
import { textWidth } from '../text-width.ts'
import { chartBlock } from './block.ts'
import { type ChartProps, chartKinds } from './chart-props.ts'
import { drawChart } from './draw-chart.ts'
import { spread } from './draw-lines.ts'

const size = 18
const base = chartBlock.defaults().props

function draw(props: Partial<ChartProps>, width = 640, height = 400): string {
  return drawChart({ ...base, ...props }, width, height, size)
}

/** The labels of a chart, as boxes of their estimated size. */
function labelsOf(markup: string) {
  const pattern = /<text x="([^"]+)" y="([^"]+)"(?: text-anchor="(\w+)")? font-size="([^"]+)"[^>]*>([^<]*)<\/text>/g
  return [...markup.matchAll(pattern)].map(([, x, y, anchor, letters, text]) => {
    const width = textWidth(text!.replace(/&\w+;/g, 'x'), Number(letters))
    const left = Number(x) - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0)
    return { text: text!, left, right: left + width, bottom: Number(y), top: Number(y) - Number(letters) * 0.7 }
  })
}

type Label = ReturnType<typeof labelsOf>[number]
const covers = (a: Label, b: Label): boolean =>
  a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1

const barHeights = (markup: string): number[] =>
  [...markup.matchAll(/<path d="(M[^"]+Z)">/g)].map(([, path]) => {
    const ys = [...path!.matchAll(/[ML][-\d.]+ ([-\d.]+)|1 [-\d.]+ ([-\d.]+)/g)].map((one) => Number(one[1] ?? one[2]))
    return Math.max(...ys) - Math.min(...ys)
  })

const rows = (values: readonly string[], name = 'n') => [['', name], ...values.map((one, at) => [`c${at}`, one])]
const fifty = [
  ['Country', 'Share'],
  ...Array.from({ length: 50 }, (_, n) => [`Country ${n + 1}`, String(900 - n * 17)]),
]

describe('a chart', () => {
  test('columns are drawn in proportion to their values', () => {
    const [first, second] = barHeights(draw({ cells: rows(['1,200', '750']) }))
    expect(first! / second!).toBeCloseTo(1200 / 750, 2)
  })

  test('stacked columns are as high together as their sum', () => {
    const cells = [
      ['', 'a', 'b'],
      ['x', '10', '30'],
      ['y', '20', '20'],
    ]
    const [a1, a2, b1, b2] = barHeights(draw({ cells, stacked: true }))
    expect(a1! + b1!).toBeCloseTo(a2! + b2!, 0)
  })

  test('negative values are below the line at zero', () => {
    const markup = draw({ cells: rows(['-5', '5']) })
    expect(barHeights(markup)).toHaveLength(2)
    expect(markup).toContain('>−6</text>')
  })

  test('an empty cell draws nothing, and interrupts a line', () => {
    expect(barHeights(draw({ cells: rows(['1', '', '3']) }))).toHaveLength(2)
    const line = draw({ kind: 'line', cells: rows(['1', '2', '', '4', '5']) })
    expect(line.match(/fill="none"/g)).toHaveLength(2)
    const alone = draw({ kind: 'line', cells: rows(Array.from({ length: 60 }, (_, n) => (n === 9 ? '4' : ''))) })
    expect(alone.match(/<circle/g)).toHaveLength(1)
  })

  test('a pie lists its slices with their shares; a single one is a whole circle', () => {
    const pie = draw({
      kind: 'pie',
      cells: [
        ['', 'n'],
        ['Sun', '3'],
        ['Wind', '1'],
      ],
    })
    expect(pie).toContain('>Sun</text>')
    expect(pie).toContain('>75%</text>')
    expect(draw({ kind: 'pie', cells: rows(['0', '9', '-4']) }).match(/<circle/g)).toHaveLength(1)
  })

  test('points have the numbers of the first column as their x', () => {
    const cells = [
      ['cm', 'kg'],
      ['150', '50'],
      ['200', '90'],
      ['', '70'],
    ]
    const dots = [...draw({ kind: 'scatter', cells }).matchAll(/<circle cx="([^"]+)"/g)].map(([, x]) => Number(x))
    expect(dots).toHaveLength(2)
    expect(dots[1]! - dots[0]!).toBeGreaterThan(300)
  })

  test('each series is a fragment if the chart appears in steps', () => {
    expect(draw({ steps: true }).match(/<g class="fragment" data-l-series/g)).toHaveLength(2)
    expect(draw({})).not.toContain('fragment')
  })

  test('with text from right to left it is mirrored', () => {
    const values = ['1', '2']
    const left = draw({ cells: rows(values) })
    const right = draw({ cells: rows(values, 'سنة').map(([, ...rest], at) => [['', 'أ', 'ب'][at]!, ...rest]) })
    const tick = (markup: string) => labelsOf(markup).find(({ text }) => text === '1.5')!
    expect(tick(left).right).toBeLessThan(60)
    expect(tick(right).left).toBeGreaterThan(580)
  })

  test.each(chartKinds)('of 50 categories and long names stays readable: no label covers another (%s)', (kind) => {
    const long = [
      ['', 'Very satisfied customers in the northern region', 'Rather dissatisfied customers elsewhere'],
      ['Would you recommend our product to a friend or colleague?', '7.4', '3'],
      ['Donaudampfschifffahrtsgesellschaftskapitän', '-8.2', '4'],
    ]
    for (const cells of [fifty, long, rows(['1'])]) {
      for (const [width, height] of [
        [640, 400],
        [300, 200],
        [900, 640],
      ] as const) {
        const labels = labelsOf(draw({ kind, cells, values: true, title: 'A title' }, width, height))
        const clashes = labels.flatMap((a, at) =>
          labels.slice(at + 1).flatMap((b) => (covers(a, b) ? [[a.text, b.text]] : [])),
        )
        expect(clashes).toEqual([])
      }
    }
  })
})

test('labels at the ends of lines are moved apart, in their order', () => {
  expect(spread([50, 51, 10], 12, 0, 100)).toEqual([50, 62, 10])
  expect(spread([99, 98], 12, 0, 100)).toEqual([100, 88])
})

test('a chart of any data is drawn inside its box, with finite numbers', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.double().map(String),
    fc.integer().map(String),
  )
  const sheet = fc
    .tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 2, max: 20 }))
    .chain(([wide, high]) =>
      fc.array(fc.array(text, { minLength: wide, maxLength: wide }), { minLength: high, maxLength: high }),
    )
  const options = fc.record({
    kind: fc.constantFrom(...chartKinds),
    ...{ stacked: fc.boolean(), values: fc.boolean(), legend: fc.boolean(), title: text },
  })
  fc.assert(
    fc.property(sheet, options, fc.integer({ min: 40, max: 960 }), (cells, props, width) => {
      const markup = draw({ ...props, cells }, width, width * 0.6)
      expect(markup).not.toMatch(/NaN|Infinity|undefined/)
      for (const [, x] of markup.matchAll(/ (?:x|cx)="([^"]+)"/g)) {
        expect(Number(x)).toBeGreaterThanOrEqual(-size * 14)
        expect(Number(x)).toBeLessThanOrEqual(width + size * 14)
      }
      expect(escapeText(markup)).not.toBe('')
    }),
    { seed: 15, numRuns: 150 },
  )
})
