// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newDeck } from '../../document/new-deck.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import { createEditor } from '../state/editor.ts'
import { EditorContext } from '../state/use-editor.ts'
import { NumberInput } from './number-input.tsx'

let root: Root
const committed: number[] = []

function render(value: number | 'mixed'): void {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const host = document.createElement('div')
  document.body.replaceChildren(host)
  committed.length = 0
  root = createRoot(host)
  act(() =>
    root.render(
      <EditorContext value={createEditor({ deck: newDeck(), services: recordedServices() })}>
        <NumberInput
          id="size"
          unit="px"
          min={6}
          max={400}
          step={1}
          value={value}
          onChange={(px) => committed.push(px)}
        />
      </EditorContext>,
    ),
  )
}
beforeEach(() => render('mixed'))
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

const field = () => document.querySelector('input')!

function enter(text: string | null, key = 'Enter'): void {
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
  act(() => {
    if (text !== null) {
      setValue.call(field(), text)
      field().dispatchEvent(new Event('input', { bubbles: true }))
    }
  })
  act(() => void field().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
}

test('different values are shown as mixed, and stay until one number is typed for all', () => {
  expect(field().value).toBe('Mixed')
  expect(document.body.textContent).toBe('')
  enter(null)
  enter(null, 'ArrowUp')
  enter('+2')
  expect(committed).toEqual([])
  expect(field().value).toBe('Mixed')
  enter('40')
  expect(committed).toEqual([40])
})

test('a number out of range becomes the nearest allowed one, in the field too', () => {
  render(6)
  enter('-5')
  expect(committed).toEqual([])
  expect(field().value).toBe('6')
  enter('900')
  expect(committed).toEqual([400])
})

test('a typed number is applied once, even if the field is left before the new value is rendered', () => {
  render(200)
  enter('50%')
  act(() => void field().dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  expect(committed).toEqual([100])
})
