import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blend, fromHsva, hexColor, parseColor, toHsva } from './colors.ts'

test.each([
  ['#fc0', '#ffcc00'],
  ['#fc08', '#ffcc0088'],
  [' #1763C4 ', '#1763c4'],
  ['rgb(255, 0, 51)', '#ff0033'],
  ['rgba(0, 0, 0, 0.5)', '#00000080'],
  ['rgb(100% 0% 0% / 50%)', '#ff000080'],
])('%s is read as %s', (text, hex) => {
  expect(hexColor(parseColor(text)!)).toBe(hex)
})

test('what is no plain color is not read', () => {
  expect(['', 'red', '#12', '#12345', 'rgb(1, 2)', 'rgb(a, b, c)', 'var(--x)'].map(parseColor)).toEqual(
    Array(7).fill(null),
  )
})

test('a color comes back from hue, saturation and value', () => {
  const channel = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(channel, channel, channel, (red, green, blue) => {
      const color = { red, green, blue, alpha: 1 }
      expect(hexColor(fromHsva(toHsva(color)))).toBe(hexColor(color))
    }),
  )
})

test('a translucent color shows what lies behind', () => {
  const half = { red: 0, green: 0, blue: 0, alpha: 0.5 }
  expect(hexColor(blend(half, parseColor('#ffffff')!))).toBe('#808080')
})
