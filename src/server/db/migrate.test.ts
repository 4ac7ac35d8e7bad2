import { expect, test } from 'vitest'
import { migrationNames } from './migrate.ts'

test('migrations are numbered without gaps, and no two have the same number', () => {
  const numbers = migrationNames.map((name) => Number(name.slice(0, 4)))
  expect(numbers).toEqual(migrationNames.map((_, index) => index + 1))
  expect(migrationNames.slice(0, 2)).toEqual(['0001-foundation', '0002-slide-templates'])
})
