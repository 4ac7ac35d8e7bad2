import { isIPv6 } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { pauseAfter, type Rate, type RateName, rates } from '../../rules/rate-limits.ts'
import type { RateLimits } from '../services.ts'

/** Options for creating rate limits. */
export interface RateLimitOptions<Name extends string = RateName> {
  /** Shares counts among all processes; null: each process counts separately. */
  readonly redisUrl: string | null
  readonly log: FastifyBaseLogger
  /** Other rules, for tests. */
  readonly rules?: Readonly<Record<Name, Rate>>
}

/** Rate limits with a Redis connection to close. */
export interface ClosableRateLimits<Name extends string = RateName> extends RateLimits<Name> {
  close(): Promise<void>
}

const allowed = { allowed: true, retryAfter: 0 }

type Redis = Awaited<ReturnType<typeof connectRedis>>

/** The limiters of each rule by its name, in Redis or in memory. */
function createLimiters(rules: Readonly<Record<string, Rate>>, redis: Redis | null) {
  const make = (keyPrefix: string, points: number, duration: number): RateLimiterAbstract =>
    redis
      ? new RateLimiterRedis({ points, duration, keyPrefix, storeClient: redis, useRedisPackage: true })
      : new RateLimiterMemory({ points, duration, keyPrefix })
  return new Map(
    Object.entries(rules).map(([name, stated]) => {
      const limiter = make(`rate:${name}`, stated.tries, stated.seconds)
      // Stored separately: a pause ends long before its count resets.
      const pauses = stated.pause ? make(`pause:${name}`, 1, stated.pause.max) : null
      return [name, { limiter, pauses, stated }] as const
    }),
  )
}

/** Creates the rate limits of rules/rate-limits.ts, in memory or in Redis. */
export async function createRateLimits<Name extends string = RateName>(
  options: RateLimitOptions<Name>,
): Promise<ClosableRateLimits<Name>> {
  const redis = options.redisUrl === null ? null : await connectRedis(options.redisUrl, options.log)
  const limiters = createLimiters(options.rules ?? rates, redis)
  const find = (rule: string) => {
    const limit = limiters.get(rule)
    if (!limit) throw new Error(`There is no rate limit '${rule}'; add it to rules/rate-limits.ts.`)
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
    async refund(rule, subject) {
      await find(rule)
        .limiter.reward(subjectKey(subject), 1)
        .catch(() => undefined)
    },
    async reset(rule, subject) {
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
    // While the store is unavailable, password guesses must be refused; reading pages may continue.
    return rule.withoutStore === 'closed' ? { allowed: false, retryAfter: 30 } : allowed
  }
}

/**
 * The key a subject is counted by. An IPv6 address is counted by its /56, which is one subscriber. Other texts are
 * counted in lower case.
 */
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
  // Disables the client's queue: while Redis is down, the rule decides at once.
  const client = createClient({ url, disableOfflineQueue: true, socket: { connectTimeout: 2_000 } })
  client.on('error', (error: unknown) => log.warn({ err: error }, 'Redis cannot be reached'))
  // Waits for the first result, so that even the first requests are counted. The client keeps reconnecting.
  const settled = new Promise<void>((resolve) => {
    client.once('ready', resolve)
    client.once('error', () => resolve())
  })
  void client.connect().catch(() => {})
  await settled
  return client
}
