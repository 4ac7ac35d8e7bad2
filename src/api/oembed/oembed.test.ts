import { expect, test } from 'vitest'
import { deckOfAddress, oembedAnswer, oembedXml } from './oembed.ts'

const base = 'https://decks.example'
const provider = { name: 'Heron', baseUrl: base }
const deck = {
  id: 7,
  slug: 'talk',
  username: 'ada',
  teamSlug: null,
  title: 'A "bold" <talk>',
  authorName: 'Ada & Co',
  thumbnailUrl: '/t.webp',
}

test('an embed fits the requested size and keeps its proportions', () => {
  expect(oembedAnswer(deck, provider, { width: undefined, height: undefined })).toMatchObject({
    width: 576,
    height: 420,
  })
  expect(oembedAnswer(deck, provider, { width: 288, height: undefined })).toMatchObject({ width: 288, height: 210 })
  expect(oembedAnswer(deck, provider, { width: 9000, height: 42 })).toMatchObject({ width: 57, height: 42 })
})

test('an embed names the instance, and its title cannot break out of the embed code or of the XML', () => {
  const answer = oembedAnswer(deck, provider, { width: undefined, height: undefined })
  expect(answer).toMatchObject({ provider_name: 'Heron', provider_url: base })
  expect(answer.html).toContain('title="A &quot;bold&quot; &lt;talk&gt;"')
  expect(oembedXml(answer)).toContain('<title>A &quot;bold&quot; &lt;talk&gt;</title>')
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
])('the URL %s is parsed as %o', (address, expected) => {
  expect(deckOfAddress(address, base)).toEqual(expected)
})
