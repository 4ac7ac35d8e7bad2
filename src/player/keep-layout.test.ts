// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { keepLayout } from './keep-layout.ts'

/** Stands for the browser's: records what it observes, and reports a change of size. */
class Observer {
  static readonly all: Observer[] = []
  readonly observed = new Set<Element>()
  readonly report: () => void

  constructor(report: () => void) {
    this.report = report
    Observer.all.push(this)
  }

  observe(element: Element): void {
    this.observed.add(element)
  }

  disconnect(): void {
    this.observed.clear()
  }
}

afterEach(() => vi.unstubAllGlobals())

/** A player with slides, whose frames come when they are asked for. */
function player() {
  const slides = [document.createElement('section'), document.createElement('section')]
  const frames = new Map<number, () => void>()
  vi.stubGlobal('ResizeObserver', Observer)
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
    frames.set(frames.size + 1, run)
    return frames.size
  })
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.set(id, () => {}))
  let shown = 0
  let changed = (): void => {}
  const layout = vi.fn()
  const stop = keepLayout({
    layout,
    getCurrentSlide: () => slides[shown]!,
    on: (_name: string, listener: () => void) => {
      changed = listener
    },
  } as never)
  const show = (index: number): void => {
    shown = index
    changed()
  }
  const nextFrame = (): void => {
    for (const run of frames.values()) run()
    frames.clear()
  }
  return { slides, layout, stop, show, nextFrame, observer: Observer.all.at(-1)! }
}

test('the slide is placed again in the frame after its height has changed, once for all changes', () => {
  const { layout, nextFrame, observer } = player()
  observer.report()
  observer.report()
  expect(layout).not.toHaveBeenCalled()
  nextFrame()
  expect(layout).toHaveBeenCalledTimes(1)
})

test('only the current slide is observed', () => {
  const { slides, show, observer } = player()
  expect([...observer.observed]).toEqual([slides[0]])
  show(1)
  expect([...observer.observed]).toEqual([slides[1]])
})

test('nothing is placed once it has ended', () => {
  const { layout, nextFrame, observer, stop } = player()
  observer.report()
  stop()
  nextFrame()
  expect([layout.mock.calls, [...observer.observed]]).toEqual([[], []])
})
