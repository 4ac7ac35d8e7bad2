// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AudiencePageData, NewerDeck } from '../../../api/deck-pages/live-page-data.ts'
import type { LiveStream } from '../../../realtime/live/client.ts'
import { timings } from '../../../rules/timings.ts'
import type { DeckReport } from '../../features/live/own-change.ts'
import { firstState } from '../../features/live/stage-state.ts'
import { type BubbleFacts, bubbleText } from './bubble-text.ts'
import { followVersion } from './client/newer-deck.ts'
import { sharedNotes } from './client/shared-notes.ts'
import { refusedLink } from './refused-link.ts'
import { roamingAfter } from './roaming.ts'

describe('the bubble of the audience', () => {
  const deck = { title: 'Bees', author: 'Ada' }
  const up: BubbleFacts = { connection: 'connected', status: 'none', retry: null, wasConnected: true, failure: null }
  const waiting = { ...up, status: 'waiting_for_publisher' as const }
  test.each([
    ['following', up, 'Bees', 'By Ada', false],
    [
      'counting down to a retry',
      { ...waiting, retry: { phase: 'counting' as const, seconds: 20 } },
      'Waiting for presenter',
      'Retrying in 20s',
      true,
    ],
    [
      'starting a retry',
      { ...waiting, retry: { phase: 'now' as const } },
      'Waiting for presenter',
      'Retrying now',
      true,
    ],
    ['retrying', { ...waiting, retry: { phase: 'asking' as const } }, 'Waiting for presenter', 'Retrying', true],
    [
      'disconnected',
      { ...up, connection: 'disconnected' as const },
      'Connection lost',
      'Attempting to reconnect',
      true,
    ],
    [
      'reconnecting has failed',
      { ...waiting, connection: 'reconnect_failed' as const },
      'Connection lost',
      'Attempting to reconnect',
      true,
    ],
  ])('has the text for this state: %s', (_when, facts, title, line, open) => {
    expect(bubbleText(facts, deck)).toEqual({ title, line, open })
  })

  test('shows a deck’s start failure regardless of the connection’s state', () => {
    const failure = 'Oops, something went wrong'
    for (const facts of [up, waiting, { ...up, connection: 'disconnected' as const, wasConnected: false }]) {
      expect(bubbleText({ ...facts, failure }, deck)).toEqual({ title: failure, line: 'Bees', open: true })
    }
  })

  test('is hidden before the first connection', () => {
    expect(bubbleText({ ...up, connection: 'disconnected', wasConnected: false }, deck)).toBeNull()
  })
})

test('a refused page links to its deck only while the visitor may see it', () => {
  const place = { byLink: false, deck: '/ada/bees', here: new URL('https://lectern.example/ada/bees/live') }
  const link = { ...place, byLink: true }
  expect(refusedLink('full', place)).toEqual({ label: 'To the deck', href: '/ada/bees' })
  for (const refused of ['hidden', 'upgrade', 'forbidden'] as const) {
    expect(refusedLink(refused, place)).toEqual({ label: 'Explore decks', href: '/explore' })
    expect(refusedLink(refused, link)).toEqual({ label: 'Reload the page', href: place.here.href })
  }
  expect(refusedLink('invalid', place).href).toBe(place.here.href)
  expect(refusedLink('sign-in', place)).toEqual({
    label: 'Sign in',
    href: '/users/sign_in?return_to=%2Fada%2Fbees%2Flive',
  })
})

describe('a follower', () => {
  const state = { ...firstState({ present_controls: true, present_notes: true, present_upsizing: true }), indexh: 2 }
  const report: DeckReport = { type: 'changed', h: 2, v: 0, f: null, paused: false, overview: false, own: true }
  const here = { away: false }
  const away = { away: true }
  test('is away after an own move, and back when both positions agree', () => {
    expect(roamingAfter(here, { ...report, h: 5 }, state)).toEqual(away)
    expect(roamingAfter(away, { ...report, h: 4, own: false }, state)).toEqual(away)
    expect(roamingAfter(away, report, state)).toEqual(here)
    expect(roamingAfter(away, { ...report, f: -1 }, state)).toEqual(here)
  })
  test('is not away while the deck catches up', () => {
    expect(roamingAfter(here, { ...report, h: 1, own: false }, state)).toEqual(here)
  })
})

describe('shared notes that could not be loaded', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    document.body.replaceChildren()
  })

  test('are requested once each time they are switched on, not for every slide', async () => {
    document.body.innerHTML = '<section data-notes hidden><p data-notes-words></p></section>'
    const fetching = vi.fn(async () => {
      throw new TypeError('no network')
    })
    vi.stubGlobal('fetch', fetching)
    const show = sharedNotes({
      ...{ view: 'live', deckId: 7, version: 1, frameOrigin: '', slides: [[0, 0, 'a']], token: null, stream: null },
      ...{ notes: null, sharesNotes: true },
    })
    const on = firstState({ present_controls: true, present_notes: true, present_upsizing: true })
    const receive = async (state: typeof on) => {
      show({ state, roaming: { away: false }, shown: null })
      await new Promise((done) => setTimeout(done))
    }
    for (const indexh of [0, 1, 2]) await receive({ ...on, indexh })
    expect(fetching).toHaveBeenCalledTimes(1)
    await receive({ ...on, present_notes: false })
    await receive(on)
    expect(fetching).toHaveBeenCalledTimes(2)
  })
})

describe('a deck saved during a talk', () => {
  const options = { present_controls: true, present_notes: true, present_upsizing: true }
  const data: AudiencePageData = {
    ...{ view: 'live', deckId: 7, version: 5, frameOrigin: '', slides: [[0, 0, 'a']], token: null, stream: null },
    ...{ notes: null, sharesNotes: false },
  }
  const setUp = (read: () => Promise<NewerDeck | null>) => {
    const listeners: (() => void)[] = []
    let state = { ...firstState(options), version: 5 }
    const stream = {
      snapshot: () => ({ state, subscribers: 0, refused: null }),
      subscribe: (listener: () => void) => void listeners.push(listener),
    } as unknown as LiveStream
    const onNewer = vi.fn()
    followVersion(stream, data, onNewer, read)
    return {
      onNewer,
      receive: async (changes: Partial<typeof state>) => {
        state = { ...state, ...changes }
        for (const listener of listeners) listener()
        await vi.advanceTimersByTimeAsync(1)
      },
    }
  }
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('is replaced once, when the presenter shows the newer version', async () => {
    const newer = { data: { ...data, version: 6 }, frameUrl: '/newer', title: 'Bees' }
    const read = vi.fn(async () => newer)
    const { onNewer, receive } = setUp(read)
    await receive({ indexh: 1 })
    expect(read).not.toHaveBeenCalled()
    await receive({ version: 6 })
    await receive({ indexh: 2 })
    expect(read).toHaveBeenCalledTimes(1)
    expect(onNewer).toHaveBeenCalledExactlyOnceWith(newer)
  })

  test('is requested again after a failure, and is never replaced by an older version', async () => {
    const read = vi.fn(async (): Promise<NewerDeck | null> => ({ data, frameUrl: '/same', title: 'Bees' }))
    read.mockRejectedValueOnce(new TypeError('no network'))
    const { onNewer, receive } = setUp(read)
    await receive({ version: 6 })
    await vi.advanceTimersByTimeAsync(timings.liveRetry)
    expect(read).toHaveBeenCalledTimes(2)
    expect(onNewer).not.toHaveBeenCalled()
  })
})
