import { expect, test } from 'vitest'
import { type SlideContext, takeMedia } from './slide-context.ts'

test('a picture that cannot be drawn is read once, and each slide with it says so', async () => {
  let reads = 0
  const bytes = async () => {
    reads += 1
    return Buffer.from('no metafile')
  }
  const deck = { open: { bytes }, sent: new Set(), words: new Map(), refused: new Set() }
  for (const _slide of [1, 2, 3]) {
    const context = { deck, media: [], remarks: new Set() } as unknown as SlideContext
    expect(await takeMedia(context, 'ppt/media/logo.emf', 'picture')).toBe('')
    expect([...context.remarks]).toEqual(['logo.emf was left out: it cannot be drawn'])
    expect(context.media).toEqual([])
  }
  expect(reads).toBe(1)
})
