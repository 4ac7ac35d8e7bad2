import { type BlockList, definitionOf } from '../block-list.ts'
import type { Block, Frame, SlideId } from '../deck-model.ts'
import type { BlockOp, EditText } from './op.ts'
import { OpError } from './op-error.ts'
import { renderRich, richUnits } from './rich-text.ts'
import {
  applyDelta,
  areSameUnits,
  deltaBetween,
  plainText,
  plainUnits,
  type TextDelta,
  type TextUnit,
} from './text-delta.ts'

/** The names of all fields. */
export const fieldPattern =
  /^(place|size|rotation|name|locked|fragment|classes|(style|attributes|props)\.(?!__)[\w:.-]+)$/

/** Fields with a value of their own. The others are one declaration, attribute or property: `style.color`. */
const whole = ['name', 'locked', 'fragment', 'classes'] as const
/** Parts of the frame, each changed by one gesture. */
const frameParts = { place: ['x', 'y'], size: ['width', 'height'], rotation: ['rotation'] } as const
const lists = ['style', 'attributes'] as const

/**
 * The changes of a block's fields, or null if they cannot be expressed: another type, or markup in the slide's flow, whose
 * id depends on its content.
 */
export function fieldsBetween(slide: SlideId, before: Block, after: Block, blocks: BlockList): BlockOp[] | null {
  if (before === after) return []
  if (before.type !== after.type || !before.frame || !after.frame) return null
  const { id } = after
  const ops: BlockOp[] = []
  const set = (field: string, value: unknown): void => {
    ops.push({ kind: 'set', slide, block: id, field, ...(value === undefined ? {} : { value }) })
  }
  for (const [field, names] of Object.entries(frameParts)) {
    const [old, next] = [before.frame, after.frame].map((frame) => pick(frame, names))
    if (!isSame(old, next)) set(field, next)
  }
  for (const field of whole) if (!isSame(before[field], after[field])) set(field, after[field])
  for (const list of lists) {
    for (const [name, value] of changedEntries(before[list], after[list])) set(`${list}.${name}`, value)
  }
  for (const [name, value] of changedEntries(Object.entries(propsOf(before)), Object.entries(propsOf(after)))) {
    const delta = textChange(textKind(before, name, blocks), propsOf(before)[name], value)
    if (delta) ops.push({ kind: 'text', slide, block: id, field: `props.${name}`, delta })
    else set(`props.${name}`, value)
  }
  return ops
}

/** Applies a change of a field. Throws OpError if there is no such field, or if a change of a text does not fit. */
export function withField(block: Block, op: BlockOp, blocks: BlockList): Block {
  if (!block.frame) throw new OpError('Markup in the flow of a slide has no fields')
  const { field } = op
  if (op.kind === 'text') return withText(block, op, blocks)
  if (Object.hasOwn(frameParts, field)) {
    return { ...block, frame: { ...block.frame, ...pick(op.value, frameParts[field as keyof typeof frameParts]) } }
  }
  if (whole.some((name) => name === field)) return { ...block, [field]: op.value }
  const [list, name] = splitField(field)
  if (list === 'props')
    return { ...block, props: Object.fromEntries(withEntry(Object.entries(propsOf(block)), name, op.value)) }
  if (list !== 'style' && list !== 'attributes') throw new OpError(`A block has no field ${field}`)
  return { ...block, [list]: withEntry(block[list], name, op.value) }
}

function withText(block: Block, { field, delta }: EditText, blocks: BlockList): Block {
  const name = splitField(field)[1]
  const kind = textKind(block, name, blocks)
  const text = propsOf(block)[name]
  const units = kind && typeof text === 'string' ? unitsOf(kind, text) : null
  if (!kind || !units) throw new OpError(`${field} is no text`)
  const changed = applyDelta(units, delta)
  const value = kind === 'plain' ? plainText(changed) : renderRich(changed)
  // Positions of later changes count the units of the stored text.
  const stored = unitsOf(kind, value)
  if (!stored || !areSameUnits(stored, changed)) throw new OpError(`The change breaks the markup of ${field}`)
  return { ...block, props: { ...propsOf(block), [name]: value } }
}

function textChange(kind: TextKind | null, before: unknown, after: unknown): TextDelta | null {
  if (!kind || typeof before !== 'string' || typeof after !== 'string') return null
  const [old, next] = [unitsOf(kind, before), unitsOf(kind, after)]
  return old && next && deltaBetween(old, next)
}

type TextKind = 'rich' | 'plain'

function textKind(block: Block, name: string, blocks: BlockList): TextKind | null {
  const { texts } = definitionOf(blocks, block.type) ?? {}
  return texts && Object.hasOwn(texts, name) ? texts[name]! : null
}

function unitsOf(kind: TextKind, text: string): readonly TextUnit[] | null {
  return kind === 'plain' ? plainUnits(text) : richUnits(text)
}

type Entry = readonly [name: string, value: unknown]

/** The entries that differ; undefined for a removed one. */
function changedEntries(before: readonly Entry[], after: readonly Entry[]): Entry[] {
  const [old, next] = [new Map(before), new Map(after)]
  const changed = [...next].filter(([name, value]) => !old.has(name) || !isSame(old.get(name), value))
  const removed = [...old.keys()].filter((name) => !next.has(name)).map((name): Entry => [name, undefined])
  return [...changed, ...removed]
}

/** The entries with one changed in its place, added at the end, or removed. */
function withEntry(entries: readonly Entry[], name: string, value: unknown): Entry[] {
  if (value === undefined) return entries.filter(([other]) => other !== name)
  const at = entries.findIndex(([other]) => other === name)
  return at < 0 ? [...entries, [name, value]] : entries.with(at, [name, value])
}

function splitField(field: string): [list: string, name: string] {
  const at = field.indexOf('.')
  return [field.slice(0, Math.max(0, at)), field.slice(at + 1)]
}

function propsOf({ props }: Block): Readonly<Record<string, unknown>> {
  return props as Readonly<Record<string, unknown>>
}

function pick(frame: unknown, names: readonly string[]): Partial<Frame> {
  if (typeof frame !== 'object' || frame === null) throw new OpError('A frame has numbers by name')
  const from = frame as Readonly<Record<string, unknown>>
  return Object.fromEntries(names.map((name) => [name, from[name]]))
}

/** Whether two values are equal plain data. */
export function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
