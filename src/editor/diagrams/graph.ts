/** How a node is drawn. `start` and `end` are the dots of a state diagram. */
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

/** A thing in a graph. */
export interface GraphNode {
  readonly id: string
  readonly label: string
  readonly form: NodeForm
  /** The group it stands in; null for none. */
  readonly group: string | null
}

/** A way from one node to another. */
export interface GraphEdge {
  readonly from: string
  readonly to: string
  readonly label: string
  readonly stroke: 'solid' | 'dotted' | 'thick' | 'unseen'
  readonly tail: boolean
  readonly head: boolean
}

/** Nodes with a frame and a title around them. */
export interface GraphGroup {
  readonly id: string
  readonly title: string
  readonly parent: string | null
}

/** Nodes and the ways between them; `TB` runs downwards, `LR` to the right. */
export interface DiagramGraph {
  readonly direction: 'TB' | 'BT' | 'LR' | 'RL'
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  readonly groups: readonly GraphGroup[]
}

/** A graph while its text is read: what is named again is the same, and what is said of it later counts. */
export class GraphDraft {
  direction: DiagramGraph['direction'] = 'TB'
  readonly edges: GraphEdge[] = []
  readonly #nodes = new Map<string, GraphNode>()
  readonly #groups = new Map<string, GraphGroup>()
  readonly #open: string[] = []

  /** Where the reading is: the innermost group that has begun and not ended. */
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

  /** Names a node; `said` is what is known of it here. */
  node(id: string, said: Partial<Pick<GraphNode, 'label' | 'form'>> = {}): string {
    if (this.#groups.has(id)) return id
    const known = this.#nodes.get(id) ?? { id, label: id, form: 'box', group: null }
    this.#nodes.set(id, { ...known, ...said, group: known.group ?? this.group })
    return id
  }

  /** The form of a node that is only named is decided by the first to name it. */
  knows(id: string): boolean {
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

/** A direction as it is written: TD is TB. */
export function directionOf(word: string | undefined): DiagramGraph['direction'] {
  return word === 'LR' || word === 'RL' || word === 'BT' ? word : 'TB'
}

/** The words of a label without their quotes and marks; line breaks as '\n'. */
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

/** What is written of a diagram: without comments and settings, a statement a piece. */
export function statementsOf(text: string): readonly string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/%%\{[\s\S]*?\}%%/g, '')
    .split('\n')
    .filter((line) => !line.trim().startsWith('%%'))
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
