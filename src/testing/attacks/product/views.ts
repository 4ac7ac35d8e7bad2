import type { AttackDeck } from './attack-deck.ts'

/** A view that shows user input. */
export interface View {
  readonly name: string
  readonly address: (deck: AttackDeck, username: string) => string
  /** `deck`: a page with deck frames; `editor`; `page`: other pages; `bare`: documents in which no script can run. */
  readonly kind: 'deck' | 'editor' | 'page' | 'bare'
}

const ofDeck = (name: string, end: string): View => ({ name, address: ({ path }) => path + end, kind: 'deck' })
const bare = (name: string, address: View['address']): View => ({ name, address, kind: 'bare' })
const page = (name: string, address: View['address']): View => ({ name, address, kind: 'page' })

/** All views of a deck and of its author. */
export const views: readonly View[] = [
  ofDeck('show', ''),
  ofDeck('fullscreen', '/fullscreen'),
  ofDeck('embed', '/embed'),
  ofDeck('review', '/review'),
  ofDeck('print', '/export'),
  ofDeck('presenter', '/live'),
  ofDeck('audience', '/live?present=false'),
  ofDeck('speaker', '/speaker'),
  { name: 'revision', address: ({ path, revision }) => `${path}/preview?revision=${revision}`, kind: 'deck' },
  { name: 'editor', address: ({ path }) => `${path}/edit`, kind: 'editor' },
  page('analytics', ({ path }) => `${path}/analytics`),
  page('exports', ({ path }) => `${path}/exports`),
  page('profile', (_deck, username) => `/${username}`),
  page('explore', () => '/explore?sort=recent'),
  page('home', () => '/'),
  page('account', () => '/users/edit'),
  bare('list of decks', () => '/users/decks.html'),
  bare('picture of the deck', ({ id }) => `/api/v1/decks/${id}/thumbnail`),
  bare('oembed', ({ path }) => `/oembed.xml?url=${encodeURIComponent(`http://localhost${path}`)}`),
  page('mails', () => '/dev/mail'),
]
