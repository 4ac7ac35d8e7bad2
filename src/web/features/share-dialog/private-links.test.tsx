// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { createApiClient } from '../../../api/client.ts'
import type { SharedDeck } from '../../../api/deck-pages/shared-deck.ts'
import type { AccessLink } from './access-links.ts'
import { PrivateLinks } from './private-links.tsx'
import type { Links } from './use-links.ts'

const inSight: string[] = []
const prototype = Element.prototype as Partial<Element>
afterEach(() => {
  vi.unstubAllGlobals()
  delete prototype.scrollIntoView
})

const link = (id: number): AccessLink => ({
  ...{ id, deck_id: 7, name: `Link ${id}`, token: `token-${id}`, password: null, deck_view_count: 0 },
  created_at: '2026-01-01T00:00:00.000Z',
})
const deck: SharedDeck = {
  ...{ id: 7, username: 'pia', slug: 'talk', title: 'Talk', visibility: 'self', ownerPlan: 'pro' },
  ...{ isOwner: true, publicAllowed: true, token: null, teamSlug: null },
}
const nothing = async (): Promise<void> => {}

/** Loaded links: `count` of them, with the form of `chosen` open. */
const known = (count: number, chosen: number | null): Links => ({
  ...{ state: { kind: 'loaded', links: Array.from({ length: count }, (_, index) => link(index + 1)) } },
  ...{ chosen: chosen === null ? null : link(chosen), leaving: null, creating: false, drafts: new Map() },
  ...{ draft: nothing, choose: nothing, reload: nothing, create: nothing, remove: nothing, changed: nothing },
})

test('an opened or new link is scrolled into view, and loading the links does not scroll', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  prototype.scrollIntoView = function (this: Element) {
    inSight.push((this.querySelector('button') ?? this).textContent?.replace(/0 views.*/, '') ?? '')
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  const api = createApiClient(async () => ({ status: 200, text: '{}' }))
  const show = (links: Links) =>
    act(() => root.render(<PrivateLinks {...{ api, baseUrl: 'https://decks.example', deck, links }} />))
  show({ ...known(0, null), state: { kind: 'loading' } })
  show(known(40, 1))
  expect(inSight).toEqual([])
  show(known(40, 20))
  show(known(41, 41))
  show(known(41, null))
  expect(inSight).toEqual(['Link 20', 'New link', 'Link 41'])
  act(() => root.unmount())
})
