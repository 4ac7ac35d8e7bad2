import { expect, test } from 'vitest'
import { closingBracket, indentedLines, newLine, type TypedText } from './indent.ts'

const typed = (value: string, { text, from, to }: TypedText) => value.slice(0, from) + text + value.slice(to)

test('Tab indents to the next level, and shifts selected lines', () => {
  expect(typed('abc', indentedLines('abc', 3, 3, false))).toBe('abc ')
  expect(typed('a\nb', indentedLines('a\nb', 0, 3, false))).toBe('  a\n  b')
  expect(typed('  a\n\tb\nc', indentedLines('  a\n\tb\nc', 0, 7, true))).toBe('a\nb\nc')
})

test('Enter keeps the line’s indentation, and adds a level after an opening bracket', () => {
  expect(typed('  a', newLine('  a', 3, 3))).toBe('  a\n  ')
  expect(typed('if (a) {', newLine('if (a) {', 8, 8))).toBe('if (a) {\n  ')
})

test('a closing bracket at the start of its line gets the indentation of its opening one', () => {
  const close = (value: string, bracket = '}') => {
    const edit = closingBracket(value, value.length, value.length, bracket)
    return edit && typed(value, edit)
  }
  expect(close('if (a) {\n  b()\n  ')).toBe('if (a) {\n  b()\n}')
  expect(close('{\n  if (a) {\n    b({})\n    ')).toBe('{\n  if (a) {\n    b({})\n  }')
  expect(close('f([\n  1,\n  ', ']')).toBe('f([\n  1,\n]')
  expect(close('a = { b')).toBeNull()
  expect(close('  ')).toBeNull()
  expect(close('{\n  ', ';')).toBeNull()
})
