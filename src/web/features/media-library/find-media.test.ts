import { expect, test } from 'vitest'
import { findMedia } from './find-media.ts'
import type { MediaItem } from './media-list.ts'

const item = (id: number, label: string) => ({ id, label }) as MediaItem

test('the search finds all words in any order, without case and accents, in the chosen tag', () => {
  const items = [item(1, 'Café at night'), item(2, 'Night sky'), item(3, 'Logo')]
  const found = (term: string, ids: readonly number[] | null = null, kept: number | null = null) =>
    findMedia(items, term, ids && new Set(ids), kept).map(({ id }) => id)
  expect(found(' ')).toEqual([1, 2, 3])
  expect(found('night')).toEqual([1, 2])
  expect(found('NIGHT cafe')).toEqual([1])
  expect(found('night', [2, 3])).toEqual([2])
  expect(found('', [3])).toEqual([3])
  // An image that is being renamed stays in sight.
  expect(found('night', null, 3)).toEqual([1, 2, 3])
})
