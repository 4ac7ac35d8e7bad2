import { expect, test } from 'vitest'
import { languageOfType } from './text-editor-dialog.tsx'

test('text is plain, markup is HTML, and code has its own language', () => {
  expect(languageOfType('text')).toBe('text')
  expect(languageOfType('text', 'css')).toBe('text')
  expect(languageOfType('html')).toBe('html')
  expect(languageOfType('code', 'css')).toBe('css')
  expect(languageOfType('code')).toBe('text')
})
