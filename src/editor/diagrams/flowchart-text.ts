import {
  type DiagramGraph,
  directionOf,
  GraphDraft,
  type GraphEdge,
  labelText,
  type NodeForm,
  statementsOf,
} from './graph.ts'

const forms: readonly (readonly [open: string, close: string, form: NodeForm])[] = [
  ['(((', ')))', 'circle'],
  ['([', '])', 'stadium'],
  ['[[', ']]', 'double'],
  ['[(', ')]', 'database'],
  ['((', '))', 'circle'],
  ['{{', '}}', 'hexagon'],
  ['[/', '/]', 'slanted'],
  ['[/', '\\]', 'slanted'],
  ['[\\', '\\]', 'slanted'],
  ['[\\', '/]', 'slanted'],
  ['[', ']', 'box'],
  ['(', ')', 'round'],
  ['{', '}', 'diamond'],
  ['>', ']', 'box'],
]

const name = /[\p{L}\p{N}_]+(?:[-.][\p{L}\p{N}_]+)*/uy
const plainLink =
  /\s*(?:([<ox])(?=[-=]))?(?:(-{2,}|-\.+-|={2,})(>|[ox](?=[\s|]|$))|(-{3,}|-\.+-|={3,}|~{3,}))\s*(?:\|([^|]*)\|)?\s*/y
const labeledLink = /\s*(?:([<ox])(?=[-=]))?(--|==|-\.)\s*([^\s>.=-].*?)\s*(-{2,}|={2,}|\.+-)(>|[ox](?=[\s|]|$))?\s*/y

/** Statements about styles, clicks and accessibility, which are not drawn. */
const skipped = /^(style|classDef|class|linkStyle|click|accTitle|accDescr)\b/

/** Parses a Mermaid flowchart; null if it contains a syntax error. */
export function readFlowchart(text: string): DiagramGraph | null {
  const [first = '', ...rest] = statementsOf(text)
  const head = /^(?:graph|flowchart(?:-elk)?)\b\s*(TB|TD|BT|LR|RL)?\s*;?(.*)$/.exec(first)
  if (!head) return null
  const draft = new GraphDraft()
  draft.direction = directionOf(head[1])
  const statements = [head[2]!, ...rest].flatMap(split).filter((statement) => statement !== '')
  return statements.every((statement) => readStatement(draft, statement)) && draft.graph().nodes.length > 0
    ? draft.graph()
    : null
}

/** Splits a line into statements at semicolons outside of labels. */
function split(line: string): readonly string[] {
  return (line.match(/(?:"[^"]*"|[^;"])+/g) ?? []).map((part) => part.trim())
}

function readStatement(draft: GraphDraft, statement: string): boolean {
  if (skipped.test(statement) || /^direction\s/.test(statement)) return true
  if (statement === 'end') {
    draft.end()
    return true
  }
  const group = /^subgraph\b\s*([^[\s"]*)\s*(?:\[(.*)\]|(.*))$/.exec(statement)
  if (group) {
    const [, id = '', title, more = ''] = group
    const label = labelText(title ?? `${id} ${more}`)
    draft.begin(id === '' ? label : id, label)
    return true
  }
  return readChain(draft, statement)
}

/** Reads a chain such as `A & B --> C -->|so| D`: edges from each node of a set to each of the next. */
function readChain(draft: GraphDraft, statement: string): boolean {
  const at = { text: statement, place: 0 }
  let before = readSet(draft, at)
  while (before && at.place < statement.length) {
    const link = readLink(at)
    const after = link && readSet(draft, at)
    if (!link || !after) return false
    for (const from of before) for (const to of after) draft.edges.push({ ...link, from, to })
    before = after
  }
  return before !== null
}

interface Place {
  readonly text: string
  place: number
}

function match(pattern: RegExp, at: Place): RegExpExecArray | null {
  pattern.lastIndex = at.place
  const found = pattern.exec(at.text)
  if (found) at.place = pattern.lastIndex
  return found
}

function readSet(draft: GraphDraft, at: Place): readonly string[] | null {
  const set: string[] = []
  do {
    const node = readNode(draft, at)
    if (node === null) return null
    set.push(node)
  } while (match(/\s*&\s*/y, at))
  match(/\s+/y, at)
  return set
}

function readNode(draft: GraphDraft, at: Place): string | null {
  const id = match(name, at)?.[0]
  if (id === undefined) return null
  const form = readForm(at)
  if (form === null) return null
  draft.node(id, form)
  match(/:::[\w-]+/y, at)
  return id
}

/** Reads the brackets after a name with their label. Empty if there are none; null if they are not closed. */
function readForm(at: Place): Partial<{ label: string; form: NodeForm }> | null {
  const described = match(/@\{([^}]*)\}/y, at)
  if (described) {
    const label = /label:\s*("[^"]*"|[^,]+)/.exec(described[1]!)?.[1]
    return label === undefined ? {} : { label: labelText(label) }
  }
  const rest = at.text.slice(at.place)
  const begun = forms.filter(([open]) => rest.startsWith(open))
  if (begun.length === 0) return {}
  for (const [open, close, form] of begun) {
    const quoted = /^\s*"[^"]*"\s*/.exec(rest.slice(open.length))
    const end = quoted ? open.length + quoted[0].length : rest.indexOf(close, open.length)
    if (end < 0 || !rest.startsWith(close, end)) continue
    at.place += end + close.length
    return { label: labelText(rest.slice(open.length, end)), form }
  }
  return null
}

function readLink(at: Place): Omit<GraphEdge, 'from' | 'to'> | null {
  const plain = match(plainLink, at)
  if (plain) {
    const line = plain[2] ?? plain[4]!
    return { label: labelText(plain[5] ?? ''), stroke: strokeOf(line), tail: !!plain[1], head: !!plain[3] }
  }
  const labeled = match(labeledLink, at)
  return (
    labeled && { label: labelText(labeled[3]!), stroke: strokeOf(labeled[2]!), tail: !!labeled[1], head: !!labeled[5] }
  )
}

function strokeOf(line: string): GraphEdge['stroke'] {
  if (line.startsWith('~')) return 'unseen'
  return line.startsWith('=') ? 'thick' : line.includes('.') ? 'dotted' : 'solid'
}
