import { expect, test } from 'vitest'
import type { ReviewPage, ShownDeck } from '../../../api/deck-pages/page-data.ts'
import { testSite } from '../../../testing/test-site.ts'
import { deckPageDocuments } from './deck-page-documents.ts'

const deck: ShownDeck = {
  ...{ id: 7, slug: 'bees', title: 'Bees & wasps', description: '', visibility: 'all', slideCount: 2 },
  ...{ kudoed: false, suspension: null, sharingUrl: '/t', publishedAt: null, updatedAt: '2026-01-01T00:00:00.000Z' },
  owner: { username: 'ada', name: 'Ada', pictureUrl: '/p', teamSlug: null },
}
const frame = {
  url: 'http://d-7.localhost/d/1/x',
  origin: 'http://d-7.localhost',
  sandbox: '',
  ownOrigin: true,
  slide: { width: 960, height: 700 },
}
const capabilities: ReviewPage['capabilities'] = {
  ...{
    edit: false,
    fork: 'no',
    kudo: 'no',
    visibilities: null,
    mayBePrivate: true,
    people: false,
    comments: true,
    review: true,
    analytics: false,
    export: false,
  },
  share: { isOwner: false, ownerPlan: 'free', publicAllowed: true },
}
const shared = {
  baseUrl: 'http://localhost:3000',
  site: testSite,
  team: null,
  deck,
  viewer: null,
  capabilities,
  frame,
  outline: [],
  token: null,
  forkedFrom: null,
}
const review = { notes: null, version: 1, collaboration: null }

test('each page’s title names the deck and the page', () => {
  expect(
    deckPageDocuments.show({
      ...shared,
      counts: { views: '0 views', kudos: '0' },
      notes: null,
      reading: null,
    }).meta.title,
  ).toBe('Bees & wasps by Ada')
  expect(deckPageDocuments.fullscreen(shared).meta.title).toBe('Bees & wasps by Ada')
  expect(deckPageDocuments.review({ ...shared, ...review }).meta.title).toBe('Review of Bees & wasps')
  expect(deckPageDocuments.export({ ...shared, notes: 'none' }).meta.title).toBe('Print Bees & wasps')
})

test('a page on a team’s host has the team’s name and logo in its header', () => {
  const team = { id: 1, slug: 'acme', name: 'Acme & Sons', logo_url: '/m/logo.png', ended: false }
  const ofTeam = deckPageDocuments.review({ ...shared, ...review, team }).body('', '')
  expect(ofTeam).toContain('aria-label="Acme &amp; Sons, home"')
  expect(ofTeam).toContain('src="/m/logo.png"')
  expect(ofTeam).not.toContain(`aria-label="${testSite.name}, home"`)
  expect(deckPageDocuments.review({ ...shared, ...review }).body('', '')).toContain(`${testSite.name}, home`)
})

test('the deck page shows no picture of a suspended owner, whose picture nobody gets', () => {
  const page = { ...shared, notes: null, reading: null, counts: { views: '0 views', kudos: '0' } }
  const pictures = (pictureUrl: string | null) => {
    const owner = { ...deck.owner, pictureUrl }
    return (
      deckPageDocuments
        .show({ ...page, deck: { ...deck, owner } })
        .body('', '')
        .split('class="avatar"').length - 1
    )
  }
  expect([pictures('/p'), pictures(null)]).toEqual([2, 0])
})

test('the deck page links to the contact form with the deck’s fields, and never with a private link’s token', () => {
  const page = { ...shared, token: 'secret', notes: null, reading: null, counts: { views: '0 views', kudos: '0' } }
  const body = deckPageDocuments.show(page).body('', '')
  const [, address = ''] = /href="(\/contact[^"]*)"/.exec(body) ?? []
  const query = new URL(address.replace(/&(amp|#38);/g, '&'), shared.baseUrl).searchParams
  expect(Object.fromEntries(query)).toEqual({
    deck_id: '7',
    deck_title: 'Bees & wasps',
    deck_url: 'http://localhost:3000/ada/bees',
  })
})
