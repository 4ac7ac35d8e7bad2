import { expect, test } from 'vitest'
import { SaveIds } from './save-ids.ts'

test('a repeated comment has the same save id until it is stored, and a changed one another', () => {
  const ids = new SaveIds()
  const first = ids.of('Hello')
  expect(ids.of('Hello')).toBe(first)
  const changed = ids.of('Hello all')
  expect(changed).not.toBe(first)
  ids.stored()
  expect(ids.of('Hello all')).not.toBe(changed)
})
