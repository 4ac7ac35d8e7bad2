import { expect, test } from 'vitest'
import { fontFamily, fontThemeOf } from './font-family.ts'

test.each([
  ['Open Sans', '"Open Sans", "Open Sans Variable", sans-serif'],
  ['Lato', '"Lato", sans-serif'],
  ['Arial', '"Arial", "Liberation Sans", sans-serif'],
  ['Georgia', '"Georgia", serif'],
  ['', ''],
])('the family of %s has what is drawn without it', (name, family) => {
  expect(fontFamily(name)).toBe(family)
})

test('fonts that come as a pair are its font theme', () => {
  expect(fontThemeOf('Montserrat', 'open sans')?.id).toBe('montserrat')
  expect(fontThemeOf('Open Sans', 'Open Sans')?.id).toBe('opensans')
  expect(fontThemeOf('Open Sans', 'Montserrat')).toBeUndefined()
})
