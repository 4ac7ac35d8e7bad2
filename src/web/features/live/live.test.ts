import { describe, expect, test, vi } from 'vitest'
import type { OutlineSlide } from '../../../api/deck-pages/page-data.ts'
import type { LiveSnapshot, LiveStream } from '../../../realtime/live/client.ts'
import { type SentState, streamState } from '../../../realtime/live/messages.ts'
import { findSlides, slideIndexAt, slideNumber } from './deck-outline.ts'
import { followMessages } from './follow-messages.ts'
import { type DeckReport, ownChange } from './own-change.ts'
import { reloadWhenNewer } from './reload-when-newer.ts'
import { slidePoint } from './slide-point.ts'
import { commandOfDeckKey, type PressedKey, stageCommand } from './stage-keys.ts'
import { openStageLink, type WindowChannel } from './stage-link.ts'
import {
  changed,
  firstState,
  isNewer,
  isToFollow,
  keptStage,
  nextOrder,
  type StageState,
  screenOf,
  turned,
} from './stage-state.ts'

const options = { present_controls: true, present_notes: true, present_upsizing: true }
const first = firstState(options)
const report: DeckReport = { type: 'changed', h: 0, v: 0, f: null, paused: false, overview: false, own: true }

describe('the order of changes', () => {
  test('is later than everything seen, whatever the clock says', () => {
    expect(nextOrder(0, 1000.7)).toBe(1000)
    expect(nextOrder(5000, 1000)).toBe(5001)
  })

  test('a state that comes late does not win, and one without an order counts as new', () => {
    expect(isNewer({ order: 4 }, { order: 5 })).toBe(false)
    expect(isNewer({ order: 5 }, { order: 5 })).toBe(true)
    expect(isNewer({}, { order: 5 })).toBe(true)
  })

  test('after a rehearsal with a fast clock, a talk with the right one is followed from its first slide', () => {
    const [fast, right] = [9_000_000, 1_000_000]
    const rehearsed = changed({ ...first, publisher_id: 'ann' }, { indexh: 9 }, fast)
    const left: StageState = { ...rehearsed, publisher_id: null }
    const { running, order } = keptStage(JSON.stringify(left))
    expect(running).toBeNull()
    const begun: StageState = { ...first, publisher_id: 'ben', order: nextOrder(order, right) }
    expect(isNewer(begun, rehearsed)).toBe(true)
    // Also one who knew nothing of the rehearsal is followed by those who wait; and nobody goes back after that.
    expect(isToFollow({ ...begun, order: right }, left)).toBe(true)
    expect(isToFollow({ ...begun, order: right }, begun)).toBe(false)
    expect(isToFollow(changed(begun, { indexh: 1 }, right + 60), begun)).toBe(true)
  })

  test('at the largest order there is, the server takes what comes and everybody goes along', () => {
    const last: StageState = { ...first, publisher_id: 'ann', order: Number.MAX_SAFE_INTEGER }
    const next = changed(last, { indexh: 1 }, 1_000_000)
    expect(streamState.safeParse(next).success).toBe(true)
    expect(isToFollow(next, last)).toBe(true)
    expect(nextOrder(keptStage(JSON.stringify(last)).order, 1_000_000)).toBe(Number.MAX_SAFE_INTEGER)
  })

  test('a presentation that runs is gone on with, and what is no state begins anew', () => {
    const runs = { ...first, publisher_id: 'ann', indexh: 4, order: 7 }
    expect(keptStage(JSON.stringify(runs))).toEqual({ running: runs, order: 7 })
    for (const text of [null, 'null', '{', '{"publisher_id":"ann"}']) {
      expect(keptStage(text)).toEqual({ running: null, order: 0 })
    }
  })
})

describe('a pause', () => {
  test('hides the slides behind black unless white was asked for, and the same again shows them', () => {
    const black = { ...first, ...turned(first, 'black') }
    expect([screenOf(first), screenOf(black), screenOf({ ...first, paused: true })]).toEqual([null, 'black', 'black'])
    const white = { ...black, ...turned(black, 'white') }
    expect(screenOf(white)).toBe('white')
    expect(screenOf({ ...white, ...turned(white, 'white') })).toBeNull()
  })

  test('puts the light out', () => {
    expect(turned({ ...first, light: { x: 0.5, y: 0.5 } }, 'black').light).toBeNull()
  })
})

describe('what a deck is told', () => {
  test('is everything at first, then only what is new', () => {
    expect(followMessages(null, first)).toEqual([
      { type: 'options', controls: true, upsizing: true },
      { type: 'follow', h: 0, v: 0, f: null, paused: false, overview: false },
    ])
    expect(followMessages(first, changed(first, {}, 9))).toEqual([])
    expect(followMessages(first, { ...first, indexh: 2, indexf: 1 })).toEqual([
      { type: 'follow', h: 2, v: 0, f: 1, paused: false, overview: false },
    ])
  })

  test('a white screen has its colour before it shows', () => {
    const types = followMessages(first, { ...first, paused: true, screen: 'white' }).map(({ type }) => type)
    expect(types).toEqual(['screen', 'follow'])
  })

  test('a light comes, moves and goes', () => {
    const lit = { ...first, light: { x: 0.25, y: 0.5 } }
    expect(followMessages(first, lit)).toEqual([{ type: 'light', on: true, x: 0.25, y: 0.5 }])
    expect(followMessages(lit, { ...lit, light: { x: 0.25, y: 0.5 } })).toEqual([])
    expect(followMessages(lit, { ...lit, light: null })).toEqual([{ type: 'light', on: false, x: 0, y: 0 }])
  })
})

