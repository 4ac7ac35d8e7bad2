// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { storeToast, takeStoredToasts } from './stored-toast.ts'

beforeEach(() => {
  document.head.innerHTML = ''
  window.sessionStorage.clear()
})

test('toasts of the server and of the previous page are shown on the next page only', () => {
  document.head.innerHTML = '<meta name="flash" content="You are signed in already">'
  storeToast('Welcome to Lectern, ada')
  expect(takeStoredToasts()).toEqual([
    { text: 'You are signed in already', kind: 'neutral' },
    { text: 'Welcome to Lectern, ada', kind: 'positive' },
  ])
  expect(takeStoredToasts()).toEqual([])
})

test('a malformed stored toast is ignored', () => {
  window.sessionStorage.setItem('lectern:flash', '{')
  expect(takeStoredToasts()).toEqual([])
})
