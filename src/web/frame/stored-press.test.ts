// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { storePressed, takePressed } from './stored-press.ts'

const page = '<label><input type="radio" name="scheme" value="dark">Dark</label><button aria-label="Menu"></button>'
const find = (selector: string) => document.querySelector<HTMLElement>(selector)!

afterEach(() => {
  document.body.replaceChildren()
  sessionStorage.clear()
})

test.each(['input', 'label', 'button'])('a stored press on a %s is returned once after a reload', (name) => {
  document.body.innerHTML = page
  // As browser extensions do.
  find(name).setAttribute('style', '')
  storePressed(find(name), 'input, label, button')
  document.body.innerHTML = page
  expect(takePressed('input, label, button')).toBe(find(name))
  expect(takePressed('input, label, button')).toBeNull()
})

test('a removed control is not pressed, and neither is a different control at its position', () => {
  document.body.innerHTML = page
  storePressed(find('button'), 'button')
  document.body.innerHTML = '<button aria-label="Delete"></button>'
  expect(takePressed('button')).toBeNull()
})

test('among controls with the same name, the pressed one is found again', () => {
  const cards = '<button>Like</button><button>Share</button><button>Like</button>'
  document.body.innerHTML = cards
  storePressed(document.querySelectorAll('button')[2]!, 'button')
  document.body.innerHTML = cards
  expect(takePressed('button')).toBe(document.querySelectorAll('button')[2])
})
