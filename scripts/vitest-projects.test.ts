import { globSync, readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { alone } from '../vitest.config.ts'

test('a test file that mocks modules has modules of its own: files that share them may have loaded the real ones', () => {
  const files = globSync(['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'])
  const mocking = files.filter((file) => /^vi\.mock\(/m.test(readFileSync(file, 'utf8')))
  expect(mocking.length).toBeGreaterThan(5)
  expect(mocking.filter((file) => !alone.some((pattern) => matchesGlob(file, pattern)))).toEqual([])
})
