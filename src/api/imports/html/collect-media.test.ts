import { expect, test } from 'vitest'
import { MediaCollector } from './collect-media.ts'

/** The head of a WOFF font that names its length, and bytes after it. */
function woff(length: number, bytes: number): Buffer {
  const file = Buffer.alloc(bytes)
  file.write('wOFF')
  file.writeUInt32BE(length, 8)
  return file
}

test.each([
  ['loses the line break behind its end, with which browsers refuse it', woff(100, 101), 100],
  ['stays as it is where it is whole', woff(100, 100), 100],
  ['stays as it is where its end is missing', woff(100, 90), 90],
  ['stays as it is where its length is too short for a font', woff(3, 100), 100],
  ['of another format stays as it is', Buffer.alloc(100), 100],
])('a font %s', async (_, file, length) => {
  const files = { names: ['a.woff'], find: () => 'a.woff', read: () => Promise.resolve(file) }
  const collector = new MediaCollector(files)
  const { media } = await collector.take(`url(${collector.resolve('a.woff', '')})`)
  expect(media.map(({ bytes }) => bytes.length)).toEqual([length])
})
