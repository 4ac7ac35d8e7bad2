import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blocks } from '../../blocks/index.ts'
import type { Block } from '../../document/deck-model.ts'
import { fieldsBetween } from '../../document/ops/block-fields.ts'
import { testBlock } from '../../testing/editor-decks.ts'
import { sentBatch } from './messages.ts'
import { plainBatch } from './plain-batch.ts'

const slide = 'a'.repeat(32)
const block = 'b'.repeat(16)
const step = fc.oneof(
  fc.record({ keep: fc.integer({ min: 1, max: 60_000 }) }),
  fc.record({ drop: fc.integer({ min: 1, max: 60_000 }) }),
  fc.record({ put: fc.string({ minLength: 1, unit: 'binary' }) }),
)
const text = fc.record({
  kind: fc.constant('text'),
  slide: fc.constant(slide),
  block: fc.constantFrom(block, '0'.repeat(16)),
  field: fc.constantFrom('props.html', 'props.code', 'style.color'),
  delta: fc.array(step, { minLength: 1, maxLength: 4 }),
})
const set = fc.record({
  kind: fc.constant('set'),
  slide: fc.constant(slide),
  block: fc.constant(block),
  field: fc.constantFrom('place', 'size', 'rotation', 'props.fit', 'attributes.title', 'name', 'fragment'),
  value: fc.oneof(
    fc.record({ x: fc.double({ noNaN: true, noDefaultInfinity: true }), y: fc.integer() }),
    ...[fc.string(), fc.integer(), fc.boolean(), fc.constant(null)],
  ),
})
const batch = fc.record({
  id: fc.stringMatching(/^[A-Za-z0-9_-]{8,64}$/),
  base: fc.integer({ min: 1, max: 1_000_000 }),
  ops: fc.array(fc.oneof(text, set), { minLength: 1, maxLength: 4 }),
  hashes: fc.dictionary(fc.constant(slide), fc.string({ maxLength: 20 })),
})

/** Values that stand where others belong. */
const odd = fc.oneof(
  ...[fc.constantFrom<unknown>(null, '', 0, -1, 1.5, 1e21, 2 ** 53, [], {}, [[]], true, 'x'.repeat(60_001))],
  ...[
    fc.constantFrom<unknown>(
      'props.__proto__',
      'place.x',
      'set',
      'notes',
      `${'a'.repeat(32)}\n`,
      { '': 1 },
      { a: [1] },
    ),
  ],
  ...[fc.string(), fc.integer(), fc.json().map((json) => JSON.parse(json) as unknown)],
)

/** A value with one part of it, at any depth, replaced, removed, doubled, or with a field added. */
const spoiled = (value: unknown): fc.Arbitrary<unknown> => {
  const parts: fc.Arbitrary<unknown>[] = [odd]
  if (Array.isArray(value)) {
    for (const at of value.keys()) {
      parts.push(spoiled(value[at]).map((part) => value.with(at, part)))
      parts.push(fc.constant(value.toSpliced(at, 1)), fc.constant([...value, value[at]]))
    }
  } else if (typeof value === 'object' && value !== null) {
    const field = fc.constantFrom('look', 'unit', 'keep', 'kind', 'value', 'x', '__proto__', 'constructor', 'A b')
    parts.push(fc.tuple(field, odd).map(([name, one]) => assigned(value, name, one)))
    for (const [name, own] of Object.entries(value)) {
      parts.push(spoiled(own).map((part) => assigned(value, name, part)))
      parts.push(fc.constant(Object.fromEntries(Object.entries(value).filter(([other]) => other !== name))))
    }
  }
  return fc.oneof(...parts)
}

/** As JSON.parse does it: also of `__proto__`, a field of the object's own. */
function assigned(value: object, name: string, part: unknown): object {
  return Object.fromEntries([...Object.entries(value), [name, part]])
}

/** A body as it comes: text that was parsed. */
const sent = (body: unknown): unknown => JSON.parse(JSON.stringify(body))

test('what the short check takes, the whole check takes as it is; what it refuses, the short one does not take', () => {
  let taken = 0
  let refused = 0
  const bodies = batch.chain((one) =>
    fc.oneof({ weight: 1, arbitrary: fc.constant<unknown>(one) }, { weight: 6, arbitrary: spoiled(one) }),
  )
  fc.assert(
    fc.property(bodies, (made) => {
      const body = sent(made)
      const plain = plainBatch(body)
      const whole = sentBatch.safeParse(body)
      if (plain === null) {
        if (!whole.success) refused += 1
        return
      }
      taken += 1
      expect(whole.error).toBeUndefined()
      expect(whole.data).toEqual(plain)
    }),
    { numRuns: 3_000 },
  )
  expect([taken > 300, refused > 300]).toEqual([true, true])
})

test('a number that JSON cannot write, as 1e999, is left to the whole check', () => {
  const body = `{"id":"12345678","base":1,"hashes":{},"ops":[{"kind":"set","slide":"${slide}","block":"${block}","field":"place","value":{"x":1e999,"y":0}}]}`
  expect(plainBatch(JSON.parse(body))).toBeNull()
  expect(sentBatch.safeParse(JSON.parse(body)).success).toBe(false)
})

test('typing, deleting, dragging and resizing take the short check', () => {
  const before = testBlock(1, { type: 'text', props: { html: '<p>Words and <b>more</b></p>' } })
  const words = (markup: string): Block => ({ ...before, props: { ...(before.props as object), html: markup } })
  const framed = (part: object): Block => ({ ...before, frame: { ...before.frame!, ...part } })
  const changes = [
    words('<p>Words, typed, and <b>more</b></p>'),
    words('<p>Words <b>more</b></p>'),
    framed({ x: 17.5, y: 3 }),
    framed({ width: 300, height: 20 }),
    framed({ rotation: 45 }),
  ]
  for (const after of changes) {
    const ops = fieldsBetween(slide, before, after, blocks)
    expect(plainBatch(sent({ id: '12345678', base: 1, ops, hashes: { [slide]: 'abc' } }))?.ops).toEqual(ops)
  }
})
