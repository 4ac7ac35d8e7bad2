import { expect, test } from 'vitest'
import { createKeys } from './keys.ts'

const keys = createKeys('a-secret-of-at-least-thirty-two-bytes')

test('a signature is valid only for its text and its purpose', () => {
  const signature = keys.sign('csrf', 'session:1')
  expect(keys.verify('csrf', 'session:1', signature)).toBe(true)
  expect(keys.verify('csrf', 'session:2', signature)).toBe(false)
  expect(keys.verify('ticket', 'session:1', signature)).toBe(false)
  expect(keys.verify('csrf', 'session:1', '')).toBe(false)
  expect(keys.verify('csrf', 'session:1', `${signature}AA`)).toBe(false)
})

test('an encrypted text is decrypted only if unchanged, with the same purpose and key', () => {
  const sealed = keys.encrypt('share-link', 'the token')
  expect(sealed).not.toContain('token')
  expect(keys.encrypt('share-link', 'the token')).not.toBe(sealed)
  expect(keys.decrypt('share-link', sealed)).toBe('the token')
  expect(() => keys.decrypt('other', sealed)).toThrow()
  const flipped = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
  expect(() => keys.decrypt('share-link', flipped)).toThrow()
  expect(() => createKeys('another-secret-of-thirty-two-bytes!!').decrypt('share-link', sealed)).toThrow(
    /OLD_SECRET_KEYS/,
  )
})

test('signatures and ciphertexts of the old secret key stay valid after the key is changed', () => {
  const sealed = keys.encrypt('share-link', 'the token')
  const signature = keys.sign('ticket', 'deck 1')
  const changed = createKeys('a-new-secret-of-at-least-32-bytes-xx', ['a-secret-of-at-least-thirty-two-bytes'])
  expect(changed.decrypt('share-link', sealed)).toBe('the token')
  expect(changed.verify('ticket', 'deck 1', signature)).toBe(true)
  expect(changed.sign('ticket', 'deck 1')).not.toBe(signature)
})
