import { expect, test } from 'vitest'
import { limits } from '../../../rules/limits.ts'
import { refusalOf } from './send-import.ts'

test('empty and too large files are refused before they are sent', () => {
  const most = limits.upload.importKilobytes * 1000
  expect([0, 1, most, most + 1].map((size) => refusalOf({ size }))).toEqual([
    'This file is empty',
    null,
    null,
    'This file is too large. Files of up to 100 MB can be imported.',
  ])
})
