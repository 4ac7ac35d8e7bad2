import { expect, test } from 'vitest'
import { matchingPeople, withMention } from './mention-list.tsx'

const person = (username: string, name = username) => ({ username, name, picture: null })
const people = [person('ann', 'Ann Berg'), person('bob'), person('annika')]

test('people are offered by the begin of a username or of a word of the name', () => {
  const names = (letters: string) => matchingPeople(people, letters).map(({ username }) => username)
  expect([names('AN'), names('ber'), names('x'), names('').length]).toEqual([['ann', 'annika'], ['ann'], [], 3])
})

test('a chosen name replaces what is typed of it, with one space behind it', () => {
  expect(withMention('Hi @an', 6, 'ann')).toEqual({ text: 'Hi @ann ', caret: 8 })
  expect(withMention('Hi @an there', 6, 'ann')).toEqual({ text: 'Hi @ann there', caret: 8 })
  expect(withMention('Hi', 2, 'ann')).toEqual({ text: 'Hi', caret: 2 })
})
