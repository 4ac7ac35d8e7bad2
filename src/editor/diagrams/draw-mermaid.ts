import type { ChartProps } from '../../blocks/chart/chart-props.ts'
import { numberIn } from '../../blocks/number-text.ts'
import { drawGraph } from './draw-graph.ts'
import { drawSequence } from './draw-sequence.ts'
import { readFlowchart } from './flowchart-text.ts'
import { statementsOf } from './graph.ts'
import { readSequence } from './sequence-text.ts'
import { readStates } from './state-text.ts'
import type { DrawnDiagram } from './svg-parts.ts'

/** Draws a Mermaid diagram; null if its kind is unsupported (or a pie) or it has a syntax error. */
export function drawMermaid(text: string): DrawnDiagram | null {
  const bare = bareSource(text)
  const graph = readFlowchart(bare) ?? readStates(bare)
  if (graph) return drawGraph(graph)
  const sequence = readSequence(bare)
  return sequence && drawSequence(sequence)
}

/** Reads a pie diagram as a chart: one slice per line, as in `"Cats" : 12`. Null for other text. */
export function readPie(text: string): Pick<ChartProps, 'kind' | 'title' | 'cells'> | null {
  const [first = '', ...rest] = statementsOf(bareSource(text))
  const head = /^pie\b(?:\s+showData)?(?:\s+title\s+(.*))?$/.exec(first)
  if (!head) return null
  const lines = rest.filter((line) => !/^(title\b|showData$)/.test(line))
  const title =
    head[1] ??
    rest
      .find((line) => line.startsWith('title'))
      ?.slice(5)
      .trim() ??
    ''
  const slices = lines.map((line) => /^"([^"]*)"\s*:\s*(\S+)$/.exec(line))
  if (slices.length === 0 || slices.some((slice) => !slice || numberIn(slice[2]!) === null)) return null
  return { kind: 'pie', title, cells: [['', title], ...slices.map((slice) => [slice![1]!, slice![2]!])] }
}

/** A diagram's source without its front matter. */
const bareSource = (text: string): string => text.trim().replace(/^---\n[\s\S]*?\n---\s*/, '')
