import { describe, expect, test } from 'vitest'
import { drawingFrom } from '../../blocks/image/drawing.ts'
import { blockDataAttributes } from '../../blocks/index.ts'
import { sanitize } from '../../document/sanitize/sanitize.ts'
import { chartDataOf, numberIn } from './chart-data.ts'
import { drawChart, scaleFor } from './draw-chart.ts'
import { drawMermaid } from './draw-mermaid.ts'
import { readFlowchart } from './flowchart-text.ts'
import { readSequence } from './sequence-text.ts'
import { readStates } from './state-text.ts'

const sales = [
  ['Region', 'Sales', 'Note', 'Costs'],
  ['North', '1,200', 'a', '€ 9'],
  ['South', '750', 'b', ''],
]

describe('the numbers of a table', () => {
  test('numbers in common notations are parsed', () => {
    const written = [
      '12',
      '-3.5',
      '1,234',
      '1,234,567.5',
      '1.234.567,5',
      '3,5',
      '€ 1 200',
      '40 %',
      '\u22127',
      '12 km',
      '',
      'abc',
      '.5',
    ]
    const read = [12, -3.5, 1234, 1_234_567.5, 1_234_567.5, 3.5, 1200, 40, -7, null, null, null, 0.5]
    expect(written.map(numberIn)).toEqual(read)
  })

  test('columns of numbers become series named by their headings, with gaps, and text names the categories', () => {
    expect(chartDataOf(sales)).toEqual({
      title: 'Region',
      categories: ['North', 'South'],
      series: [
        { name: 'Sales', values: [1200, 750] },
        { name: 'Costs', values: [9, null] },
      ],
    })
    expect(chartDataOf(sales.slice(1))?.series[0]).toEqual({ name: '', values: [1200, 750] })
  })

  test('a first column of years names the rows', () => {
    const data = chartDataOf([
      ['Year', 'People'],
      ['2020', '5'],
      ['2021', '8'],
    ])
    expect(data).toMatchObject({ title: 'Year', categories: ['2020', '2021'], series: [{ name: 'People' }] })
  })

  test('a table with fewer than two rows of numbers gives no chart', () => {
    expect(
      chartDataOf([
        ['a', 'b'],
        ['c', 'd'],
      ]),
    ).toBe(null)
    expect(chartDataOf([['a', '1']])).toBe(null)
  })
  test('years are used as headings, unless the numbers below are years too', () => {
    const years = ['Region', '2024', '2025']
    const named = chartDataOf([years, ['North', '12', '18'], ['South', '7', '9']])
    expect(named?.series.map(({ name }) => name)).toEqual(['2024', '2025'])
    expect(named?.categories).toEqual(['North', 'South'])
    const founded = chartDataOf([
      ['North', '1904', '1911'],
      ['South', '1950', '1951'],
    ])
    expect(founded?.categories).toEqual(['North', 'South'])
  })
})

