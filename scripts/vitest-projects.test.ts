import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { alone, hasWindow, testFiles, windows } from './test-files.ts'

const files = globSync(testFiles)
const source = (file: string) => readFileSync(file, 'utf8')

test('a test file that mocks modules has modules of its own: files that share them may have loaded the real ones', () => {
  const mocking = files.filter((file) => /^\s*vi\.(mock|doMock)\(/m.test(source(file)))
  expect(mocking.length).toBeGreaterThan(5)
  const isolated = [...alone, ...windows]
  expect(mocking.filter((file) => !isolated.includes(file))).toEqual([])
  expect(new Set(isolated).size).toBe(isolated.length)
})

test('files are sorted by the environment that vitest reads from them', () => {
  const withWindow = files.filter((file) => /@(vitest|jest)-environment/.test(source(file)))
  expect(withWindow.length).toBeGreaterThan(50)
  expect(withWindow.filter((file) => !hasWindow(file))).toEqual([])
})
