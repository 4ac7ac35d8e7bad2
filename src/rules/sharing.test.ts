import { describe, expect, test } from 'vitest'
import { embedCode } from './embed-code.ts'
import { splitRecipients } from './recipients.ts'
import { nextLinkName } from './share-links.ts'
import { isShareable, type ShareMode, shareMode } from './share-mode.ts'
import { offeredVisibilities } from './visibilities.ts'

describe('the share mode', () => {
  test.each<[boolean, 'self' | 'team' | 'all', boolean, ShareMode]>([
    [true, 'self', false, 'upgrade-or-publish'],
    [true, 'team', false, 'upgrade-or-publish'],
    [true, 'self', true, 'private'],
    [true, 'team', true, 'private'],
    [false, 'team', false, 'internal'],
    [false, 'team', true, 'internal'],
    [true, 'all', false, 'public'],
    [true, 'all', true, 'public'],
    [false, 'all', true, 'public'],
    [false, 'self', true, 'public'],
  ])('owner %s, visibility %s, links in the plan %s: %s', (isOwner, visibility, privateLinks, mode) => {
    expect(shareMode({ isOwner, visibility, privateLinks })).toBe(mode)
  })

  test('a deck without owner or slug is not shareable', () => {
    expect(isShareable({ username: 'ann', slug: 'talk' })).toBe(true)
    expect([isShareable({ username: '', slug: 'talk' }), isShareable({ username: 'ann', slug: null })]).toEqual([
      ...[false, false],
    ])
  })
})

test('internal is offered in teams and for internal decks, and public is offered if the team allows it', () => {
  const alone = { inTeam: false, publicAllowed: true } as const
  expect(offeredVisibilities({ ...alone, visibility: 'self' })).toEqual(['self', 'all'])
  expect(offeredVisibilities({ ...alone, visibility: 'team' })).toEqual(['self', 'team', 'all'])
  expect(offeredVisibilities({ inTeam: true, publicAllowed: true, visibility: 'all' })).toEqual(['self', 'team', 'all'])
  expect(offeredVisibilities({ inTeam: true, publicAllowed: false, visibility: 'self' })).toEqual(['self', 'team'])
})

test('link numbers continue after removals and renames', () => {
  expect(nextLinkName([])).toBe('Link 1')
  expect(nextLinkName(['Link 1'])).toBe('Link 2')
  expect(nextLinkName(['Press', 'Link 7'])).toBe('Link 8')
  expect(nextLinkName(['a', 'b', 'Link 0', 'Link 2x'])).toBe('Link 5')
})

test('recipients are split at commas, trimmed and deduplicated', () => {
  expect(splitRecipients(' a@x.y , b@x.y,,A@X.Y ')).toEqual(['a@x.y', 'b@x.y'])
  expect(splitRecipients(' , ')).toEqual([])
})

test('a title cannot break out of an embed code', () => {
  expect(embedCode({ src: 'https://a.b/c?x=1&y', title: '"><b>', width: 576, height: 420 })).toBe(
    '<iframe src="https://a.b/c?x=1&amp;y" title="&quot;&gt;&lt;b&gt;" width="576" height="420" frameborder="0" allowfullscreen></iframe>',
  )
})
