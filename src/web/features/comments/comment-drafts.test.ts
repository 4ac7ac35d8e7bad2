import { expect, onTestFinished, test, vi } from 'vitest'
import { openCommentDrafts } from './comment-drafts.ts'
import { hasDrafts } from './has-drafts.ts'

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
  vi.stubGlobal('window', { sessionStorage: storage, localStorage: tab() })
  onTestFinished(() => void vi.unstubAllGlobals())
  openCommentDrafts(5, 1, storage).set(0, 'Half a sent')
  const next = openCommentDrafts(5, 1, storage)
  expect([next.get(0), next.get(7)]).toEqual(['Half a sent', ''])
  expect([hasDrafts(5, 1), hasDrafts(6, 1), hasDrafts(5, 2)]).toEqual([true, false, false])
  next.set(0, ' ')
  expect(hasDrafts(5, 1)).toBe(false)
})

test.each(['{', '{}', '[1]', '[["a","b"]]'])('drafts that cannot be read are none: %s', (stored) => {
  expect(openCommentDrafts(5, 1, { ...tab(), getItem: () => stored }).get(0)).toBe('')
})

test('without a storage drafts stay on the page', () => {
  const drafts = openCommentDrafts(5, 1, null)
  drafts.set(0, 'Here')
  expect(drafts.get(0)).toBe('Here')
})
