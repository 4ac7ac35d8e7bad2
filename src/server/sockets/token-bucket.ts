/** Rate limit of handshakes; returns the Retry-After of refused ones. */
export interface TokenBucket {
  /** 0: admitted; else the seconds to wait, spread so that refused clients do not return together. */
  take(): number
}

/**
 * A token bucket that holds the tokens of one second, or `burst`. After a crash all clients reconnect at once: refused handshakes
 * cost a few bytes each, and admitted ones are served without delay.
 */
export function createTokenBucket(
  perSecond: number,
  options: { readonly burst?: number; readonly clock?: () => number; readonly random?: () => number } = {},
): TokenBucket {
  const { burst = perSecond, clock = () => performance.now(), random = Math.random } = options
  let left = burst
  let last = clock()
  let waiting = 0
  return {
    take() {
      const now = clock()
      const regained = ((now - last) / 1000) * perSecond
      left = Math.min(burst, left + regained)
      waiting = Math.max(0, waiting - regained)
      last = now
      if (left >= 1) {
        left -= 1
        return 0
      }
      waiting += 1
      return 1 + Math.floor((random() * 2 * waiting) / perSecond)
    },
  }
}
