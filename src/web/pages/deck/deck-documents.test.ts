import { expect, test } from 'vitest'
import type { ReviewPage, ShownDeck } from '../../../api/deck-pages/page-data.ts'
import { deckDocuments } from './deck-documents.ts'

const deck: ShownDeck = {
  ...{ id: 7, slug: 'bees', title: 'Bees & wasps', description: '', visibility: 'all', slideCount: 2 },
  ...{ kudoed: false, sharingUrl: '/t', publishedAt: null, updatedAt: '2026-01-01T00:00:00.000Z' },
  owner: { username: 'ada', name: 'Ada', pictureUrl: '/p', teamSlug: null },
}
const frame = { url: 'http://d-7.localhost/d/1/x', origin: 'http://d-7.localhost', sandbox: '', ownOrigin: true }
const abilities: ReviewPage['abilities'] = {
  ...{ edit: false, fork: 'no', kudo: 'no', visibilities: null, mayBePrivate: true, review: true, analytics: false },
  share: { isOwner: false, ownerPlan: 'free', publicAllowed: true },
}
const shared = {
  baseUrl: 'http://localhost:3000',
  deck,
  viewer: null,
  abilities,
  frame,
  outline: [],
  token: null,
  forkedFrom: null,
}

test('the tab of each page of a deck says which deck it is, and which page', () => {
  expect(
    deckDocuments.show({
      ...shared,
      counts: { views: '0 views', kudos: '0' },
      notes: null,
      reading: null,
    }).meta.title,
  ).toBe('Bees & wasps by Ada')
  expect(deckDocuments.fullscreen(shared).meta.title).toBe('Bees & wasps by Ada')
  expect(deckDocuments.review({ ...shared, notes: null }).meta.title).toBe('Review of Bees & wasps')
  expect(deckDocuments.export({ ...shared, notes: 'none' }).meta.title).toBe('Print Bees & wasps')
})

test('the deck page leads to the contact form with the deck’s fields, and never with the secret of a private link', () => {
  const page = { ...shared, token: 'secret', notes: null, reading: null, counts: { views: '0 views', kudos: '0' } }
  const body = deckDocuments.show(page).body('', '')
  const [, address = ''] = /href="(\/contact[^"]*)"/.exec(body) ?? []
  const query = new URL(address.replace(/&(amp|#38);/g, '&'), shared.baseUrl).searchParams
  expect(Object.fromEntries(query)).toEqual({
    deck_id: '7',
    deck_title: 'Bees & wasps',
    deck_url: 'http://localhost:3000/ada/bees',
  })
})
