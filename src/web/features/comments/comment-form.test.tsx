// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openCommentsPage } from '../../../testing/comments-page.ts'
import { CommentForm } from './comment-form.tsx'

function showForm() {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal(
    'ResizeObserver',
    class extends EventTarget {
      observe() {}
      disconnect() {}
    },
  )
  sessionStorage.clear()
  const { model, collaboration } = openCommentsPage()
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => {
    act(() => root.unmount())
    place.remove()
    vi.unstubAllGlobals()
  })
  act(() => root.render(<CommentForm {...{ collaboration, model, to: 0, label: 'Comment' }} onSend={() => false} />))
  return { model, field: place.querySelector('textarea')! }
}

test('a draft that comes from another form is shown, and has the focus if that form had it', () => {
  const { model, field } = showForm()
  model.drafts.set(5, 'Half a thought')
  act(() => void model.drafts.move(5, 0))
  expect([field.value, field === document.activeElement, field.selectionStart]).toEqual(['Half a thought', true, 14])
})

test('a draft that comes from another form takes the focus from nothing', () => {
  const { model, field } = showForm()
  const other = document.body.appendChild(document.createElement('input'))
  onTestFinished(() => other.remove())
  other.focus()
  model.drafts.set(5, 'Half a thought')
  act(() => void model.drafts.move(5, 0))
  expect([field.value, other === document.activeElement]).toEqual(['Half a thought', true])
})

test('blanks may be typed first, and are no draft', () => {
  const { model, field } = showForm()
  act(() => model.drafts.set(0, '  '))
  expect(field.value).toBe('  ')
  expect(model.drafts.comments()).toEqual([])
})
