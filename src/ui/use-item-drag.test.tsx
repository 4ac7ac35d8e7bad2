// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { timings } from '../rules/timings.ts'
import { type ItemDragOptions, useItemDrag } from './use-item-drag.ts'

let root: Root
let host: HTMLElement

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
})
afterEach(() => {
  act(() => root.unmount())
  host.remove()
  vi.unstubAllGlobals()
  // The listener that swallows the click after a drag goes with its timer; other files share the window.
  vi.runOnlyPendingTimers()
  vi.useRealTimers()
})

/** Renders a list of one item. A drop position is the dragged distance in tens of px; 0 is the item's own position. */
function open(touch: ItemDragOptions<string, number>['touch']) {
  const seen = { drops: [] as unknown[], clicks: 0, menus: 0, keys: 0 }
  function List() {
    const { drag, begin } = useItemDrag<string, number>({
      touch,
      placeAt: ({ y }) => Math.floor(y / 10) || null,
      drop: (item, place) => seen.drops.push([item, place]),
    })
    return (
      <button
        type="button"
        data-place={drag ? String(drag.place) : undefined}
        onPointerDown={(event) => begin(event, 'one')}
        onClick={() => seen.clicks++}
        onContextMenu={() => seen.menus++}
      />
    )
  }
  act(() => root.render(<List />))
  const item = host.querySelector('button')!
  const pointer = (type: string, y: number, pointerType = 'mouse') => {
    const event = new MouseEvent(type, { bubbles: true, clientX: 0, clientY: y })
    act(() => void item.dispatchEvent(Object.assign(event, { pointerType })))
  }
  const place = () => item.dataset.place ?? null
  return { seen, item, pointer, place }
}

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('an item is dropped where the pointer is released, and the drag is no click', () => {
  const { seen, item, pointer, place } = open('none')
  pointer('pointerdown', 0)
  pointer('pointermove', 30)
  expect(place()).toBe('3')
  pointer('pointermove', 52)
  pointer('pointerup', 52)
  act(() => item.click())
  expect([seen.drops, seen.clicks, place()]).toEqual([[['one', 5]], 0, null])
  wait(1)
  act(() => item.click())
  expect(seen.clicks).toBe(1)
})

test('a press that moves less than 5 px is a click', () => {
  const { seen, item, pointer, place } = open('none')
  pointer('pointerdown', 8)
  pointer('pointermove', 12)
  expect(place()).toBeNull()
  pointer('pointerup', 12)
  act(() => item.click())
  expect([seen.drops, seen.clicks]).toEqual([[], 1])
})

test('Escape cancels a drag and closes nothing else', () => {
  const { seen, pointer, place } = open('none')
  const outer = (): void => void seen.keys++
  document.addEventListener('keydown', outer)
  pointer('pointerdown', 0)
  pointer('pointermove', 30)
  act(() => void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
  expect(place()).toBeNull()
  pointer('pointerup', 30)
  expect([seen.drops, seen.keys]).toEqual([[], 0])
  document.removeEventListener('keydown', outer)
})

test('a finger drags after a long press, and scrolls if it moves at once', () => {
  const { seen, pointer, place } = open('after-rest')
  pointer('pointerdown', 0, 'touch')
  pointer('pointermove', 30, 'touch')
  wait(timings.itemLift)
  expect(place()).toBeNull()
  pointer('pointerup', 30, 'touch')
  pointer('pointerdown', 0, 'touch')
  wait(timings.itemLift)
  expect(place()).toBe('null')
  pointer('pointermove', 30, 'touch')
  pointer('pointerup', 30, 'touch')
  expect(seen.drops).toEqual([['one', 3]])
})

test('a long press without movement opens the context menu', () => {
  const { seen, pointer } = open('after-rest')
  pointer('pointerdown', 0, 'touch')
  wait(timings.itemLift)
  pointer('pointerup', 2, 'touch')
  wait(1)
  expect([seen.menus, seen.drops]).toEqual([1, []])
})

test.each([
  ['none', []],
  ['at-once', [['one', 3]]],
] as const)('with touch "%s" a finger drops %j', (touch, drops) => {
  const { seen, pointer } = open(touch)
  pointer('pointerdown', 0, 'touch')
  pointer('pointermove', 30, 'touch')
  pointer('pointerup', 30, 'touch')
  expect(seen.drops).toEqual(drops)
})
