import { isIPv6 } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { pauseAfter, type Rate, rates } from '../../rules/rates.ts'
import type { RateLimits } from '../services.ts'

/** What limits are made from. */
export interface RateLimitOptions {
  /** Counts are shared by all processes through it; null: each process counts for itself. */
  readonly redisUrl: string | null
  readonly log: FastifyBaseLogger
  /** Other rules, for tests. */
  readonly rules?: Readonly<Record<string, Rate>>
}

/** Rate limits with an end, for the connection behind them. */
export interface ClosableRateLimits extends RateLimits {
  close(): Promise<void>
}

const allowed = { allowed: true, retryAfter: 0 }

/** Rate limits by rules/rates.ts, in memory or in Redis. */
export async function createRateLimits(options: RateLimitOptions): Promise<ClosableRateLimits> {
  const rules: Readonly<Record<string, Rate>> = options.rules ?? rates
  const redis = options.redisUrl === null ? null : await connectRedis(options.redisUrl, options.log)
  const make = (keyPrefix: string, points: number, duration: number): RateLimiterAbstract =>
    redis
      ? new RateLimiterRedis({ points, duration, keyPrefix, storeClient: redis, useRedisPackage: true })
      : new RateLimiterMemory({ points, duration, keyPrefix })
  const limiters = new Map(
    Object.entries(rules).map(([name, stated]) => {
      const limiter = make(`rate:${name}`, stated.tries, stated.seconds)
      // Apart from the count: a pause is over long before the count begins anew.
      const pauses = stated.pause ? make(`pause:${name}`, 1, stated.pause.max) : null
      return [name, { limiter, pauses, stated }] as const
    }),
  )
  const find = (rule: string) => {
    const limit = limiters.get(rule)
    if (!limit) throw new Error(`There is no rate limit '${rule}'; add it to rules/rates.ts.`)
    return limit
  }
  return {
    async take(rule, subject) {
      const { limiter, pauses, stated } = find(rule)
      const key = subjectKey(subject)
      return count(
        async () => {
          const { consumedPoints } = await limiter.consume(key)
          const pause = stated.pause ? pauseAfter(consumedPoints, stated.pause) : 0
          if (pause > 0) await pauses?.block(key, pause)
        },
        stated,
        options.log,
      )
    },
    async check(rule, subject) {
      const { limiter, pauses, stated } = find(rule)
      const key = subjectKey(subject)
      return count(
        async () => {
          const pause = await pauses?.get(key)
          if (pause) throw pause
          refuseWhenSpent(await limiter.get(key), stated)
        },
        stated,
        options.log,
      )
    },
    async giveBack(rule, subject) {
      await find(rule)
        .limiter.reward(subjectKey(subject), 1)
        .catch(() => undefined)
    },
    async forget(rule, subject) {
      const { limiter, pauses } = find(rule)
      const key = subjectKey(subject)
      await limiter.delete(key).catch(() => false)
      await pauses?.delete(key).catch(() => false)
    },
    async close() {
      redis?.destroy()
    },
  }
}

function refuseWhenSpent(state: RateLimiterRes | null, rule: Rate): void {
  if (state && state.consumedPoints >= rule.tries) throw state
}

async function count(
  use: () => Promise<unknown>,
  rule: Rate,
  log: FastifyBaseLogger,
): Promise<{ allowed: boolean; retryAfter: number }> {
  try {
    await use()
    return allowed
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) {
      return { allowed: false, retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) }
    }
    log.error({ err: refusal }, 'rate limits cannot be counted')
    // Guessing passwords must not become free when the counter is away; reading pages may go on.
    return rule.withoutStore === 'closed' ? { allowed: false, retryAfter: 30 } : allowed
  }
}

/** Who is counted: one subscriber has a whole /56 of IPv6 addresses, so they count as one. Other texts in lower case. */
export function subjectKey(subject: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(subject)
  if (mapped?.[1]) return mapped[1]
  return isIPv6(subject) ? networkOf(subject) : subject.toLowerCase()
}

function networkOf(address: string): string {
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail ? tail.split(':') : []
  const groups = tail === undefined ? front : [...front, ...Array(8 - front.length - back.length).fill('0'), ...back]
  const [a = '0', b = '0', c = '0', d = '0'] = groups.map((group) => group.padStart(4, '0'))
  return `${a}:${b}:${c}:${d.slice(0, 2)}::/56`
}

async function connectRedis(url: string, log: FastifyBaseLogger) {
  const { createClient } = await import('redis')
  // Nothing waits in line while Redis is away: what cannot be counted is decided at once, by the rule.
  const client = createClient({ url, disableOfflineQueue: true, socket: { connectTimeout: 2_000 } })
  client.on('error', (error: unknown) => log.warn({ err: error }, 'Redis cannot be reached'))
  // Who comes first is counted as well: it waits until Redis is there, or is known to be away (it is looked for on).
  const settled = new Promise<void>((resolve) => {
    client.once('ready', resolve)
    client.once('error', () => resolve())
  })
  void client.connect().catch(() => {})
  await settled
  return client
}
