import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { MediaReader } from '../../media/read-media.ts'
import { createMediaSource, sourceBytes } from './media-source.ts'

test('a presentation takes films up to a limit of all together, reads no others, and still takes pictures', async () => {
  const bodies: Readable[] = []
  const readMedia: MediaReader = async (key) => {
    const body = Readable.from([Buffer.from('x')])
    bodies.push(body)
    const isFilm = key.endsWith('.mp4')
    return { body, size: isFilm ? sourceBytes.films * 0.6 : 1, type: isFilm ? 'video/mp4' : 'image/png' }
  }
  const media = createMediaSource(readMedia)
  expect((await media.read('http://slides.invalid/m/first.mp4'))?.type).toBe('video/mp4')
  expect(media.hasLeftOut()).toBe(false)
  expect(await media.read('/m/second.mp4')).toBe(null)
  expect([media.hasLeftOut(), bodies[1]?.destroyed]).toEqual([true, true])
  expect((await media.read('/m/picture.png'))?.type).toBe('image/png')
})

test('a canceled presentation reads no more files', async () => {
  const readMedia: MediaReader = () => Promise.reject(new Error('read'))
  expect(await createMediaSource(readMedia, AbortSignal.abort()).read('/m/picture.png')).toBe(null)
  await expect(createMediaSource(readMedia).read('/m/picture.png')).rejects.toThrow('read')
})
