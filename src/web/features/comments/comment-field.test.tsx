// @vitest-environment jsdom
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CommentField } from './comment-field.tsx'

const people = [{ username: 'ann', name: 'ann', picture: null }]

function Field() {
  const [value, setValue] = useState('')
  return <CommentField label="Comment" {...{ value, people }} onChange={setValue} onEnter={() => {}} />
}

test('the caret is behind a chosen name before the next key', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  Element.prototype.scrollIntoView = () => {}
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => {
    act(() => root.unmount())
    vi.unstubAllGlobals()
  })
  act(() => root.render(<Field />))
  const field = place.querySelector('textarea')!
  const write = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!
  act(() => {
    write.call(field, '@an there')
    field.setSelectionRange(3, 3)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  expect([field.value, field.selectionStart]).toEqual(['@ann there', 5])
})
