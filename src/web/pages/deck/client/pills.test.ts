// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { overrideDevice } from '../../../../ui/device.ts'
import type { DeckPosition, DeckView } from './deck-view.ts'
import type { PageScriptData } from './page-script-data.ts'
import { showInstructions, showSummaryPill } from './pills.ts'

const visitor: PageScriptData = {
  view: 'show',
  deckId: 1,
  signedInAs: null,
  slides: [
    [0, 0, 'a'],
    [1, 0, 'b'],
    [1, 1, 'c'],
    [2, 0, 'd'],
  ],
}

let arrive: (position: DeckPosition) => void = () => {}
const view = {
  onPosition: (listener: (position: DeckPosition) => void) => {
    arrive = listener
  },
} as DeckView

const isShown = (kind: string): boolean =>
  document.querySelector<HTMLElement>(`[data-${kind}-pill]`)?.dataset.shown === 'true'

/** Advances the fake timers by `ms`. */
const pass = (ms: number): void => void vi.advanceTimersByTime(ms)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame'] })
  localStorage.clear()
  overrideDevice('computer')
  document.body.innerHTML = ['summary', 'navigation', 'vertical']
    .map((kind) => `<div data-${kind}-pill hidden></div>`)
    .join('')
})

afterEach(() => {
  vi.useRealTimers()
  overrideDevice(null)
})

test('the author is shown 1 s after the page has loaded, for 6 s', () => {
  showSummaryPill()
  pass(980)
  expect(isShown('summary')).toBe(false)
  pass(60)
  expect(isShown('summary')).toBe(true)
  pass(5_900)
  expect(isShown('summary')).toBe(true)
  pass(100)
  expect(isShown('summary')).toBe(false)
})

describe('the navigation instruction', () => {
  test('is shown after 6 s', () => {
    showInstructions(view, visitor)
    arrive({ h: 0, v: 0 })
    pass(5_900)
    expect(isShown('navigation')).toBe(false)
    pass(200)
    expect(isShown('navigation')).toBe(true)
    arrive({ h: 1, v: 0 })
    pass(50)
    expect(isShown('navigation')).toBe(false)
  })

  test('is not shown after the user has moved', () => {
    showInstructions(view, visitor)
    arrive({ h: 0, v: 0 })
    arrive({ h: 1, v: 0 })
    pass(10_000)
    expect(isShown('navigation')).toBe(false)
  })

  test('for stacks is shown 1 s after the user reaches a stack', () => {
    showInstructions(view, visitor)
    arrive({ h: 1, v: 0 })
    pass(900)
    expect(isShown('vertical')).toBe(false)
    pass(200)
    expect(isShown('vertical')).toBe(true)
  })

  test('for stacks is not shown on a stack’s last slide, or if the user left the stack within 1 s', () => {
    showInstructions(view, visitor)
    arrive({ h: 1, v: 1 })
    pass(1_100)
    expect(isShown('vertical')).toBe(false)
    arrive({ h: 1, v: 0 })
    pass(500)
    arrive({ h: 2, v: 0 })
    pass(2_000)
    expect(isShown('vertical')).toBe(false)
  })

  test('is shown once per kind and browser', () => {
    showInstructions(view, visitor)
    arrive({ h: 1, v: 0 })
    pass(20_000)
    showInstructions(view, visitor)
    arrive({ h: 1, v: 0 })
    pass(20_000)
    expect([isShown('navigation'), isShown('vertical')]).toEqual([false, false])
  })

  test.each([
    ['to a signed-in user', { ...visitor, signedInAs: 'ada' }, 'computer'],
    ['on a phone', visitor, 'phone'],
    ['on a tablet', visitor, 'tablet'],
    ['in a deck of one slide', { ...visitor, slides: [[0, 0, 'a']] }, 'computer'],
  ] as const)('is not shown %s', (_what, data, device) => {
    overrideDevice(device)
    showInstructions(view, data as PageScriptData)
    pass(20_000)
    expect(isShown('navigation')).toBe(false)
  })

  test('is not shown without localStorage', () => {
    const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('QuotaExceeded')
    })
    showInstructions(view, visitor)
    pass(20_000)
    expect(isShown('navigation')).toBe(false)
    refuse.mockRestore()
  })
})
