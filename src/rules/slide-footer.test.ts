import { expect, test } from 'vitest'
import { footerDate } from './footer-date.ts'
import {
  type FooterParts,
  footerOf,
  footerPartsOf,
  footerText,
  noFooter,
  normalFooter,
  validateFooter,
} from './slide-footer.ts'

const at = { place: 'bottom-start', size: 'small' } as const
const text = (words: string): FooterParts => ({ text: { text: words, ...at } })

test('a footer is stored in one form, however it was sent', () => {
  const sent =
    '{ "number": {"size":"large","place":"top-end","more":1}, "text": {"place":"bottom-start","size":"small","text":" A \\n b "} }'
  const stored = normalFooter(sent)
  expect(stored).toBe(
    '{"text":{"text":"A b","place":"bottom-start","size":"small"},"number":{"place":"top-end","size":"large"}}',
  )
  expect(normalFooter(stored)).toBe(stored)
  expect(footerText(footerPartsOf(stored))).toBe(stored)
})

const refused: readonly (readonly [string, string])[] = [
  ['no JSON', '{'],
  ['a list', '[]'],
  ['an empty text', '{"text":{"text":" ","place":"top-end","size":"small"}}'],
  ['a text beyond the limit', JSON.stringify(text('x'.repeat(201)))],
  ['an unknown place', '{"number":{"place":"left","size":"small"}}'],
  ['an unknown size', '{"number":{"place":"top-end","size":"12px"}}'],
  ['an unknown form of the date', '{"date":{"form":"constructor","place":"top-end","size":"small"}}'],
  ...[
    'https://x.example/a.png',
    'javascript:alert(1)',
    '/m/../a.png',
    '/m/abcdefgh.png"onerror="x()',
    '//m/abcdefgh.png',
  ].map((src) => [`the logo ${src}`, JSON.stringify({ logo: { src, alt: '', ...at } })] as const),
]

test.each(refused)('%s is refused, and shows nothing', (_name, value) => {
  expect(validateFooter(value)).not.toBeNull()
  expect(footerOf(value, '')).toEqual(noFooter)
})

test('a deck has the parts of its theme, except those of its own and those it does without', () => {
  const theme = footerText({ ...text('Theme'), number: at, date: { text: 'May', ...at } })
  expect(footerOf('', theme)).toMatchObject({ text: { text: 'Theme' }, number: at, logo: null })
  const deck = footerText({ ...text('Deck'), date: null })
  expect(footerOf(deck, theme)).toMatchObject({ text: { text: 'Deck' }, number: at, date: null })
  expect(footerOf(deck, '')).toMatchObject({ text: { text: 'Deck' }, number: null })
})

test('a date is written in each of the forms', () => {
  const day = new Date(2026, 2, 2, 23, 59)
  const dates = (['long', 'day-first', 'dots', 'iso'] as const).map((form) => footerDate(day, form))
  expect(dates).toEqual(['March 2, 2026', '2 March 2026', '02.03.2026', '2026-03-02'])
})
