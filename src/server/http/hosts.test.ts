import { describe, expect, it } from 'vitest'
import { createHosts, isOwnOrigin } from './hosts.ts'

const label = `d-${'a'.repeat(26)}`

describe('the Host header selects the surface', () => {
  const perDeck = createHosts({ baseUrl: 'http://localhost:3000', contentUrl: 'http://{label}.localhost:3000' })
  const single = createHosts({ baseUrl: 'https://decks.example', contentUrl: 'https://content.example' })
  const none = createHosts({ baseUrl: 'https://decks.example', contentUrl: null })

  it.each([
    ['the app', perDeck, 'localhost:3000', { kind: 'app' }],
    ['the app, case-insensitively', perDeck, 'LOCALHOST:3000', { kind: 'app' }],
    ['a team', perDeck, 'acme.localhost:3000', { kind: 'team', slug: 'acme' }],
    ['a deck', perDeck, `${label}.localhost:3000`, { kind: 'content', label }],
    ['a label that is too short', perDeck, 'd-abc.localhost:3000', { kind: 'unknown' }],
    ['another port', perDeck, 'localhost:3001', { kind: 'unknown' }],
    ['a host two levels below the app', perDeck, 'a.b.localhost:3000', { kind: 'unknown' }],
    ['a foreign name that ends like ours', perDeck, 'evillocalhost:3000', { kind: 'unknown' }],
    ['the one content host', single, 'content.example', { kind: 'content', label: null }],
    ['a team beside one content host', single, 'acme.decks.example', { kind: 'team', slug: 'acme' }],
    ['a label without a content host', none, `${label}.decks.example`, { kind: 'unknown' }],
    ['no host at all', none, '', { kind: 'unknown' }],
  ])('%s', (_case, hosts, host, surface) => {
    expect(hosts(host)).toEqual(surface)
  })
})

describe('only the host’s own Origin is accepted', () => {
  it.each([
    ['the same host and scheme', 'https://decks.example', 'decks.example', true],
    ['a team’s own host', 'https://acme.decks.example', 'acme.decks.example', true],
    ['the host in another case', 'https://decks.example', 'DECKS.example', true],
    ['the default port written out', 'https://decks.example', 'decks.example:443', true],
    ['the same host without TLS', 'http://decks.example', 'decks.example', false],
    ['another port', 'https://decks.example:8443', 'decks.example', false],
    ['another host', 'https://evil.example', 'decks.example', false],
    ['an opaque origin', 'null', 'decks.example', false],
    ['no Origin', undefined, 'decks.example', false],
    ['no host', 'https://decks.example', undefined, false],
  ])('%s', (_case, origin, host, own) => {
    expect(isOwnOrigin({ baseUrl: 'https://decks.example' }, { origin, host })).toBe(own)
  })
})
