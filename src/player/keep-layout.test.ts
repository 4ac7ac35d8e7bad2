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
  const changed: (() => void)[] = []
  const [layout, loadSlide, fonts] = [vi.fn(), vi.fn(), new EventTarget()]
  const reveal = {
    layout,
    loadSlide,
    getCurrentSlide: () => slides[shown]!,
    on: (_name: string, listener: () => void) => {
      changed.push(listener)
    },
  }
  const stop = keepLayout(reveal as never, fonts)
  const show = (index: number): void => {
    shown = index
    for (const run of changed) run()
  }
  const nextFrame = (): void => {
    for (const run of frames.values()) run()
    frames.clear()
  }
  return { slides, layout, loadSlide, fonts, stop, show, nextFrame, observer: Observer.all.at(-1)! }
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

test('text that fits the room is fitted again once its font has loaded, and when its slide is shown', () => {
  const { slides, loadSlide, fonts, show, stop } = player()
  slides[1]!.innerHTML = '<h2 class="r-fit-text">Wide</h2>'
  fonts.dispatchEvent(new Event('loadingdone'))
  expect(loadSlide).not.toHaveBeenCalled()
  show(1)
  fonts.dispatchEvent(new Event('loadingdone'))
  expect(loadSlide.mock.calls).toEqual([[slides[1]], [slides[1]]])
  stop()
  fonts.dispatchEvent(new Event('loadingdone'))
  expect(loadSlide).toHaveBeenCalledTimes(2)
})
