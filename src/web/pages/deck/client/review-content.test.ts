import { expect, test } from 'vitest'
import { pathById } from './review-content.ts'

test.each([
  ['/ada/deck/review', '/ada/15/review'],
  ['/ada/15/review', '/ada/15/review'],
])('a review that is open reads %s by the id of the deck, whose slug may change', (path, byId) => {
  expect(pathById(path, 15)).toBe(byId)
})
