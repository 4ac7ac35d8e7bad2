import { expect, test } from 'vitest'
import { notLoaded } from './missing-file.ts'

test('an uploaded file that is gone is named without the address that only the export knows', () => {
  expect(
    [
      'http://slides.invalid/m/abcdefgh1.png',
      'http://slides.invalid/m/abcdefgh1.png?v=2',
      'https://a.example/b.png',
    ].map(notLoaded),
  ).toEqual([
    'The file abcdefgh1.png is no longer stored',
    'The file abcdefgh1.png is no longer stored',
    'A picture could not be loaded: https://a.example/b.png',
  ])
})
