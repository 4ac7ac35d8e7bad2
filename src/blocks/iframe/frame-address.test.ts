import { expect, test } from 'vitest'
import { embeddable, readFrameAddress } from './frame-address.ts'

test.each([
  ['<iframe src="https://x/y"></iframe>', 'https://x/y'],
  [
    "  <p>See</p><div><IFRAME width=3 src='https://a.example/b?c=1&amp;d=2' allowfullscreen></IFRAME></div>",
    'https://a.example/b?c=1&d=2',
  ],
  ['<iframe src="//a.example/b"></iframe>', 'https://a.example/b'],
  ['https://a.example', 'https://a.example/'],
  ['a.example/page', 'https://a.example/page'],
  ['', ''],
])('%s becomes %s', (given, address) => {
  expect(readFrameAddress(given)).toEqual({ value: address })
})

test.each([
  ['http://a.example', 'The address must begin with https'],
  ['javascript:alert(1)', 'Addresses that begin with javascript: are not allowed'],
  ['some words', 'Please enter a valid URL'],
  ['<b>bold</b>', 'This markup holds no iframe with an address'],
  [`https://a.example/${'x'.repeat(2000)}`, 'The address is longer than 2000 characters'],
])('%s is refused with a reason', (given, error) => {
  const answer = readFrameAddress(given)
  expect(answer).toEqual({ error: expect.stringContaining(error) })
})

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=42'],
  ['https://youtu.be/dQw4w9WgXcQ?t=1m30s', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=90'],
  ['https://youtu.be/dQw4w9WgXcQ?t=soon', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['https://vimeo.com/123456789#t=1m2s', 'https://player.vimeo.com/video/123456789#t=1m2s'],
  ['https://youtu.be/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['https://vimeo.com/123456789', 'https://player.vimeo.com/video/123456789'],
  ['https://a.example/watch?v=dQw4w9WgXcQ', 'https://a.example/watch?v=dQw4w9WgXcQ'],
])('the video page %s is embedded as %s', (address, wanted) => {
  expect(embeddable(address)).toBe(wanted)
})
