import { type ChartData, numberIn } from './chart-data.ts'
import { drawChart } from './draw-chart.ts'
import { drawGraph } from './draw-graph.ts'
import { drawSequence } from './draw-sequence.ts'
import { readFlowchart } from './flowchart-text.ts'
import { statementsOf } from './graph.ts'
import { readSequence } from './sequence-text.ts'
import { readStates } from './state-text.ts'
import type { DrawnDiagram } from './svg-parts.ts'

/** Draws a Mermaid diagram; null if its kind is unsupported or it has a syntax error. */
export function drawMermaid(text: string): DrawnDiagram | null {
  const bare = text.trim().replace(/^---\n[\s\S]*?\n---\s*/, '')
  const graph = readFlowchart(bare) ?? readStates(bare)
  if (graph) return drawGraph(graph)
  const sequence = readSequence(bare)
  if (sequence) return drawSequence(sequence)
  const parts = readPie(bare)
  return parts && drawChart('pie', parts)
}

/** Reads a pie diagram: one slice per line, as in `"Cats" : 12`. */
function readPie(text: string): ChartData | null {
  const [first = '', ...rest] = statementsOf(text)
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
  const values = slices.map((slice) => (slice ? numberIn(slice[2]!) : null))
  if (slices.length === 0 || values.includes(null)) return null
  return { title: '', categories: slices.map((slice) => slice![1]!), series: [{ name: title, values }] }
}
