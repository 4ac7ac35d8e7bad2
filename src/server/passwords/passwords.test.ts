import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, test } from 'vitest'
import { messages } from '../../rules/messages.ts'
import { overrideTimings } from '../../rules/timings.ts'
import { easyToGuess } from './easy-to-guess.ts'
import { checkPassword, hashPassword, tuneHashing } from './hash-password.ts'

const ada = { username: 'adalove', name: 'Ada Lovelace', email: 'countess@engines.example' }
const site = { siteName: 'Falcon Works' }
const common = messages.form.passwordCommon
const personal = messages.form.passwordPersonal

describe('a password that attackers try first is refused', () => {
  test.each([
    ...['123456', 'password', 'Password1', 'p4$$w0rd', 'P@ssw0rd!', 'qwerty', 'Qwerty123', 'iloveyou', 'letmein1!'],
    ...['monkey99', '!Dragon1', 'sunshine', 'abcdef', 'fedcba', 'abcabc', 'abcdabcd', '121212', 'aaaaaa', 'aaabbb'],
    ...['qazwsx', '1qaz2wsx', 'zxcvbnm', 'azertyuiop', '1234qwer', 'asdfgh1', '241287', '19871224', '24121987'],
    ...['football!', 'Arsenal12', 'trustno1', 'starwars', 'minecraft', '987654321', '11112222', 'passw0rd123'],
    ...['passwort1', 'Schalke04', 'soleil!', '!qaz2wsx', 'stratfor', 'nokia6300'],
  ])('%s', (password) => expect(easyToGuess(password, ada, site)).toBe(common))

  test.each([
    ...[
      'adalove',
      'adalove1',
      'Lovelace12',
      'AdaLovelace',
      '4d4l0v3',
      'countess1',
      'engines!',
      'lectern',
      'Lectern2026',
      'Slides!12',
      'pr3s3ntation',
      'FalconWorks1',
      'f4lc0n2026',
    ],
  ])('%s, which is built from names', (password) => expect(easyToGuess(password, ada, site)).toBe(personal))

  test.each([
    ...[
      'correct horse',
      'x7Kp2m',
      'blauer-Tisch-9',
      'adalove says hello to bees',
      '739164',
      'Zug um 7 Uhr',
      'нет, спасибо',
    ],
    ...['monkeys eat rice', 'tXq9!', 'lovelace and babbage', 'works of Shakespeare'],
  ])('but %s is accepted', (password) => expect(easyToGuess(password, ada, site)).toBeNull())
})

test('the ten thousand most common passwords are refused', () => {
  const listed = dictionary['passwords-common'].filter((password) => password.length >= 6).slice(0, 10_000)
  expect([listed.length, listed.filter((password) => easyToGuess(password, ada, site) === null)]).toEqual([10_000, []])
})

describe('passwords are stored as hashes', () => {
  test('only the right password matches, and two hashes of one password differ', async () => {
    const [first, second] = await Promise.all([hashPassword('blue teapot'), hashPassword('blue teapot')])
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(first).not.toBe(second)
    expect(await checkPassword('blue teapot', first)).toEqual({ matches: true, stale: false })
    expect(await checkPassword('blue teapot ', first)).toEqual({ matches: false, stale: false })
    expect(await checkPassword('blue teapot', null)).toEqual({ matches: false, stale: false })
  })

  test('the same letters in two Unicode forms are the same password', async () => {
    const kept = await hashPassword('caf\u00e9 noir')
    expect((await checkPassword('cafe\u0301 noir', kept)).matches).toBe(true)
  })

  test('a password is never truncated: its last byte is compared, and a password above the limit is refused', async () => {
    const longest = 'x'.repeat(1023)
    const kept = await hashPassword(`${longest}a`)
    expect((await checkPassword(`${longest}b`, kept)).matches).toBe(false)
    expect(() => hashPassword(`${longest}ab`)).toThrow(messages.form.passwordLong)
  })

  test('the cost is tuned to the target time on this machine', async () => {
    const tuned = async (passwordHash: number) => {
      const restore = overrideTimings({ passwordHash })
      await tuneHashing()
      restore()
      return hashPassword('blue teapot')
    }
    expect(await tuned(1_000_000)).toMatch(/^\$argon2id\$v=19\$m=65536,t=4,p=1\$/)
    expect(await tuned(0)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('a hash of a lower cost is reported as stale', async () => {
    const old = '$argon2id$v=19$m=8192,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$RdescudvJCsgt3ub+b+dWRWJTmaaJObG'
    expect((await checkPassword('whatever', old)).stale).toBe(true)
  })

  test('a flood of sign-ins is refused before it exhausts memory', async () => {
    const flood = Array.from({ length: 140 }, () => checkPassword('x', null))
    const results = await Promise.allSettled(flood)
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused.length).toBeGreaterThanOrEqual(36)
    expect(refused.every((result) => result.reason.status === 429)).toBe(true)
    expect((await checkPassword('x', null)).matches).toBe(false)
  }, 30_000)
})
