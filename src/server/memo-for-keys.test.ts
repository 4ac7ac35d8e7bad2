import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { limits } from '../rules/limits.ts'
import { createKeys } from './keys.ts'
import { memoForKeys } from './memo-for-keys.ts'

const keys = createKeys('a secret of at least 32 characters')

describe('memoForKeys', () => {
  it('makes each result once for each instance’s keys', () => {
    const make = vi.fn((given: typeof keys, text: string) => given.sign('csrf', text))
    const sign = memoForKeys(make)
    const other = createKeys('another secret of 32 characters or more')
    expect(sign(keys, 'one')).toBe(keys.sign('csrf', 'one'))
    expect(sign(keys, 'one')).toBe(keys.sign('csrf', 'one'))
    expect(sign(other, 'one')).toBe(other.sign('csrf', 'one'))
    expect(sign(keys, 'two')).toBe(keys.sign('csrf', 'two'))
    expect(make).toHaveBeenCalledTimes(3)
  })

  it('does not keep what could not be made, so that forged texts take no room', () => {
    const make = vi.fn(() => undefined)
    const verify = memoForKeys<string | undefined>(make)
    expect([verify(keys, 'forged'), verify(keys, 'forged')]).toEqual([undefined, undefined])
    expect(make).toHaveBeenCalledTimes(2)
  })

  it('does not keep long texts, such as a valid cookie with more behind it', () => {
    const make = vi.fn((_keys: typeof keys, text: string) => text.slice(0, 4))
    const verify = memoForKeys(make)
    const cookie = 'abcd'.padEnd(201, '.')
    expect([verify(keys, cookie), verify(keys, cookie)]).toEqual(['abcd', 'abcd'])
    expect(make).toHaveBeenCalledTimes(2)
  })

  it('does not keep the headers that texts are parts of', () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const idOf = memoForKeys((_keys: typeof keys, cookie: string) => cookie.slice(0, 30))
    collect()
    const before = process.memoryUsage().heapUsed
    for (let index = 0; index < 2_000; index++) {
      const header = `${index}`.padStart(60, '0') + 'x'.repeat(16_000)
      idOf(keys, Buffer.from(header).toString('latin1').slice(0, 60))
    }
    collect()
    // The headers have 32 MB.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(8_000_000)
    expect(idOf(keys, `${1}`.padStart(60, '0'))).toBe('0'.repeat(30))
  })

  it('drops the oldest results above its limit', () => {
    const make = vi.fn((_keys: typeof keys, text: string) => text.length)
    const length = memoForKeys(make)
    for (let index = 0; index <= limits.memory.visitors; index++) length(keys, `text ${index}`)
    make.mockClear()
    length(keys, `text ${limits.memory.visitors}`)
    length(keys, 'text 0')
    expect(make.mock.calls.map(([, text]) => text)).toEqual(['text 0'])
  })
})
