import { expect, test } from 'vitest'
import { limits } from '../../../rules/limits.ts'
import { type Comment, followsNew, merged, newComment, nextPage, typingText } from './comment-state.ts'

const comment = (id: number | null, more: Partial<Comment> = {}): Comment => ({
  ...newComment({
    ...{ key: String(id), id, userId: 1, name: 'Ann', picture: null, message: 'words', slideHash: null },
    ...{ createdAt: 0, isEdited: false, parentId: null, pin: null, resolvedBy: null },
  }),
  ...more,
})

test('a comment with an id is saved, one without is being saved', () => {
  expect([comment(1).save, comment(null).save]).toEqual(['saved', 'saving'])
})

test('comments are listed once, oldest first, and keep own changes that are not saved', () => {
  const failed = comment(2, { save: 'failed', message: 'mine' })
  const list = merged([failed, comment(5)], [comment(2), comment(1), comment(5, { message: 'newer' })])
  expect(list.map(({ id, message }) => [id, message])).toEqual([
    [1, 'words'],
    [2, 'mine'],
    [5, 'newer'],
  ])
})

test('the next page begins where the loaded comments end, also after deletions', () => {
  const loaded = Array.from({ length: 20 }, (_, index) => comment(index + 11))
  expect(nextPage(loaded, 30)).toBe(2)
  expect(nextPage([...loaded, comment(31)], 30)).toBe(2)
  expect(nextPage(loaded.slice(1), 30)).toBe(1)
})

test('the list scrolls to a new comment up to 600 px above its end', () => {
  expect(limits.collaboration.commentAutoScroll).toBe(600)
  const at = (away: number) => followsNew({ top: 2_000 - 400 - away, height: 2_000, shown: 400 })
  expect([at(0), at(600), at(601)]).toEqual([true, true, false])
})

test('who is writing is named up to two', () => {
  expect([[], ['Ann'], ['Ann', 'Bob'], ['Ann', 'Bob', 'Cy']].map(typingText)).toEqual([
    null,
    'Ann is writing…',
    'Ann and Bob are writing…',
    'Several people are writing…',
  ])
})
