import { labelText, statementsOf } from './graph.ts'

/** A participant of a sequence. */
export interface Participant {
  readonly id: string
  readonly label: string
  readonly isPerson: boolean
}

/** A step of a sequence, in order. */
export type SequenceStep =
  | {
      readonly kind: 'message'
      readonly from: string
      readonly to: string
      readonly text: string
      readonly dashed: boolean
      readonly head: 'arrow' | 'cross' | 'none'
    }
  | {
      readonly kind: 'note'
      readonly side: 'over' | 'left' | 'right'
      readonly of: readonly string[]
      readonly text: string
    }
  | { readonly kind: 'begin'; readonly word: string; readonly text: string }
  | { readonly kind: 'else'; readonly text: string }
  | { readonly kind: 'end' }

/** A parsed sequence diagram. */
export interface Sequence {
  readonly title: string
  readonly participants: readonly Participant[]
  readonly steps: readonly SequenceStep[]
  readonly numbered: boolean
}

const message = /^(.+?)\s*(<<->>|<<-->>|-->>|->>|-->|->|--x|-x|--\)|-\))\s*([+-]?)\s*(.+?)\s*:\s*(.*)$/
/** Statements about activation bars, styles and links, which are not drawn. */
const skipped = /^(activate|deactivate|link|links|properties|details|acc\w+|box|create|destroy)\b/

/** Parses a Mermaid sequence diagram; null if it contains a syntax error. */
export function readSequence(text: string): Sequence | null {
  const [first = '', ...rest] = statementsOf(text)
  if (!/^sequenceDiagram\b/.test(first)) return null
  const participants = new Map<string, Participant>()
  const steps: SequenceStep[] = []
  let [title, numbered, boxes] = ['', false, 0]
  for (const statement of rest.map((one) => one.replace(/;$/, ''))) {
    const named = /^(?:create\s+)?(participant|actor)\s+(.+?)(?:\s+as\s+(.+))?$/.exec(statement)
    if (named) {
      const [, kind, id = '', label = id] = named
      participants.set(id, { id, label: labelText(label), isPerson: kind === 'actor' })
    } else if (/^title\b/.test(statement)) title = statement.replace(/^title:?\s*/, '')
    else if (/^autonumber\b/.test(statement)) numbered = true
    else if (skipped.test(statement)) boxes += /^box\b/.test(statement) ? 1 : 0
    else if (statement === 'end' && boxes > 0 && depthOf(steps) === 0) boxes -= 1
    else {
      const step = readStep(statement)
      if (!step) return null
      steps.push(step)
      for (const id of participantsOf(step))
        if (!participants.has(id)) participants.set(id, { id, label: labelText(id), isPerson: false })
    }
  }
  const isWhole = depthOf(steps) === 0 && participants.size > 0
  return isWhole ? { title, participants: [...participants.values()], steps, numbered } : null
}

function depthOf(steps: readonly SequenceStep[]): number {
  return steps.reduce((depth, step) => depth + (step.kind === 'begin' ? 1 : step.kind === 'end' ? -1 : 0), 0)
}

function participantsOf(step: SequenceStep): readonly string[] {
  return step.kind === 'message' ? [step.from, step.to] : step.kind === 'note' ? step.of : []
}

function readStep(statement: string): SequenceStep | null {
  if (statement === 'end') return { kind: 'end' }
  const frame = /^(loop|alt|opt|par|critical|break|rect)\b\s*(.*)$/.exec(statement)
  if (frame) return { kind: 'begin', word: frame[1]!, text: frame[1] === 'rect' ? '' : labelText(frame[2]!) }
  const other = /^(?:else|and|option)\b\s*(.*)$/.exec(statement)
  if (other) return { kind: 'else', text: labelText(other[1]!) }
  const note = /^note\s+(over|left of|right of)\s+([^:]+):\s*(.*)$/i.exec(statement)
  if (note) {
    const side = note[1]!.toLowerCase().split(' ')[0] as 'over' | 'left' | 'right'
    return { kind: 'note', side, of: note[2]!.split(',').map((id) => id.trim()), text: labelText(note[3]!) }
  }
  const parts = message.exec(statement)
  if (!parts) return null
  const [, from = '', line = '', , to = '', text = ''] = parts
  const head = line.endsWith('x') ? 'cross' : line.endsWith('>>') || line.endsWith(')') ? 'arrow' : 'none'
  return { kind: 'message', from, to, text: labelText(text), dashed: line.includes('--'), head }
}
