import { isIPv6 } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { type Rate, rates } from '../../rules/rates.ts'
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
  const limiters = new Map<string, RateLimiterAbstract>()
  for (const [name, { tries: points, seconds: duration }] of Object.entries(rules)) {
    const shape = { points, duration, keyPrefix: `rate:${name}` }
    limiters.set(
      name,
      redis
        ? new RateLimiterRedis({ ...shape, storeClient: redis, useRedisPackage: true })
        : new RateLimiterMemory(shape),
    )
  }
  const find = (rule: string) => {
    const limiter = limiters.get(rule)
    const stated = rules[rule]
    if (!limiter || !stated) throw new Error(`There is no rate limit '${rule}'; add it to rules/rates.ts.`)
    return { limiter, stated }
  }
  return {
    async take(rule, subject) {
      const { limiter, stated } = find(rule)
      return count(() => limiter.consume(subjectKey(subject)), stated, options.log)
    },
    async check(rule, subject) {
      const { limiter, stated } = find(rule)
      return count(async () => refuseWhenSpent(await limiter.get(subjectKey(subject)), stated), stated, options.log)
    },
    async giveBack(rule, subject) {
      await find(rule)
        .limiter.reward(subjectKey(subject), 1)
        .catch(() => undefined)
    },
    async forget(rule, subject) {
      await find(rule)
        .limiter.delete(subjectKey(subject))
        .catch(() => false)
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

/** Who is counted: one subscriber has a whole /56 of IPv6 addresses, so they count as one. */
function subjectKey(subject: string): string {
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
  void client.connect().catch(() => {})
  return client
}
