import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDeck } from '../../testing/factories.ts'
import { makeTestApp, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { newToken } from './queries.ts'

/** Guesses of a long run; 0 in `npm test`, which uses small counts. */
const long = Number(process.env.ATTACK ?? 0)
const tokens = long > 0 ? 10_000 : 2_000

/**
 * Chi-squared over the 192 bit positions of random tokens. Unbiased bits give about 192; they exceed 340 once in 10⁹
 * runs.
 */
function unevenness(made: readonly string[]): number {
  const ones = new Array<number>(192).fill(0)
  for (const token of made) {
    const bytes = Buffer.from(token, 'base64url')
    for (const [at, byte] of bytes.entries()) {
      for (let bit = 0; bit < 8; bit++) if ((byte >> bit) & 1) ones[at * 8 + bit] = (ones[at * 8 + bit] ?? 0) + 1
    }
  }
  return ones.reduce((sum, count) => sum + (2 * count - made.length) ** 2 / made.length, 0)
}

describe('a link cannot be guessed', () => {
  test('every bit of a token is random, and no token occurs twice', () => {
    const made = Array.from({ length: tokens }, newToken)
    expect(new Set(made).size).toBe(tokens)
    expect(made.every((token) => /^[\w-]{32}$/.test(token))).toBe(true)
    expect(unevenness(made)).toBeLessThan(340)
  })

  test('the randomness check rejects tokens of only lower-case letters and digits (control)', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
    const weak = () => Array.from({ length: 32 }, () => letters[Math.floor(Math.random() * 36)]).join('')
    expect(unevenness(Array.from({ length: tokens }, weak))).toBeGreaterThan(340)
  })
})

describe('a link password cannot be guessed', () => {
  let app: TestApp
  let pia: TestPerson
  let deckId: number
  beforeAll(async () => {
    app = await makeTestApp('sqlite')
    pia = await app.person({ plan: 'pro' })
    deckId = (await makeDeck(app.services, pia.user, { visibility: 'self' })).id
  })
  afterAll(() => app.close())

  const link = async () =>
    (await pia.post(`/api/v1/decks/${deckId}/access_tokens`, { access_token: { password: 'right' } })).body
  const guess = (token: string, password: string, address: string) =>
    app.visitor().put(`/access_tokens/${token}`, { access_token: { password } }, { address })
  const addressOf = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`

  /** Sends `count` guesses, 50 at a time. Returns how many were compared (401) and not rate limited (429). */
  async function comparedGuesses(token: string, count: number, address: (n: number) => string): Promise<number> {
    let compared = 0
    for (let from = 0; from < count; from += 50) {
      const burst = Array.from({ length: Math.min(50, count - from) }, (_, n) => from + n)
      const answers = await Promise.all(burst.map((n) => guess(token, `guess ${n}`, address(n))))
      compared += answers.filter((answer) => answer.status === 401).length
      expect(answers.every(({ status }) => status === 401 || status === 429)).toBe(true)
    }
    return compared
  }

  test('one address gets ten guesses in ten minutes', { timeout: 600_000 }, async () => {
    const { token } = await link()
    expect(await comparedGuesses(token, Math.max(30, long), () => '10.1.2.3')).toBe(10)
    expect((await guess(token, 'right', '10.1.2.3')).status).toBe(429)
    expect((await guess(token, 'right', '10.1.2.4')).status).toBe(204)
  })

  test('all addresses together get 200 guesses an hour, and unlocked browsers stay unlocked', {
    timeout: 600_000,
  }, async () => {
    const { token, id } = await link()
    const inside = app.visitor()
    const password = { access_token: { password: 'right' } }
    expect((await inside.put(`/access_tokens/${token}`, password)).status).toBe(204)
    const before = long > 0 ? 0 : 190
    for (let n = 0; n < before; n++) await app.services.limits.take('link-failures', String(id))
    expect(await comparedGuesses(token, Math.max(40, long), (n) => addressOf(n % 10_000))).toBe(200 - before)
    expect((await inside.get(`/api/v1/decks/${deckId}/data?token=${token}`)).status).toBe(200)
    expect((await guess(token, 'right', '10.250.0.1')).status).toBe(429)
  })

  test('many correct passwords at once do not lock the link, even when some are rate limited', async () => {
    const { token, id } = await link()
    for (let n = 0; n < 199; n++) await app.services.limits.take('link-failures', String(id))
    const crowd = await Promise.all(Array.from({ length: 20 }, (_, n) => guess(token, 'right', addressOf(20_000 + n))))
    expect(crowd.every(({ status }) => status === 204 || status === 429)).toBe(true)
    expect((await guess(token, 'right', addressOf(30_000))).status).toBe(204)
  })

  test('guesses that exceed the password length do not use up the limit', async () => {
    const { token, id } = await link()
    for (let n = 0; n < 199; n++) await app.services.limits.take('link-failures', String(id))
    for (let n = 0; n < 3; n++) expect((await guess(token, 'é'.repeat(1_000), '10.1.2.6')).status).toBe(422)
    expect((await guess(token, 'right', '10.1.2.7')).status).toBe(204)
  })

  test('without the limits every guess is compared', async () => {
    const { token } = await link()
    const { limits } = app.services
    const { take, check } = limits
    const free = async () => ({ allowed: true, retryAfter: 0 })
    Object.assign(limits, { take: free, check: free })
    try {
      expect(await comparedGuesses(token, 15, () => '10.1.2.5')).toBe(15)
    } finally {
      Object.assign(limits, { take, check })
    }
  })
})
