/** The shape of a node. `start` and `end` are the dots of a state diagram. */
export type NodeForm =
  | 'box'
  | 'round'
  | 'stadium'
  | 'circle'
  | 'diamond'
  | 'hexagon'
  | 'slanted'
  | 'database'
  | 'double'
  | 'start'
  | 'end'

/** A node of a graph. */
export interface GraphNode {
  readonly id: string
  readonly label: string
  readonly form: NodeForm
  /** The id of its group; null if none. */
  readonly group: string | null
}

/** An edge between two nodes or groups. */
export interface GraphEdge {
  readonly from: string
  readonly to: string
  readonly label: string
  readonly stroke: 'solid' | 'dotted' | 'thick' | 'unseen'
  readonly tail: boolean
  readonly head: boolean
}

/** A group of nodes with a frame and a title. */
export interface GraphGroup {
  readonly id: string
  readonly title: string
  readonly parent: string | null
}

/** A graph. Direction `TB` is from top to bottom, `LR` from left to right. */
export interface DiagramGraph {
  readonly direction: 'TB' | 'BT' | 'LR' | 'RL'
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  readonly groups: readonly GraphGroup[]
}

/**
 * Builds a graph while its text is parsed. A repeated id is the same node, and later properties override earlier
 * ones.
 */
export class GraphDraft {
  direction: DiagramGraph['direction'] = 'TB'
  readonly edges: GraphEdge[] = []
  readonly #nodes = new Map<string, GraphNode>()
  readonly #groups = new Map<string, GraphGroup>()
  readonly #open: string[] = []

  /** The innermost open group; null if none. */
  get group(): string | null {
    return this.#open.at(-1) ?? null
  }

  begin(id: string, title: string): void {
    this.#groups.set(id, { id, title, parent: this.group })
    this.#nodes.delete(id)
    this.#open.push(id)
  }

  end(): void {
    this.#open.pop()
  }

  /** Adds a node or updates its properties. */
  node(id: string, properties: Partial<Pick<GraphNode, 'label' | 'form'>> = {}): string {
    if (this.#groups.has(id)) return id
    const existing = this.#nodes.get(id) ?? { id, label: id, form: 'box', group: null }
    this.#nodes.set(id, { ...existing, ...properties, group: existing.group ?? this.group })
    return id
  }

  /** Whether there is a node or group with this id. The first mention of a node determines its shape. */
  has(id: string): boolean {
    return this.#nodes.has(id) || this.#groups.has(id)
  }

  graph(): DiagramGraph {
    return {
      direction: this.direction,
      nodes: [...this.#nodes.values()],
      edges: this.edges,
      groups: [...this.#groups.values()],
    }
  }
}

/** Parses a direction; TD is TB. */
export function directionOf(word: string | undefined): DiagramGraph['direction'] {
  return word === 'LR' || word === 'RL' || word === 'BT' ? word : 'TB'
}

/** The text of a label without quotes, markup and entities. Line breaks become '\n'. */
export function labelText(written: string): string {
  const text = written
    .trim()
    .replace(/^"([\s\S]*)"$/, '$1')
    .replace(/^`([\s\S]*)`$/, '$1')
  return text
    .replace(/<br\s*\/?>|\\n/gi, '\n')
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(/\*\*|__/g, '')
    .replace(/#quot;|&quot;/g, '"')
    .replace(/#35;/g, '#')
    .replace(/&lt;|#lt;/g, '<')
    .replace(/&gt;|#gt;/g, '>')
    .replace(/&amp;|#amp;/g, '&')
    .trim()
}

/** The statements of a diagram, one per line, without comments and settings. */
export function statementsOf(text: string): readonly string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/%%\{[\s\S]*?\}%%/g, '')
    .split('\n')
    .filter((line) => !line.trim().startsWith('%%'))
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
