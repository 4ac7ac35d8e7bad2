import { Graph, layout } from '@dagrejs/dagre'
import { textWidth } from '../../blocks/text-width.ts'
import type { DiagramGraph, GraphEdge, GraphNode, NodeForm } from './graph.ts'
import { type DrawnDiagram, ink, lettering, shape, tenths } from './svg-parts.ts'

const size = 18
const margin = 8
/** The width at which labels wrap, in px of the drawing. */
const widest = 220

interface Spot {
  readonly x: number
  readonly y: number
}

interface Placed extends Spot {
  readonly width: number
  readonly height: number
}

interface PlacedEdge extends Placed {
  readonly points: readonly Spot[]
}

/** Draws a graph in layers, in the deck's colors and font. */
export function drawGraph(graph: DiagramGraph): DrawnDiagram {
  const flow = laidOut(graph)
  const { width = 0, height = 0 } = flow.graph()
  const groups = graph.groups
    .filter(({ id }) => flow.hasNode(id) && flow.children(id).length > 0)
    .map(({ id, title }) => groupFrame(flow.node(id), title))
  const byId = new Map(graph.nodes.map((node) => [node.id, node]))
  const edges = graph.edges.map((edge, index) => {
    const placed = flow.edge(leafOf(graph, edge.from), leafOf(graph, edge.to), String(index)) as PlacedEdge | undefined
    return placed ? drawnEdge(edge, placed, end(edge.from), end(edge.to)) : { line: '', label: '' }
  })
  function end(id: string): End {
    const leaf = leafOf(graph, id)
    const group = leaf === id ? null : (flow.node(id) as Placed)
    return { node: byId.get(leaf) ?? null, place: flow.node(leaf) as Placed, group }
  }
  const nodes = graph.nodes.map((node) => drawnNode(node, flow.node(node.id) as Placed))
  const markup = [...groups, ...edges.map((edge) => edge.line), ...nodes, ...edges.map((edge) => edge.label)].join('')
  return { width, height, markup, alt: altText(graph) }
}

function altText({ nodes, edges }: DiagramGraph): string {
  const names = new Map(nodes.map(({ id, label, form }) => [id, label.replaceAll('\n', ' ') || form]))
  const phrases = edges.map(({ from, to, label }) => {
    const [a, b] = [names.get(from) ?? from, names.get(to) ?? to]
    return label === '' ? `${a} to ${b}` : `${a} to ${b} (${label.replaceAll('\n', ' ')})`
  })
  const all = phrases.length > 0 ? phrases : [...names.values()]
  return `Diagram: ${all.join(', ')}`.slice(0, 480)
}

function laidOut(graph: DiagramGraph): Graph {
  const flow = new Graph({ multigraph: true, compound: true })
  flow.setGraph({ rankdir: graph.direction, nodesep: 36, ranksep: 52, marginx: margin, marginy: margin })
  for (const { id, parent } of graph.groups) {
    const title = graph.groups.find((group) => group.id === id)!.title
    // An empty group is laid out like a node.
    flow.setNode(id, { width: textWidth(title, size) + 32, height: 48 })
    if (parent !== null) flow.setParent(id, parent)
  }
  for (const node of graph.nodes) {
    flow.setNode(node.id, { ...sizeOf(node) })
    if (node.group !== null) flow.setParent(node.id, node.group)
  }
  for (const [index, edge] of graph.edges.entries()) {
    const lines = wrapped(edge.label)
    const label =
      edge.label === ''
        ? { width: 0, height: 0 }
        : { width: blockWidth(lines) + 12, height: lines.length * size * 1.25 + 6 }
    flow.setEdge(leafOf(graph, edge.from), leafOf(graph, edge.to), { ...label, labelpos: 'c' }, String(index))
  }
  layout(flow)
  return flow
}

/** The node that an edge to a group leads to in the layout, which connects only nodes: the group's first node. */
function leafOf(graph: DiagramGraph, id: string): string {
  const inside = graph.nodes.find((node) => node.group === id)?.id
  const deeper = inside ?? graph.groups.find((group) => group.parent === id)?.id
  return deeper === undefined || deeper === id ? id : leafOf(graph, deeper)
}

function blockWidth(lines: readonly string[]): number {
  return Math.max(0, ...lines.map((line) => textWidth(line, size)))
}

