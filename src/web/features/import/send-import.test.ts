import { expect, test } from 'vitest'
import { limits } from '../../../rules/limits.ts'
import { refusalOf } from './send-import.ts'

test('empty and too large files are refused before they are sent', () => {
  const most = limits.upload.importKilobytes * 1000
  expect([0, 1, most, most + 1].map((size) => refusalOf({ size, type: 'application/pdf' }))).toEqual([
    'This file is empty',
    null,
    null,
    'This file is too large. Files of up to 100 MB can be imported.',
  ])
})

test('pictures, sounds and films are refused before they are sent, and nothing else by its type', () => {
  const types = ['image/png', 'audio/mpeg', 'video/mp4', 'application/octet-stream', 'text/plain', '']
  const refused = 'Please choose a PDF, PowerPoint, HTML, ZIP or Markdown file of up to 100 MB'
  expect(types.map((type) => refusalOf({ size: 5, type }))).toEqual([refused, refused, refused, null, null, null])
})
