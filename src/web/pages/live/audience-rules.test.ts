// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { DeckReport } from '../../features/live/own-change.ts'
import { firstState } from '../../features/live/stage-state.ts'
import { type BubbleFacts, bubbleText } from './bubble-text.ts'
import { sharedNotes } from './client/shared-notes.ts'
import { roamingAfter } from './roaming.ts'

describe('the bubble of the audience', () => {
  const deck = { title: 'Bees', author: 'Ada' }
  const up: BubbleFacts = { connection: 'connected', status: 'none', retry: null, wasConnected: true, failure: null }
  const waiting = { ...up, status: 'waiting_for_publisher' as const }
  test.each([
    ['follows', up, 'Bees', 'By Ada', false],
    [
      'counts',
      { ...waiting, retry: { phase: 'counting' as const, seconds: 20 } },
      'Waiting for presenter',
      'Retrying in 20s',
      true,
    ],
    ['is at its end', { ...waiting, retry: { phase: 'now' as const } }, 'Waiting for presenter', 'Retrying now', true],
    ['asks', { ...waiting, retry: { phase: 'asking' as const } }, 'Waiting for presenter', 'Retrying', true],
    ['lost', { ...up, connection: 'disconnected' as const }, 'Connection lost', 'Attempting to reconnect', true],
    [
      'failed',
      { ...waiting, connection: 'reconnect_failed' as const },
      'Connection lost',
      'Attempting to reconnect',
      true,
    ],
  ])('when it %s', (_when, facts, title, line, open) => {
    expect(bubbleText(facts, deck)).toEqual({ title, line, open })
  })

  test('says that the deck could not be started for as long as that is so, whatever the connection does', () => {
    const failure = 'Oops, something went wrong'
    for (const facts of [up, waiting, { ...up, connection: 'disconnected' as const, wasConnected: false }]) {
      expect(bubbleText({ ...facts, failure }, deck)).toEqual({ title: failure, line: 'Bees', open: true })
    }
  })

  test('says nothing before the page has been connected', () => {
    expect(bubbleText({ ...up, connection: 'disconnected', wasConnected: false }, deck)).toBeNull()
  })
})

describe('somebody of the audience', () => {
  const state = { ...firstState({ present_controls: true, present_notes: true, present_upsizing: true }), indexh: 2 }
  const report: DeckReport = { type: 'changed', h: 2, v: 0, f: null, paused: false, overview: false, own: true }
  const here = { away: false }
  const away = { away: true }
  test('goes elsewhere by their own step, and is back when both agree', () => {
    expect(roamingAfter(here, { ...report, h: 5 }, state)).toEqual(away)
    expect(roamingAfter(away, { ...report, h: 4, own: false }, state)).toEqual(away)
    expect(roamingAfter(away, report, state)).toEqual(here)
    expect(roamingAfter(away, { ...report, f: -1 }, state)).toEqual(here)
  })
  test('is not away when the deck is only on its way', () => {
    expect(roamingAfter(here, { ...report, h: 1, own: false }, state)).toEqual(here)
  })
})

describe('shared notes that cannot be had', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    document.body.replaceChildren()
  })

  test('are asked for once each time they are switched on, not with every slide', async () => {
    document.body.innerHTML = '<section data-notes hidden><p data-notes-words></p></section>'
    const fetching = vi.fn(async () => {
      throw new TypeError('no network')
    })
    vi.stubGlobal('fetch', fetching)
    const show = sharedNotes({
      ...{ view: 'live', deckId: 7, frameOrigin: '', slides: [[0, 0, 'a']], token: null, stream: null },
      ...{ notes: null, sharesNotes: true },
    })
    const on = firstState({ present_controls: true, present_notes: true, present_upsizing: true })
    const hear = async (state: typeof on) => {
      show({ state, roaming: { away: false }, shown: null })
      await new Promise((done) => setTimeout(done))
    }
    for (const indexh of [0, 1, 2]) await hear({ ...on, indexh })
    expect(fetching).toHaveBeenCalledTimes(1)
    await hear({ ...on, present_notes: false })
    await hear(on)
    expect(fetching).toHaveBeenCalledTimes(2)
  })
})
