import { describe, expect, test } from 'vitest'
import { timings } from '../../rules/timings.ts'
import { playHandover } from '../../testing/handover-world.ts'
import {
  type Handover,
  type HandoverEvent,
  type HandoverStep,
  handOver,
  openHandover,
  secondsUntil,
} from './handover.ts'

const [ann, bob, cy] = [1, 2, 3]
const ask: HandoverEvent = { type: 'ask' }
const viewing = (userId: number): HandoverEvent => ({ type: 'user-state', userId, status: 'viewing' })
const from = (userId: number): HandoverEvent => ({ type: 'requested', userId })
const sent = (type: string, more: object = {}) => ({
  do: 'broadcast',
  message: { type: `collaboration:become-editor-request${type}`, ...more },
})

/** Plays events at times in seconds. */
function play(state: Handover, ...events: readonly (readonly [at: number, event: HandoverEvent])[]): HandoverStep {
  const effects: HandoverStep['effects'][number][] = []
  for (const [at, event] of events) {
    const next = handOver(state, event, at * 1000)
    effects.push(...next.effects)
    state = next.state
  }
  return { state, effects }
}

const editing = openHandover(ann, 'editor', ann)
const reviewing = openHandover(bob, 'review', ann)

describe('the user who asks', () => {
  test.each(['disconnected', 'idle'] as const)('becomes the editor at once while the editor is %s', (status) => {
    const { state, effects } = play(reviewing, [0, { type: 'user-state', userId: ann, status }], [1, ask])
    expect(state.asking).toEqual({ kind: 'taking' })
    expect(effects).toEqual([{ do: 'take' }])
    expect(handOver(state, { type: 'taken', result: 'ok' }, 2000).effects).toEqual([{ do: 'go', to: 'edit' }])
  })

  test('is told why the review is shown instead of the editor, until asking or closing it', () => {
    const sentHere = openHandover(bob, 'review', ann, true)
    expect(sentHere.asking).toEqual({ kind: 'ended', why: 'sent-here' })
    expect(play(sentHere, [0, viewing(ann)], [1, ask]).state.asking.kind).toBe('pending')
    expect(play(sentHere, [0, { type: 'close-notice' }]).state.asking).toEqual({ kind: 'none' })
    expect(openHandover(ann, 'review', ann, true).asking).toEqual({ kind: 'none' })
  })

  test('asks an editor who is there, and asks once', () => {
    const { state, effects } = play(reviewing, [0, viewing(ann)], [1, ask], [2, ask])
    expect(state.asking).toEqual({ kind: 'pending', until: 1000 + timings.handoverRequest })
    expect(effects).toEqual([sent('')])
  })

  test('asks the editor who has come back while taking over', () => {
    const { state, effects } = play(reviewing, [0, ask], [1, { type: 'taken', result: 'busy' }])
    expect(state.asking.kind).toBe('pending')
    expect(effects).toEqual([{ do: 'take' }, sent('')])
  })

  test('may cancel', () => {
    const { state, effects } = play(reviewing, [0, viewing(ann)], [1, ask], [2, { type: 'cancel' }])
    expect(state.asking).toEqual({ kind: 'none' })
    expect(effects).toEqual([sent(''), sent('-canceled')])
  })

  test('learns who dismissed the request', () => {
    const { state } = play(reviewing, [0, viewing(ann)], [1, ask], [2, { type: 'denied', userId: bob, byUserId: ann }])
    expect(state.asking).toEqual({ kind: 'ended', why: 'dismissed', byUserId: ann })
    expect(handOver(state, { type: 'close-notice' }, 3000).state.asking).toEqual({ kind: 'none' })
  })

  test('does not take the denial of another user for the own', () => {
    const { state } = play(reviewing, [0, viewing(ann)], [1, ask], [2, { type: 'denied', userId: cy, byUserId: ann }])
    expect(state.asking.kind).toBe('pending')
  })

  test('waits for a minute and not longer', () => {
    const waiting = play(reviewing, [0, viewing(ann)], [1, ask], [60, { type: 'tick' }])
    expect(waiting.state.asking.kind).toBe('pending')
    const { state, effects } = play(waiting.state, [61, { type: 'tick' }])
    expect(state.asking).toEqual({ kind: 'ended', why: 'expired' })
    expect(effects).toEqual([sent('-canceled')])
  })

  test.each(['disconnected', 'idle'] as const)('becomes the editor at once when the one asked becomes %s', (status) => {
    const left: HandoverEvent = { type: 'user-state', userId: ann, status }
    const { state, effects } = play(reviewing, [0, viewing(ann)], [1, ask], [2, left], [3, ask])
    expect(effects).toEqual([sent(''), sent('-canceled'), { do: 'take' }])
    expect(state.asking.kind).toBe('taking')
    expect(handOver(state, { type: 'taken', result: 'ok' }, 4000).effects).toEqual([{ do: 'go', to: 'edit' }])
  })

  test('goes to the editor when the request is approved', () => {
    const { effects } = play(reviewing, [0, viewing(ann)], [1, ask], [2, { type: 'editor-changed', userId: bob }])
    expect(effects.at(-1)).toEqual({ do: 'go', to: 'edit' })
  })

  test('learns that another user has become the editor', () => {
    const { state } = play(reviewing, [0, viewing(ann)], [1, ask], [2, { type: 'editor-changed', userId: cy }])
    expect(state.asking).toEqual({ kind: 'ended', why: 'other', byUserId: cy })
  })

  test('asks again after a restart of the server, which has forgotten the request', () => {
    const again: HandoverEvent = { type: 'joined', editorId: ann, editorStatus: 'viewing', requests: [] }
    const { state, effects } = play(reviewing, [0, viewing(ann)], [1, ask], [5, again])
    expect(effects).toEqual([sent(''), sent('')])
    expect(state.asking).toEqual({ kind: 'pending', until: 1000 + timings.handoverRequest })
  })

  test('asks again when the editor, too, is back after a restart, and may edit if they are not', () => {
    const again: HandoverEvent = { type: 'joined', editorId: ann, editorStatus: 'disconnected', requests: [] }
    const waiting = play(reviewing, [0, viewing(ann)], [1, ask], [5, again], [9, { type: 'tick' }])
    expect([waiting.state.asking.kind, waiting.effects]).toEqual(['pending', [sent('')]])
    const asked = play(waiting.state, [10, viewing(ann)], [16, { type: 'tick' }])
    expect(asked.state.asking).toEqual({ kind: 'pending', until: 1000 + timings.handoverRequest })
    expect(asked.effects).toEqual([sent('')])
    const left = play(waiting.state, [16, { type: 'tick' }])
    expect(left.state.asking).toEqual({ kind: 'ended', why: 'left' })
    expect(handOver(left.state, viewing(ann), 17_000).state.asking).toEqual({ kind: 'none' })
  })

  test('who may only view the deck from now on is told so', () => {
    const { state } = play(
      openHandover(bob, 'editor', bob),
      [1, { type: 'became-viewer', userId: bob }],
      [...([2, { type: 'editor-changed', userId: ann }] as const)],
    )
    expect(state.leaving).toEqual({ why: 'became-viewer', at: 2000 + timings.handover })
  })

  test('who may only view the deck from now on no longer waits for the editor', () => {
    const became: HandoverEvent = { type: 'became-viewer', userId: bob }
    const { state, effects } = play(reviewing, [0, viewing(ann)], [1, ask], [2, became], [70, { type: 'tick' }])
    expect(state.asking).toEqual({ kind: 'none' })
    expect(effects).toEqual([sent('')])
  })

  test.each(['removed', 'became-viewer'] as const)(
    'an owner who has not asked is offered the editor when the one who edits is %s, and one who has asked goes there',
    (type) => {
      const owner = openHandover(ann, 'review', bob)
      const lost: HandoverEvent = { type, userId: bob }
      const changed: HandoverEvent = { type: 'editor-changed', userId: ann }
      const reading = play(owner, [0, viewing(bob)], [1, lost], [2, changed])
      expect(reading.effects).toEqual([])
      expect(reading.state).toMatchObject({ editorId: ann, asking: { kind: 'ended', why: 'left' } })
      expect(play(reading.state, [3, ask]).effects).toEqual([{ do: 'go', to: 'edit' }])
      expect(play(owner, [0, viewing(bob)], [1, ask], [2, lost], [3, changed]).effects.at(-1)).toEqual({
        ...{ do: 'go', to: 'edit' },
      })
    },
  )

  test('who cannot reach the server is told so', () => {
    const { state } = play(reviewing, [0, ask], [1, { type: 'taken', result: 'failed' }])
    expect(state.asking).toEqual({ kind: 'ended', why: 'failed' })
  })
})

