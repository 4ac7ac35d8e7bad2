import { expect, test } from 'vitest'
import { deckLanguage, preferredLanguage } from './deck-language.ts'

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de-AT'],
  ['en;q=0.2, fr', 'fr'],
  ['*;q=0.5, pl;q=0.4', 'pl'],
  ['*', ''],
  ['"><script>', ''],
  ['de;q=0', ''],
  [undefined, ''],
])('a browser with %j prefers %j', (header, language) => {
  expect(preferredLanguage(header)).toBe(language)
})

const slide = (language: string) =>
  `<section data-id="1"${language && ` lang="${language}"`}><p lang="la">Ave</p></section>`

test.each([
  ['the language that most slides name', slide('fr') + slide('fr') + slide(''), 'de', 'fr'],
  ['the browser’s language if few slides name one', slide('fr') + slide('') + slide(''), 'de', 'de'],
  ['English if none is known', slide(''), '', 'en'],
])('a deck has %s', (_, slides, preferred, language) => {
  expect(deckLanguage(slides, preferred)).toBe(language)
})