describe('a chart', () => {
  test('the axis of a chart has round numbers and includes all values and zero', () => {
    expect(scaleFor([3, 12])).toEqual({ from: 0, to: 15, step: 5 })
    expect(scaleFor([-3, 11])).toEqual({ from: -5, to: 15, step: 5 })
    expect(scaleFor([0.02, 0.07])).toMatchObject({ from: 0, to: 0.08, step: 0.02 })
    expect(scaleFor([0])).toEqual({ from: 0, to: 1, step: 0.2 })
  })

  test('columns are drawn in proportion to the values, which the alternative text describes', () => {
    const { markup, alt } = drawChart('columns', chartDataOf(sales)!)
    const heights = [...markup.matchAll(/<rect x="[^"]+" y="[^"]+" width="[^"]+" height="([^"]+)" rx="2"/g)].map(
      (one) => Number(one[1]),
    )
    expect(heights).toHaveLength(3)
    expect(heights[0]! / heights[1]!).toBeCloseTo(1200 / 750, 2)
    expect(alt).toBe('Column chart of Sales, Costs by Region: North 1,200 / 9, South 750 / –')
  })

  test('a line is interrupted at a missing value', () => {
    const rows = ['1', '2', '', '4', '5'].map((value, index) => [`c${index}`, value])
    expect(drawChart('lines', chartDataOf(rows)!).markup.match(/<polyline/g)).toHaveLength(2)
  })

  test('every slice of a pie is labeled with its percentage', () => {
    const { markup } = drawChart(
      'pie',
      chartDataOf([
        ['Sun', '3'],
        ['Wind', '1'],
      ])!,
    )
    expect(markup).toContain('>Sun  75%<')
    expect(markup).toContain('>Wind  25%<')
  })
})

const flow = `---
title: Coffee
---
flowchart LR
  %% a comment
  A["Start; here"] --> B{Ready?}
  B -->|Yes| C([Go]) & D((Do))
  B -- not yet --> E[(Store)]; E -.-> B
  C ==> F-1:::loud
  classDef loud fill:#f00
  subgraph one [The team]
    C --- G>Flag]
  end`

describe('Mermaid text', () => {
  test('a flowchart is parsed with its shapes, labels, edges and groups', () => {
    const graph = readFlowchart(flow.slice(flow.indexOf('flowchart')))!
    expect(graph.direction).toBe('LR')
    expect(graph.nodes.map(({ id, label, form }) => `${id} ${form} ${label}`)).toEqual([
      'A box Start; here',
      'B diamond Ready?',
      'C stadium Go',
      'D circle Do',
      'E database Store',
      'F-1 box F-1',
      'G box Flag',
    ])
    expect(
      graph.edges.map(({ from, to, label, stroke, head }) => `${from}${head ? '>' : '-'}${to} ${stroke} ${label}`),
    ).toEqual([
      'A>B solid ',
      'B>C solid Yes',
      'B>D solid Yes',
      'B>E solid not yet',
      'E>B dotted ',
      'C>F-1 thick ',
      'C-G solid ',
    ])
    expect(graph.groups).toEqual([{ id: 'one', title: 'The team', parent: null }])
    expect(graph.nodes.find(({ id }) => id === 'G')?.group).toBe('one')
  })

  test('a state diagram has start and end nodes, separate in every composite state', () => {
    const graph = readStates(
      'stateDiagram-v2\n[*] --> Still\nStill --> Moving : push\nstate Moving {\n[*] --> Slow\n}\nMoving --> [*]',
    )!
    expect(graph.nodes.filter(({ form }) => form === 'start')).toHaveLength(2)
    expect(graph.nodes.filter(({ form }) => form === 'end')).toHaveLength(1)
    expect(graph.edges[1]).toMatchObject({ from: 'Still', to: 'Moving', label: 'push' })
    expect(graph.groups).toMatchObject([{ id: 'Moving' }])
  })

  test('a sequence diagram is parsed with participants, messages, notes and frames', () => {
    const text =
      'sequenceDiagram\nactor A as Ann\nA->>B: Hello\nB-->>A: Hi<br>there\nNote over A,B: friends\nloop daily\nA-xB: no\nend'
    const { participants, steps } = readSequence(text)!
    expect(participants).toEqual([
      { id: 'A', label: 'Ann', isPerson: true },
      { id: 'B', label: 'B', isPerson: false },
    ])
    expect(steps.map((step) => step.kind)).toEqual(['message', 'message', 'note', 'begin', 'message', 'end'])
    expect(steps[1]).toMatchObject({ from: 'B', to: 'A', text: 'Hi\nthere', dashed: true, head: 'arrow' })
  })

  test('Mermaid text with a syntax error or of an unsupported kind is not drawn', () => {
    expect(drawMermaid('flowchart TD\n  A[open --> B')).toBe(null)
    expect(drawMermaid('sequenceDiagram\n  A->>B: x\n  loop forever')).toBe(null)
    expect(drawMermaid('gantt\n  title A plan\n  section One')).toBe(null)
    expect(drawMermaid('pie\n  "a" : many')).toBe(null)
  })
})

describe('the sanitizer', () => {
  const states = 'stateDiagram-v2\ndirection LR\n[*] --> A\nA --> B : go <on>\nstate B {\nC --> D\n}\nB --> [*]'
  const talk =
    'sequenceDiagram\nautonumber\nA->>B: "Hi" & so on\nB->>B: thinks\nalt well\nB-->>A: ok\nelse ill\nB-xA: no\nend\nNote left of A: x'
  const rows: readonly (readonly [
    string,
    { readonly markup: string; readonly width: number; readonly height: number } | null,
  ])[] = [
    ['a flow', drawMermaid(flow)],
    [
      'an unusual flow',
      drawMermaid('graph TD;A-->A;A~~~B\nsubgraph S\nend\nS-->A;A<-->C{{"six"}};C-->D[/in/];D-->E[[sub]]'),
    ],
    ['states', drawMermaid(states)],
    ['a sequence', drawMermaid(talk)],
    ['a pie', drawMermaid('pie showData title Pets\n"Dogs" : 3\n"Cats & co" : 1')],
    ['columns', drawChart('columns', chartDataOf(sales)!)],
    ['lines', drawChart('lines', chartDataOf(sales)!)],
  ]

  test.each(rows)('the sanitizer keeps a drawing of %s unchanged', (_, drawn) => {
    expect(drawn).not.toBe(null)
    const { width, height, markup } = drawn!
    expect(markup).not.toMatch(/NaN|undefined|Infinity/)
    expect(Math.min(width, height)).toBeGreaterThan(20)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}">${markup}</svg>`
    const options = { customClasses: false, mediaHosts: [], appHosts: [], blockAttributes: blockDataAttributes }
    const { html, removed } = sanitize(svg, { context: 'import', ...options })
    expect(removed).toEqual([])
    expect(drawingFrom(html, 'm')?.markup).toBe(markup)
  })
})
