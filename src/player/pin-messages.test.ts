import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPinAnswer, readPinOrder } from './pin-messages.ts'

const pin = { block: '00000000000000aa', quote: 'tide', offset: 4 }

test('a page and its deck frame exchange pins, and drop what is none', () => {
  const order = { pins: [{ ...pin, key: 'k', slide: 's' }], current: null, slide: 's', longest: 9 }
  expect(readPinOrder(JSON.stringify(order))).toEqual(order)
  expect(readPinOrder(JSON.stringify({ ...order, pins: [pin, 7, { ...order.pins[0], block: '"]' }] }))?.pins).toEqual(
    [],
  )
  for (const answer of [{ selected: pin }, { selected: null }, { mark: 'k' }, { gone: ['k'], slide: 's', blocks: [] }])
    expect(readPinAnswer(JSON.stringify(answer), 9)).toEqual(answer)
  expect(readPinAnswer(JSON.stringify({ selected: { ...pin, quote: 'x'.repeat(10) } }), 9)).toEqual({ selected: null })
})

test('nothing else throws or gets through', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (json) => {
      const [order, answer] = [readPinOrder(json), readPinAnswer(json, 9)]
      for (const { block } of order?.pins ?? []) expect(block).toMatch(/^[0-9a-f]{16}$/)
      if (answer && 'gone' in answer) expect(answer.gone.every((key) => typeof key === 'string')).toBe(true)
    }),
    { numRuns: 500, seed: 20_261_126 },
  )
})
