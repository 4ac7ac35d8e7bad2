import { describe, expect, test } from 'vitest'
import { readMediaAddress } from '../read-media-address.ts'
import { canEnd, embedAddress, isEmbed, withoutOptions } from './embed-address.ts'
import { readStartedVideo, readVideoAddress, withAddress } from './video-address.ts'

const youtube = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'
const vimeo = 'https://player.vimeo.com/video/123456789'

describe('the address of a video', () => {
  test.each([
    ['', ''],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s', youtube],
    ['youtu.be/dQw4w9WgXcQ?si=abc', youtube],
    ['https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0', youtube],
    ['<iframe width="560" src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>', youtube],
    ['https://vimeo.com/123456789', vimeo],
    ['https://vimeo.com/123456789/abcdef1234', `${vimeo}?h=abcdef1234`],
    ['films.example/a.webm', 'https://films.example/a.webm'],
    ['/m/abc/film.mp4', '/m/abc/film.mp4'],
  ])('%s becomes %s', (given, value) => {
    expect(readVideoAddress(given)).toEqual({ value })
  })

  test.each([
    ['http://films.example/a.webm', 'must begin with https'],
    ['javascript:alert(1)', 'javascript: are not allowed'],
    ['some words', 'valid URL'],
    ['<iframe src="https://pages.example/"></iframe>', 'no video'],
    [`https://films.example/${'x'.repeat(2000)}`, 'longer than 2000'],
  ])('%s is refused with a reason', (given, error) => {
    expect(readVideoAddress(given)).toEqual({ error: expect.stringContaining(error) })
  })

  test.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s', youtube, 42],
    ['youtu.be/dQw4w9WgXcQ?t=1h2m3s', youtube, 3723],
    ['https://www.youtube.com/embed/dQw4w9WgXcQ?start=7', youtube, 7],
    ['https://vimeo.com/123456789#t=1m30s', vimeo, 90],
    [`<iframe src="${vimeo}?h=abcdef1234#t=30s"></iframe>`, `${vimeo}?h=abcdef1234`, 30],
    ['https://youtu.be/dQw4w9WgXcQ', youtube, 5],
    ['https://films.example/a.webm?t=9', 'https://films.example/a.webm?t=9', 5],
  ])('%s starts where it says, else where the block did', (given, src, start) => {
    const read = readStartedVideo(given)
    expect('value' in read && withAddress({ src: '', start: 5 }, read.value)).toEqual({ src, start })
  })

  test('a sound has a file', () => {
    expect(readMediaAddress('sounds.example/a.mp3')).toEqual({ value: 'https://sounds.example/a.mp3' })
  })
})

describe('an embedded player', () => {
  const options = { controls: false, loop: true, muted: true, start: 5.2, end: 12.5 }

  test('has its options in its address', () => {
    const address = embedAddress(youtube, options)
    expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({
      ...{ controls: '0', loop: '1', playlist: 'dQw4w9WgXcQ', mute: '1', start: '5', end: '13' },
    })
    const other = new URL(embedAddress(`${vimeo}?h=abcdef1234`, options))
    expect([other.searchParams.get('muted'), other.hash]).toEqual(['1', '#t=5s'])
    expect([youtube, vimeo, 'https://films.example/a.webm'].map(canEnd)).toEqual([true, false, true])
  })

  test.each([youtube, vimeo, `${vimeo}?h=abcdef1234`])('%s is found again in the address with options', (address) => {
    expect(isEmbed(address)).toBe(true)
    expect(withoutOptions(embedAddress(address, options))).toBe(address)
  })

  test.each(['https://evil.example/embed/dQw4w9WgXcQ', `${youtube}/..`, `${vimeo}?x=1`])('%s is none', (address) => {
    expect(isEmbed(address)).toBe(false)
  })
})
