import { randomBytes } from 'node:crypto'
import { limits } from '../../rules/limits.ts'
import type { Services } from '../services.ts'

/** A token is accepted once in this time (ms), so one token cannot exhaust the reconnect limit. */
const reuseInterval = 1_000

/** When a token expires: ms since 1970. */
function expiryOf(token: string): number {
  return Number.parseInt(token, 36)
}

/** Signs and verifies reconnect tokens. */
export interface ReconnectTokens {
  /**
   * Issues a token for an address (as sockets are counted). It grants nothing else: reconnecting clients are
   * authenticated again. `shown`: the client's current token, which is returned while at least half of its lifetime is
   * left.
   */
  issue(address: string, shown: string | null): string
  /** Whether a token is valid for this address and was not used just now. */
  admits(token: string, address: string): boolean
}

/**
 * Creates the tokens of a process. Tokens are signed with the instance's key, so a restarted process verifies them
 * without a database query.
 */
export function createReconnectTokens(
  { keys, now }: Pick<Services, 'keys' | 'now'>,
  clock: () => number = () => performance.now(),
): ReconnectTokens {
  let [seen, before, since] = [new Set<string>(), new Set<string>(), clock()]
  const isNew = (token: string): boolean => {
    const elapsed = clock() - since
    if (elapsed > reuseInterval) {
      ;[before, seen, since] = [elapsed > 2 * reuseInterval ? new Set<string>() : seen, new Set<string>(), clock()]
    }
    if (seen.has(token) || before.has(token)) return false
    seen.add(token)
    return true
  }
  return {
    issue(address, shown) {
      const life = limits.live.reconnectTokenHours * 3_600_000
      if (shown !== null && expiryOf(shown) - now().getTime() > life / 2) return shown
      const until = now().getTime() + life
      const text = `${until.toString(36)}.${randomBytes(9).toString('base64url')}`
      return `${text}.${keys.sign('socket-return', `${text} ${address}`)}`
    },
    admits(token, address) {
      const [until = '', nonce = '', signature = '', more] = token.length > 100 ? [] : token.split('.')
      if (more !== undefined || !(Number.parseInt(until, 36) > now().getTime())) return false
      return keys.verify('socket-return', `${until}.${nonce} ${address}`, signature) && isNew(token)
    },
  }
}
