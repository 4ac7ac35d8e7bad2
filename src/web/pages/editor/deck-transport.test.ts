import { expect, it } from 'vitest'
import { type ApiRequest, createApiClient } from '../../../api/client.ts'
import { newDeck } from '../../../document/new-deck.ts'
import { deckTransport } from './deck-transport.ts'

const slide = 'a'.repeat(32)
const cleaned = { [slide]: `<section data-id="${slide}"><p>One</p></section>` }
const removal = { what: 'attribute', name: 'onclick', value: 'x()', where: 'p', message: 'onclick is not allowed' }
const content = { settings: {}, changed: { [slide]: '<section></section>' }, notes: {} }

const deck = newDeck()

it.each([
  ['a save', 7, 'PUT /api/v1/decks/7.json'],
  ['the first save of a deck', null, 'POST /api/v1/decks.json'],
])('%s returns the cleaned slides of its answer, without a second request', async (_name, deckId, call) => {
  const calls: string[] = []
  const api = createApiClient(async ({ method, path }: ApiRequest) => {
    calls.push(`${method} ${path}`)
    return {
      status: 200,
      text: JSON.stringify({ id: 7, version: 2, slug: 'talk', removed: { [slide]: [removal] }, cleaned }),
    }
  })
  const request = { deckId, version: 1, saveId: 'save-0001', overwrite: false, content, before: deck, after: deck }
  const saved = await deckTransport(api, 1).save(request, new AbortController().signal)
  expect(saved).toEqual({ deckId: 7, version: 2, slug: 'talk', cleaned, removed: [removal.message] })
  expect(calls).toEqual([call])
})

it('a save answered by a server of an earlier version has no cleaned slides', async () => {
  const text = JSON.stringify({ id: 7, version: 2, slug: 'talk', removed: {} })
  const api = createApiClient(async () => ({ status: 200, text }))
  const request = { deckId: 7, version: 1, saveId: 'save-0001', overwrite: false, content, before: deck, after: deck }
  const saved = await deckTransport(api, 1).save(request, new AbortController().signal)
  expect(saved.cleaned).toEqual({})
})
