import { expect, test } from 'vitest'
import { hasCommentDrafts, openCommentDrafts } from './comment-drafts.ts'

function tab() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

test('a comment that is being written is there on the next page of the deck, for the same user', () => {
  const storage = tab()
  openCommentDrafts(5, 1, storage).set(0, 'Half a sent')
  const next = openCommentDrafts(5, 1, storage)
  expect([next.get(0), next.get(7)]).toEqual(['Half a sent', ''])
  expect([hasCommentDrafts(5, 1, storage), hasCommentDrafts(6, 1, storage), hasCommentDrafts(5, 2, storage)]).toEqual([
    ...[true, false, false],
  ])
  next.set(0, ' ')
  expect(hasCommentDrafts(5, 1, storage)).toBe(false)
})

test.each(['{', '{}', '[1]', '[["a","b"]]'])('drafts that cannot be read are none: %s', (stored) => {
  expect(openCommentDrafts(5, 1, { ...tab(), getItem: () => stored }).get(0)).toBe('')
})

test('without a storage drafts stay on the page', () => {
  const drafts = openCommentDrafts(5, 1, null)
  drafts.set(0, 'Here')
  expect(drafts.get(0)).toBe('Here')
})
