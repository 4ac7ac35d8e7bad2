import { describe, expect, test } from 'vitest'
import { monthlyPrice } from '../../rules/prices.ts'
import { contactDeckFrom, contactPath } from '../features/contact/contact-deck.ts'
import { deviceName } from './account/device-name.ts'
import { explorePath, readSearch } from './explore/load-explore.ts'
import { profilePath } from './profile/load-profile.ts'
import { parseChangelog } from './static/parse-changelog.ts'

describe('the URL of a search', () => {
  const read = (query: string) => readSearch(new URLSearchParams(query))

  test('has the term, and the page number from page 2 on', () => {
    expect(explorePath({ term: '', page: 1, sort: 'relevance' })).toBe('/explore')
    expect(explorePath({ term: 'a b', page: 1, sort: 'relevance' })).toBe('/explore?search=a+b')
    expect(explorePath({ term: 'a', page: 2, sort: 'recent' })).toBe('/explore?search=a&page=2&sort=recent')
  })

  test('is parsed back unchanged, and invalid values become defaults', () => {
    for (const search of [
      { term: 'bees & wasps', page: 3, sort: 'popular' as const },
      { term: '', page: 1, sort: 'relevance' as const },
    ]) {
      expect(read(explorePath(search).split('?')[1] ?? '')).toEqual(search)
    }
    expect(read('search=%20x%20&page=-2&sort=worst')).toEqual({ term: 'x', page: 1, sort: 'relevance' })
  })
})

test('each tab of a profile has its own URL', () => {
  expect(profilePath('ada', 'decks')).toBe('/ada')
  expect(profilePath('ada', 'trash', 2)).toBe('/ada?tab=trash&page=2')
})

test('a yearly price is shown per month', () => {
  expect([monthlyPrice('free', 'yearly'), monthlyPrice('lite', 'yearly'), monthlyPrice('lite', 'monthly')]).toEqual([
    '$0',
    '$5',
    '$7',
  ])
})

test('sessions are named by browser and system', () => {
  expect(deviceName('Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0')).toBe('Firefox on Windows')
  expect(deviceName('Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Safari/604.1')).toBe(
    'Safari on iPhone',
  )
  expect(deviceName('curl/8')).toBe('Unknown device')
})

test('a message about a deck carries the deck’s fields', () => {
  const deck = { deck_id: 7, deck_title: 'On bees & wasps', deck_url: 'http://localhost:3000/ada/bees' }
  expect(contactDeckFrom(new URL(contactPath(deck), 'http://x').searchParams)).toEqual(deck)
  expect(contactDeckFrom(new URLSearchParams('deck_id=x'))).toBeNull()
})

test('the changelog is parsed by release, newest first', () => {
  const text = [
    '# Changelog',
    'About it.',
    '## [Unreleased]',
    '## [1.1.0] - 2025-03-02',
    'A small one.',
    '### Added',
    '- One thing that takes',
    '  two lines',
    '- Another',
    '### Fixed',
    '- A fault',
    '## 1.0.0 - 2025-01-01',
    '[1.1.0]: https://example.org',
  ].join('\n')
  expect(parseChangelog(text)).toEqual([
    { version: 'Unreleased', date: null, text: '', groups: [] },
    {
      version: '1.1.0',
      date: '2025-03-02',
      text: 'A small one.',
      groups: [
        { title: 'Added', items: ['One thing that takes two lines', 'Another'] },
        { title: 'Fixed', items: ['A fault'] },
      ],
    },
    { version: '1.0.0', date: '2025-01-01', text: '', groups: [] },
  ])
})
