import { describe, expect, test } from 'vitest'
import type { OutlineSlide } from '../../../api/deck-pages/page-data.ts'
import { streamState } from '../../../api/stream/messages.ts'
import { findSlides, slideIndexAt, slideNumber, textWithoutTitle } from './deck-outline.ts'
import { followMessages } from './follow-messages.ts'
import { type DeckReport, ownChange } from './own-change.ts'
import { slidePoint } from './slide-point.ts'
import { commandOfDeckKey, type PressedKey, stageCommand } from './stage-keys.ts'
import {
  changed,
  firstState,
  isNewer,
  isToFollow,
  nextOrder,
  type StageState,
  screenOf,
  storedStage,
  togglePause,
} from './stage-state.ts'

const options = { present_controls: true, present_notes: true, present_upsizing: true }
const first = firstState(options)
const report: DeckReport = { type: 'changed', h: 0, v: 0, f: null, paused: false, overview: false, own: true }

describe('the order numbers of changes', () => {
  test('exceed every order seen, even if the clock is behind', () => {
    expect(nextOrder(0, 1000.7)).toBe(1000)
    expect(nextOrder(5000, 1000)).toBe(5001)
  })

  test('an outdated state is ignored, and a state without an order number counts as new', () => {
    expect(isNewer({ order: 4 }, { order: 5 })).toBe(false)
    expect(isNewer({ order: 5 }, { order: 5 })).toBe(true)
    expect(isNewer({}, { order: 5 })).toBe(true)
  })

  test('after a rehearsal with a fast clock, a talk with the right clock is followed from its first slide', () => {
    const [fast, right] = [9_000_000, 1_000_000]
    const rehearsed = changed({ ...first, publisher_id: 'ann' }, { indexh: 9 }, fast)
    const left: StageState = { ...rehearsed, publisher_id: null }
    const { running, order } = storedStage(JSON.stringify(left))
    expect(running).toBeNull()
    const begun: StageState = { ...first, publisher_id: 'ben', order: nextOrder(order, right) }
    expect(isNewer(begun, rehearsed)).toBe(true)
    // Waiting followers follow a talk even if its order is lower, but then never return to the earlier talk.
    expect(isToFollow({ ...begun, order: right }, left)).toBe(true)
    expect(isToFollow({ ...begun, order: right }, begun)).toBe(false)
    expect(isToFollow(changed(begun, { indexh: 1 }, right + 60), begun)).toBe(true)
  })

  test('at the largest possible order, the server accepts further changes and everybody follows them', () => {
    const last: StageState = { ...first, publisher_id: 'ann', order: Number.MAX_SAFE_INTEGER }
    const next = changed(last, { indexh: 1 }, 1_000_000)
    expect(streamState.safeParse(next).success).toBe(true)
    expect(isToFollow(next, last)).toBe(true)
    expect(nextOrder(storedStage(JSON.stringify(last)).order, 1_000_000)).toBe(Number.MAX_SAFE_INTEGER)
  })

  test('a running presentation is resumed, and an invalid state starts a new one', () => {
    const runs = { ...first, publisher_id: 'ann', indexh: 4, order: 7 }
    expect(storedStage(JSON.stringify(runs))).toEqual({ running: runs, order: 7 })
    for (const text of [null, 'null', '{', '{"publisher_id":"ann"}']) {
      expect(storedStage(text)).toEqual({ running: null, order: 0 })
    }
  })
})

describe('a pause', () => {
  test('hides the slides behind black or the requested white, and the same command shows them again', () => {
    const black = { ...first, ...togglePause(first, 'black') }
    expect([screenOf(first), screenOf(black), screenOf({ ...first, paused: true })]).toEqual([null, 'black', 'black'])
    const white = { ...black, ...togglePause(black, 'white') }
    expect(screenOf(white)).toBe('white')
    expect(screenOf({ ...white, ...togglePause(white, 'white') })).toBeNull()
  })

  test('turns the laser pointer off', () => {
    expect(togglePause({ ...first, light: { x: 0.5, y: 0.5 } }, 'black').light).toBeNull()
  })
})

describe('the messages to a deck', () => {
  test('contain the whole state at first, then only changes', () => {
    expect(followMessages(null, first)).toEqual([
      { type: 'options', controls: true, upsizing: true },
      { type: 'follow', h: 0, v: 0, f: null, paused: false, overview: false },
    ])
    expect(followMessages(first, changed(first, {}, 9))).toEqual([])
    expect(followMessages(first, { ...first, indexh: 2, indexf: 1 })).toEqual([
      { type: 'follow', h: 2, v: 0, f: 1, paused: false, overview: false },
    ])
  })

  test('a white screen gets its color before it is shown', () => {
    const types = followMessages(first, { ...first, paused: true, screen: 'white' }).map(({ type }) => type)
    expect(types).toEqual(['screen', 'follow'])
  })

  test('the laser pointer appears, moves and disappears', () => {
    const lit = { ...first, light: { x: 0.25, y: 0.5 } }
    expect(followMessages(first, lit)).toEqual([{ type: 'light', on: true, x: 0.25, y: 0.5 }])
    expect(followMessages(lit, { ...lit, light: { x: 0.25, y: 0.5 } })).toEqual([])
    expect(followMessages(lit, { ...lit, light: null })).toEqual([{ type: 'light', on: false, x: 0, y: 0 }])
  })
})

