// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testDeck } from '../../testing/editor-decks.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import { createEditor, type Editor } from '../state/editor.ts'
import { EditorContext } from '../state/use-editor.ts'
import { LinkInput } from './link-input.tsx'

let root: Root
let host: HTMLElement
let editor: Editor
let applied: string[]

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
  editor = createEditor({ deck: testDeck([1]), services: recordedServices() })
  applied = []
})
afterEach(() => {
  act(() => root.unmount())
  host.remove()
  vi.unstubAllGlobals()
})

const input = () => host.querySelector('input') as HTMLInputElement
const isRefused = () => host.querySelector('[role=alert]') !== null

function show(value: string) {
  act(() =>
    root.render(
      <EditorContext value={editor}>
        <LinkInput id="link" value={value} onChange={(next) => applied.push(next)} />
      </EditorContext>,
    ),
  )
}

function type(value: string) {
  act(() => {
    // React overrides the setter of `value` on the input; this calls the browser's.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input(), value)
    input().dispatchEvent(new Event('input', { bubbles: true }))
  })
}

const enter = () => act(() => input().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))

test('an address that a save normalizes does not replace what is being typed', () => {
  show('http://lectern.example')
  act(() => input().focus())
  type('')
  show('http://lectern.example/')
  expect(input().value).toBe('')
  enter()
  expect(applied).toEqual([''])
})

test('an applied address is shown as it is saved, also while the field has the focus', () => {
  show('')
  act(() => input().focus())
  type('lectern.example')
  enter()
  expect(applied).toEqual(['http://lectern.example'])
  show('http://lectern.example/')
  expect(input().value).toBe('http://lectern.example/')
})

test('a refused address is kept with its error until another link is shown', () => {
  show('http://lectern.example/')
  act(() => input().focus())
  type('no address')
  enter()
  expect([isRefused(), input().value, applied]).toEqual([true, 'no address', []])
  act(() => input().blur())
  show('#/2')
  expect([isRefused(), input().value]).toEqual([false, '#/2'])
})
