import { expect, test } from 'vitest'
import { indentedLines, newLine, type TypedText } from './indent.ts'

const typed = (value: string, { text, from, to }: TypedText) => value.slice(0, from) + text + value.slice(to)

test('Tab fills up to the next level, and moves selected lines', () => {
  expect(typed('abc', indentedLines('abc', 3, 3, false))).toBe('abc ')
  expect(typed('a\nb', indentedLines('a\nb', 0, 3, false))).toBe('  a\n  b')
  expect(typed('  a\n\tb\nc', indentedLines('  a\n\tb\nc', 0, 7, true))).toBe('a\nb\nc')
})

test('Enter keeps the depth of the line, and goes deeper after a bracket', () => {
  expect(typed('  a', newLine('  a', 3, 3))).toBe('  a\n  ')
  expect(typed('if (a) {', newLine('if (a) {', 8, 8))).toBe('if (a) {\n  ')
})
