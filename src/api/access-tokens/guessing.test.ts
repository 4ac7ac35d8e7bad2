import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDeck } from '../../testing/factories.ts'
import { makeTestApp, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { newToken } from './queries.ts'

/** Guesses of a long run; `npm test` tries for a moment only. */
const long = Number(process.env.ATTACK ?? 0)
const tokens = long > 0 ? 10_000 : 2_000

/**
 * How far the bits of tokens are from chance: chi-squared over each of their 192 places. Even bits give about 192, and
 * more than 340 once in a thousand million runs.
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

describe('a link is not to be guessed', () => {
  test('every bit of it is chance, and none comes twice', () => {
    const made = Array.from({ length: tokens }, newToken)
    expect(new Set(made).size).toBe(tokens)
    expect(made.every((token) => /^[\w-]{32}$/.test(token))).toBe(true)
    expect(unevenness(made)).toBeLessThan(340)
  })

  test('tokens of letters and digits alone would be noticed', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
    const weak = () => Array.from({ length: 32 }, () => letters[Math.floor(Math.random() * 36)]).join('')
    expect(unevenness(Array.from({ length: tokens }, weak))).toBeGreaterThan(340)
  })
})

describe('a password is not to be guessed', () => {
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
  const placeOf = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`

  /** So many guesses, 50 at the same time; how many of them were looked at. */
  async function lookedAt(token: string, count: number, place: (n: number) => string): Promise<number> {
    let looked = 0
    for (let from = 0; from < count; from += 50) {
      const burst = Array.from({ length: Math.min(50, count - from) }, (_, n) => from + n)
      const answers = await Promise.all(burst.map((n) => guess(token, `guess ${n}`, place(n))))
      looked += answers.filter((answer) => answer.status === 401).length
      expect(answers.every(({ status }) => status === 401 || status === 429)).toBe(true)
    }
    return looked
  }

  test('from one place ten in ten minutes are looked at', { timeout: 600_000 }, async () => {
    const { token } = await link()
    expect(await lookedAt(token, Math.max(30, long), () => '10.1.2.3')).toBe(10)
    expect((await guess(token, 'right', '10.1.2.3')).status).toBe(429)
    expect((await guess(token, 'right', '10.1.2.4')).status).toBe(204)
  })

  test('from everywhere 200 an hour, and who is in stays in', { timeout: 600_000 }, async () => {
    const { token, id } = await link()
    const inside = app.visitor()
    const password = { access_token: { password: 'right' } }
    expect((await inside.put(`/access_tokens/${token}`, password)).status).toBe(204)
    const before = long > 0 ? 0 : 190
    for (let n = 0; n < before; n++) await app.services.limits.take('link-failures', String(id))
    expect(await lookedAt(token, Math.max(40, long), (n) => placeOf(n % 10_000))).toBe(200 - before)
    expect((await inside.get(`/api/v1/decks/${deckId}/data?token=${token}`)).status).toBe(200)
    expect((await guess(token, 'right', '10.250.0.1')).status).toBe(429)
  })

  test('a crowd that comes at once with the right one leaves the link open, also when some find no turn', async () => {
    const { token, id } = await link()
    for (let n = 0; n < 199; n++) await app.services.limits.take('link-failures', String(id))
    const crowd = await Promise.all(Array.from({ length: 20 }, (_, n) => guess(token, 'right', placeOf(20_000 + n))))
    expect(crowd.every(({ status }) => status === 204 || status === 429)).toBe(true)
    expect((await guess(token, 'right', placeOf(30_000))).status).toBe(204)
  })

  test('what is too long for a password closes the link to nobody', async () => {
    const { token, id } = await link()
    for (let n = 0; n < 199; n++) await app.services.limits.take('link-failures', String(id))
    for (let n = 0; n < 3; n++) expect((await guess(token, 'é'.repeat(1_000), '10.1.2.6')).status).toBe(422)
    expect((await guess(token, 'right', '10.1.2.7')).status).toBe(204)
  })

  test('without the limits all of them would be', async () => {
    const { token } = await link()
    const { limits } = app.services
    const { take, check } = limits
    const free = async () => ({ allowed: true, retryAfter: 0 })
    Object.assign(limits, { take: free, check: free })
    try {
      expect(await lookedAt(token, 15, () => '10.1.2.5')).toBe(15)
    } finally {
      Object.assign(limits, { take, check })
    }
  })
})
