import { expect, test } from 'vitest'
import { readImageAddress, readPageAddress, readVideoAddress } from './background-address.ts'

test('embed code is reduced to the URL of its iframe', () => {
  expect(readPageAddress('<iframe src="https://x/y"></iframe>')).toEqual({ value: 'https://x/y' })
  expect(readPageAddress('<p>no frame</p>')).toHaveProperty('error')
})

test('a URL without a scheme gets https, and an empty one means none', () => {
  expect(readImageAddress('example.org/a.png')).toEqual({ value: 'https://example.org/a.png' })
  expect(readVideoAddress('example.org/a.mp4, example.org/a.webm')).toEqual({
    value: 'https://example.org/a.mp4,https://example.org/a.webm',
  })
  for (const read of [readImageAddress, readVideoAddress, readPageAddress]) expect(read('  ')).toEqual({ value: '' })
})

test.each(['javascript:alert(1)', 'http://example.org/a', 'data:text/html,x', 'a b', 'x'])(
  '%s is refused',
  (address) => {
    for (const read of [readImageAddress, readVideoAddress, readPageAddress])
      expect(read(address)).toHaveProperty('error')
  },
)

test('uploaded media keep their short URL', () => {
  expect(readImageAddress('/m/abc/lake.png')).toEqual({ value: '/m/abc/lake.png' })
})