describe('the user who edits', () => {
  test('approves: everything is saved first, then the server is asked', () => {
    const asked = play(editing, [0, from(bob)], [1, { type: 'approve', userId: bob }])
    expect(asked.state.approving).toBe(bob)
    expect(asked.effects).toEqual([{ do: 'hand-over', userId: bob }])
    const failed = handOver(asked.state, { type: 'approved', ok: false }, 2000)
    expect(failed.state).toMatchObject({ approving: null, requests: [{ userId: bob }] })
  })

  test('dismisses, and the request is gone', () => {
    const { state, effects } = play(editing, [0, from(bob)], [1, { type: 'dismiss', userId: bob }])
    expect(state.requests).toEqual([])
    expect(effects).toEqual([sent('-denied', { user_id: bob })])
  })

  test('sees two requests, and approves one', () => {
    const { state, effects } = play(
      editing,
      ...([
        [0, from(bob)],
        [1, from(cy)],
        [1, from(bob)],
        [2, { type: 'approve', userId: cy }],
      ] as const),
      ...([
        [2, { type: 'approve', userId: bob }],
        [3, { type: 'editor-changed', userId: cy }],
      ] as const),
    )
    expect(effects).toEqual([{ do: 'hand-over', userId: cy }])
    expect(state).toMatchObject({ requests: [], editorId: cy, leaving: { why: 'editor-changed', byUserId: cy } })
  })

  test('does not see requests that were canceled, expired, or whose user left', () => {
    const asked = play(editing, [0, from(bob)]).state
    expect(play(asked, [1, { type: 'request-canceled', userId: bob }]).state.requests).toEqual([])
    expect(play(asked, [59, { type: 'tick' }]).state.requests).toHaveLength(1)
    expect(play(asked, [60, { type: 'tick' }]).state.requests).toEqual([])
    const left: HandoverEvent = { type: 'user-state', userId: bob, status: 'disconnected' }
    expect(play(asked, [1, left]).state.requests).toEqual([])
    expect(play(asked, [1, { type: 'removed', userId: bob }]).state.requests).toEqual([])
    expect(play(asked, [1, { type: 'became-viewer', userId: bob }]).state.requests).toEqual([])
  })

  test('finds the requests again after a reload', () => {
    const requests = [{ userId: bob, remaining: 20_000 }]
    const { state } = play(editing, [9, { type: 'joined', editorId: ann, editorStatus: 'viewing', requests }])
    expect(state.requests).toEqual([{ userId: bob, until: 29_000 }])
  })

  test('leaves for the review five seconds after another has become the editor, and once', () => {
    const lost = play(editing, [1, { type: 'editor-changed', userId: bob }])
    const seconds = [1, 2, 3, 4, 5, 6].map((at) => secondsUntil(lost.state.leaving?.at ?? 0, at * 1000))
    expect(seconds).toEqual([5, 4, 3, 2, 1, 0])
    const { effects } = play(lost.state, [5.9, { type: 'tick' }], [6, { type: 'tick' }], [7, { type: 'tick' }])
    expect(effects).toEqual([{ do: 'go', to: 'review' }])
  })

  test('stays after becoming the editor again in the countdown', () => {
    const { state, effects } = play(
      editing,
      ...([
        [1, { type: 'editor-changed', userId: bob }],
        [3, { type: 'editor-changed', userId: ann }],
      ] as const),
      [9, { type: 'tick' }],
    )
    expect(state.leaving).toBe(null)
    expect(effects).toEqual([])
  })

  test('finds out after a reconnect that another has become the editor', () => {
    const { state } = play(editing, [1, { type: 'joined', editorId: bob, editorStatus: 'viewing', requests: [] }])
    expect(state.leaving).toMatchObject({ why: 'editor-changed', byUserId: bob })
  })
})

test.each([editing, reviewing])('a removed user leaves for the own profile after five seconds', (page) => {
  const { effects } = play(
    page,
    ...([
      [1, { type: 'removed', userId: page.me }],
      [2, ask],
      [5.9, { type: 'tick' }],
      [6, { type: 'tick' }],
    ] as const),
  )
  expect(effects).toEqual([{ do: 'go', to: 'profile' }])
})

test('users who do not edit do not see requests', () => {
  expect(play(reviewing, [0, from(cy)]).state.requests).toEqual([])
})

test.each(Array.from({ length: 40 }, (_, seed) => seed))(
  'pages of four people agree on the editor after any events (%i)',
  (seed) => {
    expect(playHandover(seed)).toEqual([])
  },
)
