// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { storeFlash, takeFlashes } from './stored-flash.ts'

beforeEach(() => {
  document.head.innerHTML = ''
  window.sessionStorage.clear()
})

test('what the server and the page before have to tell is told by the next page, and by no later one', () => {
  document.head.innerHTML = '<meta name="flash" content="You are signed in already">'
  storeFlash('Welcome to Lectern, ada')
  expect(takeFlashes()).toEqual([
    { text: 'You are signed in already', kind: 'neutral' },
    { text: 'Welcome to Lectern, ada', kind: 'positive' },
  ])
  expect(takeFlashes()).toEqual([])
})

test('what cannot be read is told by nobody and hinders nothing', () => {
  window.sessionStorage.setItem('lectern:flash', '{')
  expect(takeFlashes()).toEqual([])
})
