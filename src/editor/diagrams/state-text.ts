import { type DiagramGraph, directionOf, GraphDraft, labelText, statementsOf } from './graph.ts'

const id = String.raw`(\[\*\]|[\p{L}\p{N}_.-]+)`
const transition = new RegExp(String.raw`^${id}\s*-->\s*${id}\s*(?::\s*(.*))?$`, 'u')

/** Parses a Mermaid state diagram; null if it contains a syntax error. Notes are skipped. */
export function readStates(text: string): DiagramGraph | null {
  const [first = '', ...rest] = statementsOf(text)
  if (!/^stateDiagram(-v2)?$/.test(first)) return null
  const draft = new GraphDraft()
  let inNote = false
  for (const statement of rest) {
    if (inNote) inNote = statement !== 'end note'
    else if (/^note\b/.test(statement)) inNote = !statement.includes(':')
    else if (!readStatement(draft, statement)) return null
  }
  return draft.graph().nodes.length > 0 ? draft.graph() : null
}

function readStatement(draft: GraphDraft, statement: string): boolean {
  const direction = /^direction\s+(\w\w)$/.exec(statement)
  if (direction) {
    if (draft.group === null) draft.direction = directionOf(direction[1])
    return true
  }
  if (statement === '}' || /^(--|classDef|class|style|hide|scale)\b/.test(statement) || statement === '--') {
    if (statement === '}') draft.end()
    return true
  }
  return readTransition(draft, statement) || readState(draft, statement)
}

function readTransition(draft: GraphDraft, statement: string): boolean {
  const [, from, to, label = ''] = transition.exec(statement) ?? []
  if (from === undefined || to === undefined) return false
  const ends = { from: state(draft, from, 'start'), to: state(draft, to, 'end') }
  draft.edges.push({ ...ends, label: labelText(label), stroke: 'solid', tail: false, head: true })
  return true
}

function readState(draft: GraphDraft, statement: string): boolean {
  const group = /^state\s+(?:"([^"]*)"\s+as\s+)?(\S+)\s*\{$/.exec(statement)
  if (group) {
    draft.begin(group[2]!, labelText(group[1] ?? group[2]!))
    return true
  }
  const choice = /^state\s+(\S+)\s*<<(\w+)>>$/.exec(statement)
  if (choice) {
    draft.node(choice[1]!, { label: '', form: 'diamond' })
    return true
  }
  const named = /^state\s+"([^"]*)"\s+as\s+(\S+)$/.exec(statement)
  if (named) draft.node(named[2]!, { label: labelText(named[1]!), form: 'round' })
  const plain = named ? null : /^(?:state\s+)?([\p{L}\p{N}_.-]+)\s*(?::\s*(.+))?$/u.exec(statement)
  if (plain) draft.node(plain[1]!, { form: 'round', ...(plain[2] ? { label: labelText(plain[2]) } : {}) })
  return named !== null || plain !== null
}

/** Adds a state. Each group has its own start and end dots. */
function state(draft: GraphDraft, written: string, dot: 'start' | 'end'): string {
  if (written === '[*]') return draft.node(`${dot} ${draft.group ?? ''}`, { label: '', form: dot })
  return draft.has(written) ? draft.node(written) : draft.node(written, { form: 'round' })
}
