import { describe, expect, test, vi } from 'vitest'
import type { SentState } from '../../../api/stream/messages.ts'
import type { LiveSnapshot, LiveStream } from '../../../realtime/live/client.ts'
import { reloadWhenNewer } from './reload-when-newer.ts'
import { showOnceJoined } from './show-once-joined.ts'
import { openStageLink, type WindowChannel } from './stage-link.ts'
import { firstState, type StageState } from './stage-state.ts'

const first = firstState({ present_controls: true, present_notes: true, present_upsizing: true })

/** Connected channels of several windows: a message of one reaches all others. */
function windows(): () => WindowChannel {
  const all: WindowChannel[] = []
  return () => {
    const own: WindowChannel = {
      onmessage: null,
      close: () => {},
      postMessage: (data: unknown) => {
        for (const other of all) {
          if (other !== own) other.onmessage?.call(other as BroadcastChannel, { data } as MessageEvent)
        }
      },
    }
    all.push(own)
    return own
  }
}

/** A fake stream: records what is published, and simulates what is received. */
function fakeStream() {
  const listeners = new Set<() => void>()
  const sent: SentState[] = []
  let live: LiveSnapshot = {
    ...{ state: null, fromOther: true, connection: 'connected', status: 'none', retry: null, reconnectIn: null },
    ...{ subscribers: 0, publishing: true, refused: null, unanswered: false },
  }
  const stream: LiveStream = {
    publisherId: 'me',
    snapshot: () => live,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    publish: (state) => void sent.push(state),
    takeOver: () => {},
    retryNow: () => {},
    close: () => {},
  }
  const receive = (changes: Partial<LiveSnapshot>): void => {
    live = { ...live, ...changes }
    for (const listener of listeners) listener()
  }
  return { stream, sent, receive }
}

describe('windows of one browser', () => {
  test('are synchronized without a network, and a window opened later gets the current state', () => {
    const open = windows()
    const presenter = openStageLink({ first, stream: null, channel: open() })
    const speaker = openStageLink({ first, stream: null, channel: open() })
    speaker.change({ indexh: 4 })
    expect(presenter.snapshot().state.indexh).toBe(4)
    presenter.change({ paused: true })
    expect(speaker.snapshot().state).toEqual(presenter.snapshot().state)
    const third = openStageLink({ first, stream: null, channel: open() })
    expect(third.snapshot().state.indexh).toBe(4)
  })

  test('are not moved back by an outdated state from the network', () => {
    const open = windows()
    const { stream, sent, receive } = fakeStream()
    const presenter = openStageLink({ first, stream, channel: open(), now: () => 1000 })
    const speaker = openStageLink({ first, stream: fakeStream().stream, channel: open(), now: () => 1000 })
    speaker.change({ indexh: 1 })
    const late = speaker.snapshot().state
    speaker.change({ indexh: 2 })
    receive({ state: { ...late, publisher_id: 'other' }, fromOther: true })
    expect(presenter.snapshot().state.indexh).toBe(2)
    // The author of the outdated state gets the newer state.
    expect(sent.at(-1)).toMatchObject({ indexh: 2 })
    expect(sent.at(-1)).not.toHaveProperty('publisher_id')
  })

  test('publish the newest state of all windows after a reconnect', () => {
    const open = windows()
    const { stream, sent, receive } = fakeStream()
    const presenter = openStageLink({ first, stream, channel: open() })
    const speaker = openStageLink({ first, stream: null, channel: open() })
    presenter.change({ indexh: 1 })
    receive({ connection: 'disconnected', publishing: false })
    speaker.change({ indexh: 7 })
    expect(sent.at(-1)).toMatchObject({ indexh: 1 })
    receive({ connection: 'reconnected', publishing: true })
    expect(sent.at(-1)).toMatchObject({ indexh: 7 })
  })

  test('publish through a window with a connection, and only once', () => {
    const open = windows()
    const { stream, sent } = fakeStream()
    const there = fakeStream()
    openStageLink({ first, stream, channel: open() })
    const speaker = openStageLink({ first, stream: there.stream, channel: open() })
    speaker.change({ indexh: 1 })
    expect([sent.length, there.sent.length]).toEqual([0, 1])
    there.receive({ connection: 'disconnected', publishing: false })
    speaker.change({ indexh: 2 })
    expect(sent).toEqual([expect.objectContaining({ indexh: 2 })])
  })

  test('publish a move made during a takeover through the window that took over', () => {
    const open = windows()
    const [older, later] = [fakeStream(), fakeStream()]
    later.receive({ connection: 'disconnected', publishing: false })
    const before = openStageLink({ first, stream: older.stream, channel: open() })
    const after = openStageLink({ first, stream: later.stream, channel: open() })
    later.receive({ connection: 'connected', publishing: true })
    before.change({ indexh: 1 })
    expect([older.sent.length, later.sent.length]).toEqual([1, 0])
    older.receive({ publishing: false })
    expect(later.sent).toEqual([expect.objectContaining({ indexh: 1 })])
    before.change({ indexh: 2 })
    expect(after.snapshot().state.indexh).toBe(2)
  })

  test('do not publish a move again that the server sent before the takeover', () => {
    const open = windows()
    const [older, later] = [fakeStream(), fakeStream()]
    const before = openStageLink({ first, stream: older.stream, channel: open() })
    openStageLink({ first, stream: later.stream, channel: open() })
    before.change({ indexh: 1 })
    later.receive({ state: { ...before.snapshot().state, publisher_id: 'other' }, fromOther: true })
    older.receive({ publishing: false })
    expect(later.sent).toEqual([])
  })

  test('a page that takes over publishes its state, and a page that joins does not', () => {
    const { stream, sent, receive } = fakeStream()
    receive({ connection: 'disconnected', publishing: false })
    openStageLink({ first, stream, channel: null })
    receive({ connection: 'connected', publishing: true })
    expect(sent).toEqual([])
    receive({ connection: 'disconnected', publishing: false })
    receive({ connection: 'reconnected', publishing: false })
    const other = { ...first, publisher_id: 'other', indexh: 8, order: Date.now() + 1000 }
    receive({ state: other, fromOther: true })
    const before = sent.length
    receive({ publishing: true })
    expect(sent.slice(before)).toEqual([expect.objectContaining({ indexh: 8 })])
  })

  test('a state without an order number is followed only if it has a publisher', () => {
    const { stream, receive } = fakeStream()
    const link = openStageLink({ first, stream, channel: null })
    link.change({ indexh: 3 })
    const { order: _none, ...bare } = first as StageState
    receive({ state: { ...bare, indexh: 4 }, fromOther: true })
    expect(link.snapshot().state.indexh).toBe(3)
    receive({ state: { ...bare, publisher_id: 'other', indexh: 5 }, fromOther: true })
    expect(link.snapshot().state.indexh).toBe(5)
  })

  test('windows with different versions of the deck show the same slide', () => {
    const open = windows()
    const { stream, sent, receive } = fakeStream()
    const slides = (ids: string) => [...ids].map((id, h) => ({ h, v: 0, id }))
    const presenter = openStageLink({ first, stream, channel: open(), deck: { version: 5, slides: slides('abcd') } })
    const later = { version: 6, slides: slides('xabc') }
    const speaker = openStageLink({ first, stream: fakeStream().stream, channel: open(), deck: later })
    presenter.change({ indexh: 1 })
    expect(speaker.snapshot().state.indexh).toBe(2)
    expect(sent.at(-1)).toMatchObject({ indexh: 1, slide: 'b' })
    speaker.change({ indexh: 3 })
    expect(presenter.snapshot().state.indexh).toBe(2)
    receive({
      state: { ...first, publisher_id: 'other', indexh: 1, slide: 'd', order: Date.now() + 1000 },
      fromOther: true,
    })
    expect(presenter.snapshot().state.indexh).toBe(3)
  })
})

