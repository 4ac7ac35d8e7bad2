import { expect, it } from 'vitest'
import { readNumber } from './read-number.ts'

it.each([
  ['40', 40],
  ['-20', -20],
  ['12,5', 12.5],
  ['48 px', 48],
  ['90°', 90],
  ['+20', 220],
  ['+-20', 180],
  ['*2', 400],
  ['/4', 50],
  ['50%', 100],
  ['100/3', 100 / 3],
  ['100 - 3 * 4', 88],
  ['2*(40+8)', 96],
  ['960/2 - 50%', 380],
  ['(1', null],
  ['1 2', null],
  ['1/0', null],
  ['', null],
  ['wide', null],
])('%j in a field that holds 200 is %s', (text, value) => {
  const read = readNumber(text, 200)
  if (value === null) expect(read).toBe(null)
  else expect(read).toBeCloseTo(value, 9)
})