describe('what a deck’s own step changes for everybody', () => {
  test('a step does, following does not', () => {
    expect(ownChange(first, { ...report, h: 3 }, false)).toMatchObject({ indexh: 3, indexv: 0, indexf: null })
    expect(ownChange(first, { ...report, h: 3, own: false }, false)).toBeNull()
    expect(ownChange(first, report, false)).toBeNull()
  })

  test('nobody is led along while the speaker looks for a slide in their own overview', () => {
    expect(ownChange(first, { ...report, h: 3, overview: true }, true)).toBeNull()
    expect(ownChange(first, { ...report, h: 3 }, true)).toMatchObject({ indexh: 3, overview: false })
    expect(ownChange(first, { ...report, overview: true }, false)).toMatchObject({ overview: true })
  })
})

const outline: readonly OutlineSlide[] = [
  { h: 0, v: 0, id: 'a', text: 'The heat of bees' },
  { h: 1, v: 0, id: 'b', text: 'Why hives hum' },
  { h: 1, v: 1, id: 'c', text: 'A hive in winter' },
  { h: 2, v: 0, id: 'd', text: 'Heat 3 ways' },
]

describe('a slide is found', () => {
  const ids = (search: string) => findSlides(outline, search).map(({ id }) => id)
  test('by the number people know, by its place, and by its words', () => {
    expect(outline.map(slideNumber)).toEqual(['1', '2', '2.2', '3'])
    expect(ids('2.2')).toEqual(['c'])
    expect(ids('3')).toEqual(['d', 'c'])
    expect(ids(' HEAT bees ')).toEqual(['a'])
    expect(ids('hive')).toEqual(['b', 'c'])
    expect(ids('')).toHaveLength(4)
    expect(ids('wasps')).toEqual([])
    expect(slideIndexAt(outline, { h: 1, v: 1 })).toBe(2)
    expect(slideIndexAt(outline, { h: 9, v: 0 })).toBe(-1)
  })
})

describe('the keys of a stage', () => {
  const press = (key: string, more: Partial<PressedKey> = {}) =>
    stageCommand({ key, shift: false, modified: false, on: 'page', paused: false, overview: false, ...more })
  test.each([
    ['ArrowRight', { do: 'move', to: 'right' }],
    ['PageDown', { do: 'move', to: 'next' }],
    ['b', { do: 'pause' }],
    ['B', { do: 'pause' }],
    ['.', { do: 'pause' }],
    ['w', { do: 'white' }],
    ['g', { do: 'jump' }],
    ['x', null],
  ])('%s', (key, command) => {
    expect(press(key)).toEqual(command)
  })

  test('while paused nothing turns the pages, and B goes on', () => {
    expect([press('ArrowRight', { paused: true }), press(' ', { paused: true, shift: true })]).toEqual([null, null])
    expect(press('b', { paused: true })).toEqual({ do: 'pause' })
  })

  test('a field keeps its keys, a button those that press it, and the browser its own', () => {
    expect(press('ArrowRight', { on: 'field' })).toBeNull()
    expect(press(' ', { on: 'control' })).toBeNull()
    expect(press('PageDown', { on: 'control' })).toEqual({ do: 'move', to: 'next' })
    expect([press('ArrowRight', { on: 'choice' }), press(' ', { on: 'choice' })]).toEqual([null, null])
    expect(press('b', { on: 'choice' })).toEqual({ do: 'pause' })
    expect(press('r', { modified: true })).toBeNull()
    expect(press(' ', { shift: true })).toEqual({ do: 'move', to: 'prev' })
  })

  test('those pressed in the deck mean the same', () => {
    expect(commandOfDeckKey('w')).toEqual(press('w'))
    expect(commandOfDeckKey('e')).toBeNull()
  })
})

describe('pointing', () => {
  test('is told as parts of the slide, wherever the slide stands in its frame', () => {
    const wide = { left: 100, top: 0, width: 1920, height: 700 }
    const fit = { margin: 0, maxScale: 10 }
    expect(slidePoint(1060, 350, wide, fit)).toEqual({ x: 0.5, y: 0.5 })
    expect(slidePoint(580, 0, wide, fit)).toEqual({ x: 0, y: 0 })
    expect(slidePoint(0, 2000, wide, fit)).toEqual({ x: 0, y: 1 })
    expect(slidePoint(1060 + 240, 350, { ...wide, height: 1400 }, { margin: 0, maxScale: 1 }).x).toBe(0.75)
  })
})

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