describe('a presenting page', () => {
  test('publishes its user’s settings, including earlier changes, once it has joined', async () => {
    const { stream, sent, receive } = fakeStream()
    receive({ connection: 'disconnected', publishing: false })
    const kept = { present_controls: false, present_notes: false, version: 5 }
    const opened = openStageLink({ first: { ...first, ...kept }, stream, channel: null })
    const link = showOnceJoined(opened, stream, kept)
    link.change({ present_notes: true })
    // The running presentation has moved on meanwhile, with the settings of the previous page.
    const running = { ...first, publisher_id: 'other', indexh: 3, present_notes: false, order: Date.now() + 1000 }
    receive({ state: running, fromOther: true })
    receive({ connection: 'connected', publishing: true })
    const shown = { indexh: 3, present_controls: false, present_notes: true, version: 5 }
    expect(link.snapshot().state).toMatchObject(shown)
    await expect.poll(() => sent.at(-1)).toMatchObject(shown)
    // Only once: later changes are kept after a reconnect.
    link.change({ present_controls: true })
    receive({ connection: 'disconnected', publishing: false })
    receive({ connection: 'reconnected', publishing: true })
    expect(sent.at(-1)).toMatchObject({ present_controls: true, present_notes: true })
  })
})

describe('a speaker view', () => {
  test('is reloaded once for each newer version that the presenter shows, and never for an older version', () => {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }
    const reload = vi.fn()
    const link = openStageLink({ first: { ...first, version: 5 }, stream: null, channel: null })
    reloadWhenNewer(link, { id: 7, version: 5 }, reload, storage)
    link.change({ version: 4 })
    expect(reload).not.toHaveBeenCalled()
    link.change({ version: 6 })
    link.change({ indexh: 2 })
    // Even if the reloaded page still has an older version.
    reloadWhenNewer(link, { id: 7, version: 5 }, reload, storage)
    expect(reload).toHaveBeenCalledTimes(1)
  })
})
