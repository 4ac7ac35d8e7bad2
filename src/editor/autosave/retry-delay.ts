const firstRetry = 2000
const lastRetry = 30_000
/** The longest Retry-After that is respected, in ms. */
const longestWait = 120_000

/**
 * The delay before the retry after the n-th consecutive failure, in ms: 2 s, 4 s, 8 s … 30 s, but not less than the
 * server's Retry-After (ms; null: none).
 */
export function retryDelay(attempts: number, retryAfter: number | null): number {
  return Math.max(Math.min(lastRetry, firstRetry * 2 ** (attempts - 1)), Math.min(retryAfter ?? 0, longestWait))
}
