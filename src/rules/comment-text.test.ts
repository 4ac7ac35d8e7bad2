import { expect, test } from 'vitest'
import { normalComment } from './comment-text.ts'

test('comments are trimmed, and have at most one empty line in a row', () => {
  const rows = [
    ['  a  ', 'a'],
    ['a\n\n\n\nb', 'a\n\nb'],
    ['a\r\n\r\n\r\nb', 'a\n\nb'],
    ['a\nb\n\nc', 'a\nb\n\nc'],
    [' \n\t ', ''],
  ] as const
  for (const [text, stored] of rows) expect(normalComment(text)).toBe(stored)
})
