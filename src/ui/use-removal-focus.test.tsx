// @vitest-environment jsdom
import { act, useRef, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTime } from '../testing/wait-for.ts'
import { useRemovalFocus } from './use-removal-focus.ts'

let root: Root
const place = document.body.appendChild(document.createElement('div'))

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  root = createRoot(place)
})
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

/** A list whose items remove themselves, after a request or at once. */
function List({ later }: { later: boolean }) {
  const [items, setItems] = useState(['a', 'b', 'c'])
  const add = useRef<HTMLButtonElement>(null)
  const { list, removing } = useRemovalFocus<HTMLUListElement>('button', () => add.current)
  const remove = (item: string, index: number) => {
    removing(index)
    const change = () => setItems((now) => now.filter((one) => one !== item))
    if (later) setTimeout(() => act(change))
    else change()
  }
  return (
    <>
      <ul ref={list}>
        {items.map((item, index) => (
          <li key={item}>
            <button type="button" onClick={() => remove(item, index)}>
              {item}
            </button>
          </li>
        ))}
      </ul>
      <button ref={add} type="button">
        Add
      </button>
    </>
  )
}

test.each([false, true])(
  'the neighbor has the focus after an item is removed, at last the button below: later %s',
  async (later) => {
    act(() => root.render(<List later={later} />))
    const focused = () => document.activeElement?.textContent
    for (const [item, next] of [
      ['b', 'c'],
      ['c', 'a'],
      ['a', 'Add'],
    ]) {
      const button = [...place.querySelectorAll('button')].find((one) => one.textContent === item)!
      button.focus()
      act(() => button.click())
      await vi.waitFor(() => expect(focused()).toBe(next), inTime)
    }
  },
)
