// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { watchTapZones } from './tap-zones.ts'

let steps: string[]
let end: () => void
let counts: boolean

function watch(rtl = false): HTMLElement {
  document.body.innerHTML = '<div class="reveal"><section><p>Words <a href="#/1">a link</a></p></section></div>'
  const root = document.querySelector<HTMLElement>('.reveal')!
  end = watchTapZones({ root, rtl, enabled: () => counts, step: (to) => steps.push(to) })
  return root
}

/** A touch tap, in a window 1000 px wide. */
function tap(
  target: Element,
  x: number,
  more: { to?: number; ms?: number; type?: string; second?: boolean } = {},
): void {
  const send = (name: string, clientX: number, at: number) => {
    const event = new MouseEvent(name, { bubbles: true, clientX, clientY: 100 })
    const fields = { pointerType: more.type ?? 'touch', isPrimary: !more.second, pointerId: 1, timeStamp: at }
    for (const [key, value] of Object.entries(fields)) Object.defineProperty(event, key, { value })
    target.dispatchEvent(event)
  }
  send('pointerdown', x, 1000)
  send('pointerup', more.to ?? x, 1000 + (more.ms ?? 80))
}

beforeEach(() => {
  steps = []
  counts = true
  Object.defineProperty(window, 'innerWidth', { value: 1000, configurable: true })
})
afterEach(() => end())

describe('a touch tap', () => {
  test('steps forward at the right side, back at the left, and does nothing in the middle', () => {
    const root = watch()
    for (const x of [990, 801, 799, 500, 201, 199, 5]) tap(root, x)
    expect(steps).toEqual(['next', 'next', 'prev', 'prev'])
  })

  test('steps the other way in right-to-left decks', () => {
    const root = watch(true)
    tap(root, 990)
    tap(root, 5)
    expect(steps).toEqual(['prev', 'next'])
  })

  test.each([
    ['that swipes', { to: 900 }],
    ['that rests', { ms: 700 }],
    ['beside another one', { second: true }],
  ])('%s is no step', (_what, more) => {
    tap(watch(), 990, more)
    expect(steps).toEqual([])
  })

  test('opens a link instead of stepping', () => {
    tap(watch().querySelector('a')!, 990)
    expect(steps).toEqual([])
  })

  test('is ignored while the deck is paused or shows its overview', () => {
    const root = watch()
    counts = false
    tap(root, 990)
    expect(steps).toEqual([])
  })
})

test('a mouse click at the side does not step', () => {
  tap(watch(), 990, { type: 'mouse' })
  expect(steps).toEqual([])
})
