import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { messages } from './messages.ts'
import {
  type FieldType,
  normalizeUrl,
  validateAnalyticsId,
  validateDeckSlug,
  validateDomain,
  validateEmail,
  validateEmbedSize,
  validateField,
  validateLinkName,
  validateMediaLabel,
  validatePassword,
  validateRequired,
  validateScriptUrl,
  validateSearchTerm,
  validateSlug,
  validateSocialHandle,
  validateTitle,
  validateUrl,
  validateUsername,
  validators,
  withScheme,
} from './validators.ts'

const form = messages.form

describe('validation messages are as specified', () => {
  test.each([
    ['a', 'At least 2 characters'],
    ['', 'At least 2 characters'],
    ['a b', 'No spaces please'],
    ['a.b', 'Can only contain: A-Z, 0-9, - and _'],
    ['ä2', 'Can only contain: A-Z, 0-9, - and _'],
    ['A-z_0', null],
    ['ab', null],
  ])('slug and username %j: %j', (value, message) => {
    expect(validateSlug(value)).toBe(message)
    expect(validateUsername(value)).toBe(message)
  })

  test('a username fits into one DNS label', () => {
    expect(validateUsername('a'.repeat(40))).toBeNull()
    expect(validateUsername('a'.repeat(41))).toBe('At most 40 characters')
  })

  test.each([
    ['12345', 'At least 6 characters'],
    ['123456', null],
    ['ééé', 'At least 6 characters'],
    ['x'.repeat(1024), null],
    ['x'.repeat(1025), form.passwordLong],
    ['é'.repeat(513), form.passwordLong],
  ])('password %#', (value, message) => {
    expect(validatePassword(value)).toBe(message)
  })

  test.each([
    ['a@b.c', true],
    ['a.b+c@example.co.uk', true],
    ['a@b', false],
    ['a', false],
    ['', false],
    ['@b.c', false],
    ['a@', false],
    ['a@b.', false],
    ['a@.b', false],
    ['a b@c.d', false],
    ['a@b@c.d', false],
    ['a@b.c\nBcc: x@y.z', false],
    ['a\u0000@b.c', false],
    [`${'a'.repeat(251)}@b.c`, true],
    [`${'a'.repeat(252)}@b.c`, false],
  ])('e-mail %j valid: %j', (value, valid) => {
    expect(validateEmail(value)).toBe(valid ? null : 'Please enter a valid email')
  })

  test.each([
    ['a'.repeat(15), null],
    ['a'.repeat(16), 'At most 15 characters'],
    ['a b', 'No spaces please'],
    ['a-b', form.handle],
    ['a_b1', null],
    ['', null],
  ])('social handle %j: %j', (value, message) => {
    expect(validateSocialHandle(value)).toBe(message)
  })

  test.each([
    ['abc', false],
    ['ab cd', false],
    ['example.com', true],
    ['http://example.com', true],
    ['https://example.com/a?b#c', true],
    ['example.com:8080/x', true],
    ['localhost:3000', true],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['http://', false],
  ])('URL %j valid: %j', (value, valid) => {
    expect(validateUrl(value)).toBe(valid ? null : 'Please enter a valid URL')
  })

  test.each([
    ['example.com', 'http://example.com'],
    ['https://example.com', 'https://example.com'],
    ['HTTP://example.com', 'HTTP://example.com'],
    ['//example.com', 'http://example.com'],
    ['example.com:8080', 'http://example.com:8080'],
    ['  example.com ', 'http://example.com'],
    ['mailto:a@b.c', 'mailto:a@b.c'],
    ['', ''],
  ])('a URL without its scheme, %j, becomes %j', (value, url) => {
    expect(withScheme(value)).toBe(url)
    expect(withScheme(withScheme(value))).toBe(url)
  })

  test.each([
    ['example.com', 'http://example.com'],
    ['ab', 'ab'],
    ['abc', 'abc'],
    ['exam ple.com', 'exam ple.com'],
    ['', ''],
  ])('a URL typed as %j is stored as %j: adding a scheme does not make a short text valid', (value, kept) => {
    expect(normalizeUrl(value)).toBe(kept)
    expect(validateUrl(normalizeUrl(value))).toBe(validateUrl(value))
  })

  test.each([
    ['UA-1-1', true],
    ['UA-123456-12', true],
    ['', true],
    ['GA-1', false],
    ['UA-1', false],
    ['UA-1-1x', false],
    ['ua-1-1', false],
  ])('analytics id %j valid: %j', (value, valid) => {
    expect(validateAnalyticsId(value)).toBe(valid ? null : 'Please enter a valid ID')
  })

  test.each([
    ['abc', false],
    ['a.b', true],
    ['.', false],
    ['a.', false],
  ])('domain %j valid: %j', (value, valid) => {
    expect(validateDomain(value)).toBe(valid ? null : 'Please enter a valid domain')
  })

  test.each([
    ['https://x/a.js', null],
    ['http://x/a.js', 'Script must be loaded via HTTPS'],
    ['ftp://x/a.js', 'Please enter a valid script URL'],
    ['//x/a.js', 'Please enter a valid script URL'],
    ['https://', 'Please enter a valid script URL'],
  ])('script URL %j: %j', (value, message) => {
    expect(validateScriptUrl(value)).toBe(message)
  })

  test('titles, slugs, names and labels cannot be empty', () => {
    expect(validateTitle(' ')).toBe('Can not be empty')
    expect(validateTitle('x'.repeat(200))).toBeNull()
    expect(validateTitle('x'.repeat(201))).toBe('At most 200 characters')
    expect(validateDeckSlug('')).toBe('Can not be empty')
    expect(validateDeckSlug('a')).toBe('At least 2 characters')
    expect(validateDeckSlug('-x-')).toBeNull()
    expect(validateDeckSlug('New')).toBe("That one's already taken :(")
    expect(validateDeckSlug('news')).toBeNull()
    expect(validateRequired('')).toBe('Required')
    expect(validateRequired('x')).toBeNull()
    expect(validateLinkName('')).toBe('Please give the link a name')
    expect(validateLinkName('x'.repeat(256))).toBe('At most 255 characters')
    expect(validateMediaLabel('')).toBe("Label can't be empty")
    expect(validateSearchTerm('')).toBe('Please enter a search term')
  })

  test.each([
    ['1', true],
    ['9999', true],
    ['0', false],
    ['10000', false],
    ['1.5', false],
    ['', false],
  ])('embed size %j valid: %j', (value, valid) => {
    expect(validateEmbedSize(value) === null).toBe(valid)
  })
})

describe('a form field is validated by its type', () => {
  test('each type runs its own validator', () => {
    expect(validateField('email', 'x')).toBe(form.email)
    expect(validateField('username', 'x')).toBe(form.tooShort)
    expect(validateField('text', '')).toBeNull()
  })

  test('no input makes a validator throw', () => {
    for (const type of Object.keys(validators) as FieldType[]) {
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), (value) => {
          const message = validateField(type, value)
          return message === null || message.length > 0
        }),
        { seed: 1, numRuns: 200 },
      )
    }
  })
})
