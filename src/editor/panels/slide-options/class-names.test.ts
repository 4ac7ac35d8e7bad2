import { expect, test } from 'vitest'
import { readClasses, shownClasses } from './class-names.ts'

test('the names that the player sets are hidden, and cannot be given', () => {
  expect(shownClasses('past wide has-dark-background tall')).toBe('wide tall')
  for (const name of ['past', 'present', 'future', 'disabled', 'overflowing', 'has-dark-background'])
    expect(readClasses(`wide ${name}`)).toHaveProperty('error')
})

test('names are taken once each, and only names', () => {
  expect(readClasses('  wide tall  wide ')).toEqual({ value: 'wide tall' })
  expect(readClasses('')).toEqual({ value: '' })
  for (const text of ['2wide', 'a{b}', 'x'.repeat(41), Array.from({ length: 21 }, (_, n) => `n${n}`).join(' ')])
    expect(readClasses(text)).toHaveProperty('error')
})
