import { describe, expect, test, vi } from 'vitest'
import type { SentState } from '../../../api/stream/messages.ts'
import type { LiveSnapshot, LiveStream } from '../../../realtime/live/client.ts'
import { reloadWhenNewer } from './reload-when-newer.ts'
import { showOnceJoined } from './show-once-joined.ts'
import { openStageLink, type WindowChannel } from './stage-link.ts'
import { firstState, type StageState } from './stage-state.ts'

const first = firstState({ present_controls: true, present_notes: true, present_upsizing: true })

/** Windows of one browser: what one says, all others hear. */
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

/** A stream in the test's hand: what was sent over it, and what comes from it. */
function fakeStream() {
  const listeners = new Set<() => void>()
  const sent: SentState[] = []
  let live: LiveSnapshot = {
    ...{ state: null, fromOther: true, connection: 'connected', status: 'none', retry: null, reconnectIn: null },
    ...{ subscribers: 0, publishing: true, refused: null },
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
  const hear = (changes: Partial<LiveSnapshot>): void => {
    live = { ...live, ...changes }
    for (const listener of listeners) listener()
  }
  return { stream, sent, hear }
}

describe('windows beside each other', () => {
  test('are in step without any network, and one that opens later asks where the others are', () => {
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

  test('a state that the network brings late does not take them back', () => {
    const open = windows()
    const { stream, sent, hear } = fakeStream()
    const presenter = openStageLink({ first, stream, channel: open(), now: () => 1000 })
    const speaker = openStageLink({ first, stream: fakeStream().stream, channel: open(), now: () => 1000 })
    speaker.change({ indexh: 1 })
    const late = speaker.snapshot().state
    speaker.change({ indexh: 2 })
    hear({ state: { ...late, publisher_id: 'other' }, fromOther: true })
    expect(presenter.snapshot().state.indexh).toBe(2)
    // And whoever said so late is told what has become of it.
    expect(sent.at(-1)).toMatchObject({ indexh: 2 })
    expect(sent.at(-1)).not.toHaveProperty('publisher_id')
  })

  test('when the network is back, the newest state goes out, whoever made it', () => {
    const open = windows()
    const { stream, sent, hear } = fakeStream()
    const presenter = openStageLink({ first, stream, channel: open() })
    const speaker = openStageLink({ first, stream: null, channel: open() })
    presenter.change({ indexh: 1 })
    hear({ connection: 'disconnected', publishing: false })
    speaker.change({ indexh: 7 })
    expect(sent.at(-1)).toMatchObject({ indexh: 1 })
    hear({ connection: 'reconnected', publishing: true })
    expect(sent.at(-1)).toMatchObject({ indexh: 7 })
  })

  test('a window without the network is heard by everybody through one that has it, and nothing is said twice', () => {
    const open = windows()
    const { stream, sent } = fakeStream()
    const there = fakeStream()
    openStageLink({ first, stream, channel: open() })
    const speaker = openStageLink({ first, stream: there.stream, channel: open() })
    speaker.change({ indexh: 1 })
    expect([sent.length, there.sent.length]).toEqual([0, 1])
    there.hear({ connection: 'disconnected', publishing: false })
    speaker.change({ indexh: 2 })
    expect(sent).toEqual([expect.objectContaining({ indexh: 2 })])
  })

  test('a step that a window takes while another one takes over reaches everybody through that one', () => {
    const open = windows()
    const [older, later] = [fakeStream(), fakeStream()]
    later.hear({ connection: 'disconnected', publishing: false })
    const before = openStageLink({ first, stream: older.stream, channel: open() })
    const after = openStageLink({ first, stream: later.stream, channel: open() })
    later.hear({ connection: 'connected', publishing: true })
    before.change({ indexh: 1 })
    expect([older.sent.length, later.sent.length]).toEqual([1, 0])
    older.hear({ publishing: false })
    expect(later.sent).toEqual([expect.objectContaining({ indexh: 1 })])
    before.change({ indexh: 2 })
    expect(after.snapshot().state.indexh).toBe(2)
  })

  test('a step that the network brought before another window took over is not sent again', () => {
    const open = windows()
    const [older, later] = [fakeStream(), fakeStream()]
    const before = openStageLink({ first, stream: older.stream, channel: open() })
    openStageLink({ first, stream: later.stream, channel: open() })
    before.change({ indexh: 1 })
    later.hear({ state: { ...before.snapshot().state, publisher_id: 'other' }, fromOther: true })
    older.hear({ publishing: false })
    expect(later.sent).toEqual([])
  })

  test('who takes over tells where the talk is by then, and who joins it says nothing', () => {
    const { stream, sent, hear } = fakeStream()
    hear({ connection: 'disconnected', publishing: false })
    openStageLink({ first, stream, channel: null })
    hear({ connection: 'connected', publishing: true })
    expect(sent).toEqual([])
    hear({ connection: 'disconnected', publishing: false })
    hear({ connection: 'reconnected', publishing: false })
    const other = { ...first, publisher_id: 'other', indexh: 8, order: Date.now() + 1000 }
    hear({ state: other, fromOther: true })
    const before = sent.length
    hear({ publishing: true })
    expect(sent.slice(before)).toEqual([expect.objectContaining({ indexh: 8 })])
  })

  test('a state of somebody else’s making, without an order, is followed; one of nobody is not', () => {
    const { stream, hear } = fakeStream()
    const link = openStageLink({ first, stream, channel: null })
    link.change({ indexh: 3 })
    const { order: _none, ...bare } = first as StageState
    hear({ state: { ...bare, indexh: 4 }, fromOther: true })
    expect(link.snapshot().state.indexh).toBe(3)
    hear({ state: { ...bare, publisher_id: 'other', indexh: 5 }, fromOther: true })
    expect(link.snapshot().state.indexh).toBe(5)
  })

  test('windows that show different versions of the deck are on the same slide', () => {
    const open = windows()
    const { stream, sent, hear } = fakeStream()
    const slides = (ids: string) => [...ids].map((id, h) => ({ h, v: 0, id }))
    const presenter = openStageLink({ first, stream, channel: open(), deck: { version: 5, slides: slides('abcd') } })
    const later = { version: 6, slides: slides('xabc') }
    const speaker = openStageLink({ first, stream: fakeStream().stream, channel: open(), deck: later })
    presenter.change({ indexh: 1 })
    expect(speaker.snapshot().state.indexh).toBe(2)
    expect(sent.at(-1)).toMatchObject({ indexh: 1, slide: 'b' })
    speaker.change({ indexh: 3 })
    expect(presenter.snapshot().state.indexh).toBe(2)
    hear({
      state: { ...first, publisher_id: 'other', indexh: 1, slide: 'd', order: Date.now() + 1000 },
      fromOther: true,
    })
    expect(presenter.snapshot().state.indexh).toBe(3)
  })
})

describe('a page that presents', () => {
  test('shows everybody its person’s settings once it has joined, and what was chosen before that', async () => {
    const { stream, sent, hear } = fakeStream()
    hear({ connection: 'disconnected', publishing: false })
    const kept = { present_controls: false, present_notes: false, version: 5 }
    const opened = openStageLink({ first: { ...first, ...kept }, stream, channel: null })
    const link = showOnceJoined(opened, stream, kept)
    link.change({ present_notes: true })
    // The presentation that runs has moved on meanwhile, with the settings of the page before.
    const running = { ...first, publisher_id: 'other', indexh: 3, present_notes: false, order: Date.now() + 1000 }
    hear({ state: running, fromOther: true })
    hear({ connection: 'connected', publishing: true })
    const shown = { indexh: 3, present_controls: false, present_notes: true, version: 5 }
    expect(link.snapshot().state).toMatchObject(shown)
    await expect.poll(() => sent.at(-1)).toMatchObject(shown)
    // Once: what is chosen later is not taken back when the network has been away.
    link.change({ present_controls: true })
    hear({ connection: 'disconnected', publishing: false })
    hear({ connection: 'reconnected', publishing: true })
    expect(sent.at(-1)).toMatchObject({ present_controls: true, present_notes: true })
  })
})

describe('a speaker view', () => {
  test('is loaded again once for each newer version that the presenter shows, and for no older one', () => {
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
    // Also when the page that was loaded is still an older one.
    reloadWhenNewer(link, { id: 7, version: 5 }, reload, storage)
    expect(reload).toHaveBeenCalledTimes(1)
  })
})
