import { expect, test } from 'vitest'
import { commentParts, mentionedIn, typedMention } from './mentions.ts'

test('names after an at sign are mentions, those in addresses are not', () => {
  expect(mentionedIn('@Ann and (@bob_1), @ann: ask a@example.org, x@bob or @@cy')).toEqual(['ann', 'bob_1'])
  expect(commentParts('Hi @Ann!')).toEqual([
    { text: 'Hi ', username: null },
    { text: '@Ann', username: 'ann' },
    { text: '!', username: null },
  ])
})

test('the mention before the caret is the one that is typed', () => {
  expect(typedMention('Hi @an', 6)).toEqual({ start: 3, letters: 'an' })
  expect(typedMention('Hi @', 4)).toEqual({ start: 3, letters: '' })
  expect([typedMention('Hi @an ', 7), typedMention('a@an', 4), typedMention('@an', 0)]).toEqual([null, null, null])
})
