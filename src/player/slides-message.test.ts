import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSlides } from './slides-message.ts'

test('new content of slides is read as it was sent', () => {
  const message = { order: ['one', ['two', 'three']], slides: [{ id: 'one', html: '<p>', keep: ['0123456789abcdef'] }] }
  expect(readSlides(JSON.stringify(message))).toEqual(message)
  expect(readSlides(JSON.stringify({ order: null, slides: [] }))).toEqual({ order: null, slides: [] })
})

test('only ids, markup and nothing else pass, whatever JSON comes', () => {
  const id = fc.oneof(fc.constantFrom('one', '"]', '__proto__', ''), fc.string(), fc.integer())
  const keep = fc.oneof(fc.constant(null), fc.array(fc.oneof(fc.constant('0123456789abcdef'), fc.string())))
  const slide = fc.record({ id, html: fc.oneof(fc.string(), fc.integer()), keep, more: fc.boolean() })
  const order = fc.oneof(fc.constant(null), fc.array(fc.oneof(id, fc.array(id))))
  const hostile = fc.oneof(fc.json(), fc.string(), fc.record({ order, slides: fc.array(slide) }).map(JSON.stringify))
  fc.assert(
    fc.property(hostile, (json) => {
      const message = readSlides(json)
      if (!message) return
      expect(Object.keys(message)).toEqual(['order', 'slides'])
      for (const name of (message.order ?? []).flat()) expect(name).toMatch(/^[\w-]{1,100}$/)
      for (const { id, html, keep, ...others } of message.slides) {
        expect(id).toMatch(/^[\w-]{1,100}$/)
        expect(typeof html).toBe('string')
        for (const block of keep ?? []) expect(block).toMatch(/^[0-9a-f]{16}$/)
        expect(others).toEqual({})
      }
    }),
  )
})
