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
const saidLink = /\s*(?:([<ox])(?=[-=]))?(--|==|-\.)\s*([^\s>.=-].*?)\s*(-{2,}|={2,}|\.+-)(>|[ox](?=[\s|]|$))?\s*/y

/** What a flowchart's text says of looks, clicks and readers of screens: not drawn. */
const skipped = /^(style|classDef|class|linkStyle|click|accTitle|accDescr)\b/

/** Reads a Mermaid flowchart. Null when there is something in it that is none. */
export function readFlowchart(text: string): DiagramGraph | null {
  const [first = '', ...rest] = statementsOf(text)
  const head = /^(?:graph|flowchart(?:-elk)?)\b\s*(TB|TD|BT|LR|RL)?\s*;?(.*)$/.exec(first)
  if (!head) return null
  const draft = new GraphDraft()
  draft.direction = directionOf(head[1])
  const statements = [head[2]!, ...rest].flatMap(parted).filter((statement) => statement !== '')
  return statements.every((statement) => readStatement(draft, statement)) && draft.graph().nodes.length > 0
    ? draft.graph()
    : null
}

/** Statements on one line, at the semicolons that are not in a label. */
function parted(line: string): readonly string[] {
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
    const words = labelText(title ?? `${id} ${more}`)
    draft.begin(id === '' ? words : id, words)
    return true
  }
  return readChain(draft, statement)
}

/** `A & B --> C -->|so| D`: from all of each set to all of the next. */
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

function take(pattern: RegExp, at: Place): RegExpExecArray | null {
  pattern.lastIndex = at.place
  const match = pattern.exec(at.text)
  if (match) at.place = pattern.lastIndex
  return match
}

function readSet(draft: GraphDraft, at: Place): readonly string[] | null {
  const set: string[] = []
  do {
    const node = readNode(draft, at)
    if (node === null) return null
    set.push(node)
  } while (take(/\s*&\s*/y, at))
  take(/\s+/y, at)
  return set
}

function readNode(draft: GraphDraft, at: Place): string | null {
  const id = take(name, at)?.[0]
  if (id === undefined) return null
  const said = readForm(at)
  if (said === null) return null
  draft.node(id, said)
  take(/:::[\w-]+/y, at)
  return id
}

/** The brackets after a name, with the label in them; nothing when there are none, null when they don't close. */
function readForm(at: Place): Partial<{ label: string; form: NodeForm }> | null {
  const described = take(/@\{([^}]*)\}/y, at)
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
  const plain = take(plainLink, at)
  if (plain) {
    const line = plain[2] ?? plain[4]!
    return { label: labelText(plain[5] ?? ''), stroke: strokeOf(line), tail: !!plain[1], head: !!plain[3] }
  }
  const said = take(saidLink, at)
  return said && { label: labelText(said[3]!), stroke: strokeOf(said[2]!), tail: !!said[1], head: !!said[5] }
}

function strokeOf(line: string): GraphEdge['stroke'] {
  if (line.startsWith('~')) return 'unseen'
  return line.startsWith('=') ? 'thick' : line.includes('.') ? 'dotted' : 'solid'
}