describe('a deck’s own move', () => {
  test('changes the presentation, but a followed move does not', () => {
    expect(ownChange(first, { ...report, h: 3 }, false)).toMatchObject({ indexh: 3, indexv: 0, indexf: null })
    expect(ownChange(first, { ...report, h: 3, own: false }, false)).toBeNull()
    expect(ownChange(first, report, false)).toBeNull()
  })

  test('hides the live address, as a pause does', () => {
    const shown: StageState = { ...first, address: true }
    expect(ownChange(shown, { ...report, h: 3 }, false)).toMatchObject({ indexh: 3, address: false })
    expect(ownChange(shown, { ...report, own: false }, false)).toBeNull()
    expect([togglePause(shown, 'black').address, togglePause({ ...shown, paused: true }, 'black').address]).toEqual([
      false,
      false,
    ])
    // A new presentation never starts with the live address shown.
    expect(firstState(options).address).toBe(false)
  })

  test('in the speaker’s own overview is not published until the speaker chooses a slide', () => {
    expect(ownChange(first, { ...report, h: 3, overview: true }, true)).toBeNull()
    expect(ownChange(first, { ...report, h: 3 }, true)).toMatchObject({ indexh: 3, overview: false })
    expect(ownChange(first, { ...report, overview: true }, false)).toMatchObject({ overview: true })
  })
})

const outline: readonly OutlineSlide[] = [
  { h: 0, v: 0, id: 'a', title: 'The heat of bees', text: 'The heat of bees' },
  { h: 1, v: 0, id: 'b', title: 'Why hives hum', text: 'Why hives hum' },
  { h: 1, v: 1, id: 'c', title: 'A hive in winter', text: 'A hive in winter' },
  { h: 2, v: 0, id: 'd', title: 'Heat 3 ways', text: 'Heat 3 ways' },
]

describe('the slide search', () => {
  const ids = (search: string) => findSlides(outline, search).map(({ id }) => id)
  test('finds slides by displayed number, by index, and by words', () => {
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

describe('the keys of presenting pages', () => {
  const press = (key: string, more: Partial<PressedKey> = {}) =>
    stageCommand({
      key,
      shift: false,
      modified: false,
      on: 'page',
      paused: false,
      overview: false,
      address: false,
      ...more,
    })
  test.each([
    ['ArrowRight', { do: 'move', to: 'right' }],
    ['PageDown', { do: 'move', to: 'next' }],
    ['b', { do: 'pause' }],
    ['B', { do: 'pause' }],
    ['.', { do: 'pause' }],
    ['w', { do: 'white' }],
    ['g', { do: 'jump' }],
    ['x', null],
  ])('key %s has the command %o', (key, command) => {
    expect(press(key)).toEqual(command)
  })

  test('during a pause no key changes the slide, and B ends the pause', () => {
    expect([press('ArrowRight', { paused: true }), press(' ', { paused: true, shift: true })]).toEqual([null, null])
    expect(press('b', { paused: true })).toEqual({ do: 'pause' })
  })

  test('keys typed in a field, keys that activate a button and browser shortcuts are no commands', () => {
    expect(press('ArrowRight', { on: 'field' })).toBeNull()
    expect(press(' ', { on: 'control' })).toBeNull()
    expect(press('PageDown', { on: 'control' })).toEqual({ do: 'move', to: 'next' })
    expect([press('ArrowRight', { on: 'choice' }), press(' ', { on: 'choice' })]).toEqual([null, null])
    expect(press('b', { on: 'choice' })).toEqual({ do: 'pause' })
    expect(press('r', { modified: true })).toBeNull()
    expect(press(' ', { shift: true })).toEqual({ do: 'move', to: 'prev' })
  })

  test('Q shows the live address even during a pause, and both Q and Escape hide it', () => {
    const show = { do: 'address' }
    expect([press('q'), press('q', { paused: true }), press('q', { address: true })]).toEqual([show, show, show])
    expect([press('Escape', { address: true }), press('Escape', { address: true, on: 'control' })]).toEqual([
      show,
      show,
    ])
    expect(press('Escape')).toEqual({ do: 'overview' })
    expect(commandOfDeckKey('q')).toEqual(show)
  })

  test('keys that the deck forwards have the same commands', () => {
    expect(commandOfDeckKey('w')).toEqual(press('w'))
    expect(commandOfDeckKey('e')).toBeNull()
  })
})

describe('the laser pointer', () => {
  test('has a position relative to the slide, regardless of the slide’s position in its frame', () => {
    const wide = { left: 100, top: 0, width: 1920, height: 700 }
    const fit = { margin: 0, maxScale: 10, slide: { width: 960, height: 700 } }
    expect(slidePoint(1060, 350, wide, fit)).toEqual({ x: 0.5, y: 0.5 })
    expect(slidePoint(580, 0, wide, fit)).toEqual({ x: 0, y: 0 })
    expect(slidePoint(0, 2000, wide, fit)).toEqual({ x: 0, y: 1 })
    expect(slidePoint(1060 + 240, 350, { ...wide, height: 1400 }, { ...fit, maxScale: 1 }).x).toBe(0.75)
    // A wide slide fills the box's width instead of its height.
    expect(slidePoint(100 + 480, 350, wide, { ...fit, slide: { width: 1920, height: 350 } })).toEqual({
      x: 0.25,
      y: 0.5,
    })
  })
})

test('a slide’s other words leave out its title, wherever it stands', () => {
  const rest = (title: string, text: string) => textWithoutTitle({ title, text })
  expect(rest('The bees', 'The bees return')).toBe('return')
  expect(rest('The bees', 'Spring The bees return')).toBe('Spring return')
  expect(rest('The bees', 'Spring The bees')).toBe('Spring')
  expect(rest('art', 'Start with art today')).toBe('Start with today')
  expect(rest('All of', 'All of')).toBe('')
  expect(rest('Cut after many …', 'Cut after many words')).toBe('Cut after many words')
  expect(rest('', 'Words')).toBe('Words')
})
