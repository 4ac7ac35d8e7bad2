import { expect, test } from 'vitest'
import { deckOfAddress, oembedAnswer, oembedXml } from './oembed.ts'

const base = 'https://decks.example'
const deck = {
  id: 7,
  slug: 'talk',
  username: 'ada',
  teamSlug: null,
  title: 'A "bold" <talk>',
  authorName: 'Ada & Co',
  thumbnailUrl: '/t.webp',
}

test('an embedded deck has the size that was asked for, in its proportions', () => {
  expect(oembedAnswer(deck, base, { width: undefined, height: undefined })).toMatchObject({ width: 576, height: 420 })
  expect(oembedAnswer(deck, base, { width: 288, height: undefined })).toMatchObject({ width: 288, height: 210 })
  expect(oembedAnswer(deck, base, { width: 9000, height: 42 })).toMatchObject({ width: 57, height: 42 })
})

test('a title cannot break out of the embed code or of the XML', () => {
  const answer = oembedAnswer(deck, base, { width: undefined, height: undefined })
  expect(answer.html).toContain('title="A &#34;bold&#34; &#60;talk&#62;"')
  expect(oembedXml(answer)).toContain('<title>A &#34;bold&#34; &#60;talk&#62;</title>')
  expect(oembedXml({ ...answer, title: 'bell\u0007' })).toContain('<title>bell</title>')
})

test.each([
  ['https://decks.example/ada/talk', { username: 'ada', slug: 'talk' }],
  ['https://decks.example/ada/talk/embed?style=light#/2', { username: 'ada', slug: 'talk' }],
  ['https://acme.decks.example/ada/talk/', { username: 'ada', slug: 'talk' }],
  ['https://decks.example/ada', null],
  ['https://decks.example/ada/talk/edit', null],
  ['https://evil.example/ada/talk', null],
  ['https://decks.example.evil.example/ada/talk', null],
  ['https://decks.example/%E0%A4%A/x', null],
  ['javascript:alert(1)', null],
  ['', null],
])('the address %s leads to %o', (address, expected) => {
  expect(deckOfAddress(address, base)).toEqual(expected)
})
