import { expect, test } from 'vitest'
import { readId } from './read-id.ts'

test.each(['1e3', '+1', ' 1', '1 ', '0x1', '01', '1.0', '-1', '0', '', '１', '9'.repeat(16), 1, ['1'], undefined])(
  '%j is not an id',
  (text) => {
    expect(readId(text)).toBeNull()
  },
)

test('digits without leading zero are an id', () => {
  expect([readId('1'), readId('999999999999999')]).toEqual([1, 999_999_999_999_999])
})
