// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { storePressed, takePressed } from './stored-press.ts'

const page = '<label><input type="radio" name="scheme" value="dark">Dark</label><button aria-label="Menu"></button>'
const find = (selector: string) => document.querySelector<HTMLElement>(selector)!

afterEach(() => {
  document.body.replaceChildren()
  sessionStorage.clear()
})

test.each(['input', 'label', 'button'])(
  'a press on a %s is found again once after the page was loaded anew',
  (name) => {
    document.body.innerHTML = page
    // As extensions of browsers leave them.
    find(name).setAttribute('style', '')
    storePressed(find(name))
    document.body.innerHTML = page
    expect(takePressed('input, label, button')).toBe(find(name))
    expect(takePressed('input, label, button')).toBeNull()
  },
)

test('a control that is not on the page any more is not pressed, nor another in its place', () => {
  document.body.innerHTML = page
  storePressed(find('button'))
  document.body.innerHTML = '<button aria-label="Delete"></button>'
  expect(takePressed('button')).toBeNull()
})
