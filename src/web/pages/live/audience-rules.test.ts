import { describe, expect, test } from 'vitest'
import type { DeckReport } from '../../features/live/own-change.ts'
import { firstState } from '../../features/live/stage-state.ts'
import { type BubbleFacts, bubbleText } from './bubble-text.ts'
import { roamingAfter } from './roaming.ts'

describe('the bubble of the audience', () => {
  const deck = { title: 'Bees', author: 'Ada' }
  const up: BubbleFacts = { connection: 'connected', status: 'none', retry: null, wasConnected: true }
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
