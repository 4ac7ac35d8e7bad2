import { expect, test } from 'vitest'
import { syncedPath, syncPause } from './file-storage.ts'

test.each([
  ['Tide tables', '/Tide tables (7).pdf'],
  ['  A/B: "C" <d> | e?*\\ ', '/A B C d e (7).pdf'],
  ['…über 数学', '/…über 数学 (7).pdf'],
  ['🐝🐝', '/Deck (7).pdf'],
  ['..', '/Deck (7).pdf'],
  ['a\u0000b\u202Ec', '/a b c (7).pdf'],
  ['x'.repeat(300), `/${'x'.repeat(80)} (7).pdf`],
])('%j has a name that every system takes', (title, path) => {
  expect(syncedPath({ id: 7, title }, 'pdf')).toBe(path)
})

test('failures in a row are repeated less and less often, down to once an hour', () => {
  expect([1, 2, 3, 4, 5, 50].map((attempts) => syncPause('unreachable', attempts))).toEqual([
    ...[30, 120, 480, 1_920, 3_600, 3_600],
  ])
})
