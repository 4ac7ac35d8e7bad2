import { expect, test } from 'vitest'
import { familiesField, familiesIn, fontStyles, isKitId, neededVariants, suggestFamilies } from './font-services.ts'

const list = ['Roboto', 'Roboto Mono', 'Lato', 'PT Sans', ...Array.from({ length: 20 }, (_, n) => `Sans ${n}`)].map(
  (family) => ({ family }),
)

test('the family search ignores case and returns at most 10', () => {
  expect(suggestFamilies('ROBOTO', list).map(({ family }) => family)).toEqual(['Roboto', 'Roboto Mono'])
  expect(suggestFamilies('a', list)).toHaveLength(10)
  expect(suggestFamilies('sans', list)[0]!.family).toBe('Sans 0')
  expect(suggestFamilies('  ', list)).toEqual([])
})

test('the field stores families with variants, and parses back to them', () => {
  const wanted = [
    { family: 'Playfair Display', variants: 'regular,700' },
    { family: 'Inter', variants: '' },
  ]
  expect(familiesField(wanted)).toBe('Playfair Display:regular,700|Inter')
  expect(familiesIn('Playfair+Display:regular,700| Inter |')).toEqual(wanted)
  expect([familiesField([]), familiesIn(null)]).toEqual([null, []])
})

test('only variants that a family has are requested', () => {
  expect(neededVariants(['100', 'regular', '700', '700italic'])).toBe('regular,700,700italic')
})

test('only valid kit and family names are loaded from external services', () => {
  expect(fontStyles({ font_typekit: 'abc1def', font_google: 'Lora' })).toEqual([
    'https://use.typekit.net/abc1def.css',
    'https://fonts.googleapis.com/css?family=Lora&display=swap',
  ])
  expect(fontStyles({ font_typekit: '../x', font_google: 'Lora"><script>' })).toEqual([])
  expect([isKitId(''), isKitId('abc1def'), isKitId('a b')]).toEqual([true, true, false])
})
