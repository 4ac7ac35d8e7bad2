import { expect, test } from 'vitest'
import { firstLineOf, numberingStyle } from './first-line.ts'

test.each([
  ['7', 7],
  ['0', 0],
  ['1000000', 1_000_000],
  ['1000001', 1],
  ['-3', 1],
  ['1e3', 1],
  [' 7', 1],
  ['', 1],
  [null, 1],
])('code that begins at %j has %d as its first number', (value, first) => {
  expect(firstLineOf(value)).toBe(first)
})

test.each([
  [1, 99, ''],
  [1, 100, '--code-digits: 3'],
  [0, 10, 'counter-reset: code-line -1; --code-digits: 1'],
  [99, 2, 'counter-reset: code-line 98; --code-digits: 3'],
])('numbers from %d of %d lines are as wide as the last', (first, count, style) => {
  expect(numberingStyle(first, count)).toBe(style)
})
