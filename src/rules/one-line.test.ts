import { expect, test } from 'vitest'
import { oneLine } from './one-line.ts'

test.each([
  ['  as it  is ', '  as it  is '],
  ['first\nsecond', 'first second'],
  ['first \r\n\t second\u2028third', 'first second third'],
  ['\n title \n', 'title'],
  ['\r\n', ''],
])('%j is one line: %j', (text, line) => {
  expect(oneLine(text)).toBe(line)
})
