import { describe, expect, test } from 'vitest'
import { drawingFrom } from '../../blocks/image/drawing.ts'
import { blockDataAttributes } from '../../blocks/index.ts'
import { sanitize } from '../../document/sanitize/sanitize.ts'
import { drawMermaid, readPie } from './draw-mermaid.ts'
import { readFlowchart } from './flowchart-text.ts'
import { readSequence } from './sequence-text.ts'
import { readStates } from './state-text.ts'

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
    expect(readPie('pie\n  "a" : many')).toBe(null)
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
  ]

  test('a pie becomes the data of a chart', () => {
    expect(readPie('pie showData title Pets\n"Dogs" : 3\n"Cats & co" : 1')).toEqual({
      kind: 'pie',
      title: 'Pets',
      cells: [
        ['', 'Pets'],
        ['Dogs', '3'],
        ['Cats & co', '1'],
      ],
    })
  })

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
