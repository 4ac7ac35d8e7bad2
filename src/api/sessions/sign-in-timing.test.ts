import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { seededRandom } from '../../testing/seeded-random.ts'
import { makeTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

/** `verified`: hashes that were compared. `lazy`: as if unknown accounts were refused without a comparison. */
const hashing = vi.hoisted(() => ({ verified: [] as string[], known: '', lazy: false }))
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  const verify: typeof real.verify = async (hash, ...rest) => {
    hashing.verified.push(String(hash))
    return hashing.lazy && hash !== hashing.known ? false : real.verify(hash, ...rest)
  }
  return { ...real, verify }
})

/** `npm run sign-in-timing` compares this many calls about an account with as many about none. */
const tries = Number(process.env.ATTACK ?? 0)
/** Largest difference of the medians, in ms. */
const allowed = 5

/** Name and number in `login` and `email` make an account that exists, or none. */
const calls = {
  'signing in by username': (client: TestClient, name: string) =>
    client.post('/users/sign_in', { user: { login: name, password: 'wrong guess 17' } }),
  'signing in by e-mail': (client: TestClient, name: string) =>
    client.post('/users/sign_in', { user: { login: `${name}@example.org`, password: 'wrong guess 17' } }),
  'asking for a new password': (client: TestClient, name: string) =>
    client.post('/users/password', { user: { email: `${name}@example.org` } }),
}

let app: TestApp
const known = 'ada-known'
beforeAll(async () => {
  app = await makeTestApp('sqlite')
  // Rates have tests of their own.
  const free = async () => ({ allowed: true, retryAfter: 0 })
  Object.assign(app.services.limits, { take: free, check: free })
  hashing.known = (await app.person({ username: known })).user.password_hash
})
afterAll(() => app.close())

/** The value below which a part of the numbers is. */
function quantile(numbers: readonly number[], part: number): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * part)] ?? Number.NaN
}

/** Times calls about the account and about none, in random order, so that other work of the machine hits both alike. */
async function compare(call: (typeof calls)[keyof typeof calls], count: number) {
  const random = seededRandom(14)
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let n = 0; n < count; n += 1) {
    const pair = [known, `none-${n}-known`]
    for (const name of random.between(0, 1) === 0 ? pair : pair.reverse()) {
      const client = app.visitor()
      const begun = performance.now()
      await call(client, name)
      times[name === known ? 'known' : 'unknown'].push(performance.now() - begun)
    }
  }
  const [a, b] = [times.known, times.unknown]
  const numbers = { known: [quantile(a, 0.5), quantile(a, 0.95)], unknown: [quantile(b, 0.5), quantile(b, 0.95)] }
  return { ...numbers, difference: Math.abs(quantile(a, 0.5) - quantile(b, 0.5)) }
}

describe.each(Object.entries(calls))('%s', (what, call) => {
  test('is the same answer and the same work whether the account exists or not', async () => {
    const answers = []
    for (const name of [known, 'none-known']) {
      hashing.verified = []
      const { status, text } = await call(app.visitor(), name)
      // The cost of a hash: algorithm, version, memory, passes.
      answers.push({ status, text, costs: hashing.verified.map((hash) => hash.split('$').slice(1, 4)) })
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.costs.length).toBe(what.startsWith('signing') ? 1 : 0)
  })

  if (tries > 0)
    test('takes as long whether the account exists or not', { timeout: tries * 2_000 }, async () => {
      const found = await compare(call, tries)
      const ms = (numbers: readonly number[]) => numbers.map((one) => one.toFixed(2)).join(' and ')
      console.log(
        `${what}, ${tries} calls each, median and p95 in ms: ${ms(found.known)} with an account, ${ms(found.unknown)} without; medians ${found.difference.toFixed(2)} apart`,
      )
      expect(found.difference).toBeLessThanOrEqual(allowed)
    })
})

test('the comparison finds accounts if no hash is compared for others', async () => {
  hashing.lazy = true
  try {
    const { difference } = await compare(calls['signing in by username'], 15)
    expect(difference).toBeGreaterThan(allowed)
  } finally {
    hashing.lazy = false
  }
})