/** The lines of a label: its own line breaks, and wrapping at the maximum width. */
function wrapped(label: string): readonly string[] {
  return label.split('\n').flatMap((line) => {
    const lines = ['']
    for (const word of line.trim().split(/\s+/)) {
      const longer = `${lines.at(-1)} ${word}`.trim()
      if (lines.at(-1) === '' || textWidth(longer, size) <= widest) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    return lines
  })
}

function sizeOf({ form, label }: GraphNode): { readonly width: number; readonly height: number } {
  if (form === 'start' || form === 'end') return { width: 22, height: 22 }
  const lines = wrapped(label)
  const [width, height] = [blockWidth(lines), lines.length * size * 1.25]
  if (form === 'diamond') return { width: width * 1.3 + 48, height: height * 1.3 + 44 }
  if (form === 'circle') return { width: Math.max(width, height) + 34, height: Math.max(width, height) + 34 }
  const wide = form === 'hexagon' || form === 'slanted' || form === 'stadium' ? 56 : form === 'double' ? 52 : 36
  return { width: Math.max(64, width + wide), height: height + (form === 'database' ? 44 : 26) }
}

const line = { stroke: ink.text, 'stroke-width': 2 }
const filled = { fill: ink.accent, 'fill-opacity': '0.14', stroke: ink.accent, 'stroke-width': 2 }

function drawnNode(node: GraphNode, placed: Placed): string {
  const { x, y } = placed
  if (node.form === 'start') return shape('circle', { cx: x, cy: y, r: 10, fill: ink.text })
  if (node.form === 'end') {
    const ring = shape('circle', { cx: x, cy: y, r: 10, fill: 'none', ...line })
    return ring + shape('circle', { cx: x, cy: y, r: 5, fill: ink.text })
  }
  const words = lettering(wrapped(node.label), x, node.form === 'database' ? y + 7 : y, { size })
  return outline(node.form, placed) + words
}

/** The outline of a node with a label. */
function outline(form: Exclude<NodeForm, 'start' | 'end'>, { x, y, width, height }: Placed): string {
  const [left, right, top, bottom] = [x - width / 2, x + width / 2, y - height / 2, y + height / 2]
  const box = { x: left, y: top, width, height }
  switch (form) {
    case 'circle':
      return shape('circle', { cx: x, cy: y, r: width / 2, ...filled })
    case 'diamond':
      return polygon([
        [x, top],
        [right, y],
        [x, bottom],
        [left, y],
      ])
    case 'hexagon':
      return polygon([
        [left + 16, top],
        [right - 16, top],
        [right, y],
        [right - 16, bottom],
        [left + 16, bottom],
        [left, y],
      ])
    case 'slanted':
      return polygon([
        [left + 16, top],
        [right, top],
        [right - 16, bottom],
        [left, bottom],
      ])
    case 'database':
      return barrel(left, top, width, height)
    case 'double':
      return shape('rect', { ...box, rx: 4, ...filled }) + inner(left + 8, top, bottom) + inner(right - 8, top, bottom)
    default:
      return shape('rect', { ...box, rx: { box: 4, round: 12, stadium: height / 2 }[form], ...filled })
  }
}

function polygon(points: readonly (readonly [number, number])[]): string {
  return shape('polygon', {
    points: points.map(([a, b]) => `${tenths(a)},${tenths(b)}`).join(' '),
    'stroke-linejoin': 'round',
    ...filled,
  })
}

function inner(x: number, y1: number, y2: number): string {
  return shape('line', { x1: x, y1, x2: x, y2, stroke: ink.accent, 'stroke-width': 2 })
}

function barrel(left: number, top: number, width: number, height: number): string {
  const [rx, ry] = [tenths(width / 2), '8']
  const [a, b] = [`${tenths(left)} ${tenths(top + 8)}`, `${tenths(left + width)} ${tenths(top + 8)}`]
  const down = tenths(height - 16)
  const body = `M ${a} A ${rx} ${ry} 0 0 1 ${b} v ${down} A ${rx} ${ry} 0 0 1 ${tenths(left)} ${tenths(top + height - 8)} Z`
  return (
    shape('path', { d: body, ...filled }) +
    shape('path', { d: `M ${a} A ${rx} ${ry} 0 0 0 ${b}`, fill: 'none', stroke: ink.accent, 'stroke-width': 2 })
  )
}

function groupFrame(
  { x = 0, y = 0, width, height }: Partial<Spot> & { width: number; height: number },
  title: string,
): string {
  const [left, top] = [x - width / 2, y - height / 2]
  const frame = {
    x: left,
    y: top,
    width,
    height,
    rx: 8,
    fill: ink.text,
    'fill-opacity': '0.05',
    stroke: ink.text,
    'stroke-opacity': '0.4',
  }
  const name = lettering([title], left + 10, top + 15, { size: size - 2, anchor: 'start', bold: true, opacity: 0.75 })
  return shape('rect', { ...frame, 'stroke-width': 1.5 }) + name
}

/** An end of an edge: at a node, or at the frame of its group. */
interface End {
  readonly node: GraphNode | null
  readonly place: Placed
  readonly group: Placed | null
}

function drawnEdge(
  edge: GraphEdge,
  placed: PlacedEdge,
  from: End,
  to: End,
): { readonly line: string; readonly label: string } {
  if (edge.stroke === 'unseen') return { line: '', label: '' }
  const inside = ({ group }: End, spot: Spot): boolean => group !== null && isIn(group, spot)
  const between = placed.points.slice(1, -1).filter((spot) => !inside(from, spot) && !inside(to, spot))
  const first = edgeOf(from, between[0] ?? to.place)
  const last = edgeOf(to, between.at(-1) ?? from.place)
  // A bend close to the end would misdirect the arrowhead.
  const isClear = ({ x, y }: Spot): boolean => [first, last].every((one) => Math.hypot(one.x - x, one.y - y) > 14)
  const spots = [first, ...between.filter(isClear), last]
  const dashes: Readonly<Record<string, string>> = edge.stroke === 'dotted' ? { 'stroke-dasharray': '3 6' } : {}
  const stroke = {
    fill: 'none',
    ...line,
    'stroke-width': edge.stroke === 'thick' ? 4 : 2,
    'stroke-linecap': 'round',
    ...dashes,
  }
  const heads = (edge.head ? arrow(spots.at(-2)!, last) : '') + (edge.tail ? arrow(spots[1]!, first) : '')
  return { line: shape('path', { d: smooth(spots), ...stroke }) + heads, label: edgeLabel(edge, onLine(spots, placed)) }
}

/** The label of an edge, on the slide's background color so that the line does not cross the text. */
function edgeLabel({ label }: GraphEdge, { x, y }: Spot): string {
  if (label === '') return ''
  const lines = wrapped(label)
  const [width, height] = [(blockWidth(lines) * (size - 2)) / size + 8, lines.length * size * 1.25]
  const ground = { x: x - width / 2, y: y - height / 2, width, height, rx: 4, fill: ink.ground }
  return shape('rect', ground) + lettering(lines, x, y, { size: size - 2 })
}

/** The point of the curve through `spots` that is closest to a point beside it; see smooth. */
function onLine(spots: readonly Spot[], { x, y }: Spot): Spot {
  const far = (index: number): number => Math.hypot(spots[index]!.x - x, spots[index]!.y - y)
  const bends = spots.slice(1, -1).map((_, index) => index + 1)
  const [start, end] = [spots[0]!, spots.at(-1)!]
  if (bends.length === 0) return { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }
  const bend = bends.reduce((best, index) => (far(index) < far(best) ? index : best))
  const halfway = (other: number): Spot => {
    if (other === 0 || other === spots.length - 1) return spots[other]!
    return { x: (spots[bend]!.x + spots[other]!.x) / 2, y: (spots[bend]!.y + spots[other]!.y) / 2 }
  }
  const [a, b, control] = [halfway(bend - 1), halfway(bend + 1), spots[bend]!]
  return { x: (a.x + 2 * control.x + b.x) / 4, y: (a.y + 2 * control.y + b.y) / 4 }
}

/** A smooth path from the first spot to the last, which passes close to those between. */
function smooth(spots: readonly Spot[]): string {
  const at = ({ x, y }: Spot): string => `${tenths(x)} ${tenths(y)}`
  const middle = (a: Spot, b: Spot): Spot => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
  const curves = spots.slice(1, -1).map((spot, index) => {
    const next = spots[index + 2]!
    return `Q ${at(spot)} ${at(index + 3 === spots.length ? next : middle(spot, next))}`
  })
  return `M ${at(spots[0]!)} ${spots.length === 2 ? `L ${at(spots[1]!)}` : curves.join(' ')}`
}

/** An arrowhead at `tip` that points away from `from`. */
export function arrow(from: Spot, tip: Spot): string {
  const length = Math.hypot(tip.x - from.x, tip.y - from.y) || 1
  const [x, y] = [(tip.x - from.x) / length, (tip.y - from.y) / length]
  const corner = (side: number): string =>
    `${tenths(tip.x - x * 12 + y * 6 * side)},${tenths(tip.y - y * 12 - x * 6 * side)}`
  const points = `${tenths(tip.x)},${tenths(tip.y)} ${corner(1)} ${corner(-1)}`
  return shape('polygon', { points, fill: ink.text })
}

function isIn({ x, y, width, height }: Placed, spot: Spot): boolean {
  return Math.abs(spot.x - x) < width / 2 && Math.abs(spot.y - y) < height / 2
}

/** The point where an edge from `other` to a node's center meets the node's outline, or the frame of its group. */
function edgeOf({ node, place, group }: End, other: Spot): Spot {
  if (group && !isIn(group, other)) {
    // Bisection: 16 steps are exact to a fraction of a pixel.
    let [out, within]: [Spot, Spot] = [other, place]
    for (let step = 0; step < 16; step++) {
      const middle = { x: (out.x + within.x) / 2, y: (out.y + within.y) / 2 }
      if (isIn(group, middle)) within = middle
      else out = middle
    }
    return out
  }
  const [x, y] = [other.x - place.x, other.y - place.y]
  const [halfWidth, halfHeight] = [place.width / 2, place.height / 2]
  const form = node?.form ?? 'box'
  const part =
    form === 'diamond'
      ? 1 / (Math.abs(x) / halfWidth + Math.abs(y) / halfHeight || 1)
      : form === 'circle' || form === 'start' || form === 'end'
        ? 1 / Math.hypot(x / halfWidth, y / halfHeight)
        : Math.min(halfWidth / Math.abs(x || 1e-9), halfHeight / Math.abs(y || 1e-9))
  const reach = Number.isFinite(part) ? part : 0
  return { x: place.x + x * reach, y: place.y + y * reach }
}
