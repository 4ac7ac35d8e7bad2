import { randomBytes } from 'node:crypto'
import { limits } from '../../rules/limits.ts'
import type { Services } from '../services.ts'

/** A ticket counts once in this time (ms): with one of them nobody can fill the door of those who come back. */
const onceIn = 1_000

/** Until when a ticket is good: ms since 1970. */
function untilOf(ticket: string): number {
  return Number.parseInt(ticket, 36)
}

/** Says of pages that were let in before, so that they need not wait among those whom nobody knows. */
export interface ReturnTickets {
  /**
   * A ticket for a page at an address (as sockets are counted by). It opens nothing: who comes back is asked anew who they
   * are. `shown`: the one that it came in with, which it keeps while that is good for long enough.
   */
  issue(address: string, shown: string | null): string
  /** Whether a page at this address was here before, and has not just now come with the same ticket. */
  admits(ticket: string, address: string): boolean
}

/**
 * After a crash a whole hall comes back at once. Each of its pages brings what it was given when it was let in; the
 * instance's own key says so, so a process that has just started knows it, too, and asks no database.
 */
export function createReturnTickets(
  { keys, now }: Pick<Services, 'keys' | 'now'>,
  clock: () => number = () => performance.now(),
): ReturnTickets {
  let [seen, before, since] = [new Set<string>(), new Set<string>(), clock()]
  const isNew = (ticket: string): boolean => {
    const elapsed = clock() - since
    if (elapsed > onceIn) {
      ;[before, seen, since] = [elapsed > 2 * onceIn ? new Set<string>() : seen, new Set<string>(), clock()]
    }
    if (seen.has(ticket) || before.has(ticket)) return false
    seen.add(ticket)
    return true
  }
  return {
    issue(address, shown) {
      const life = limits.live.returnHours * 3_600_000
      if (shown !== null && untilOf(shown) - now().getTime() > life / 2) return shown
      const until = now().getTime() + life
      const text = `${until.toString(36)}.${randomBytes(9).toString('base64url')}`
      return `${text}.${keys.sign('socket-return', `${text} ${address}`)}`
    },
    admits(ticket, address) {
      const [until = '', nonce = '', signature = '', more] = ticket.length > 100 ? [] : ticket.split('.')
      if (more !== undefined || !(Number.parseInt(until, 36) > now().getTime())) return false
      return keys.verify('socket-return', `${until}.${nonce} ${address}`, signature) && isNew(ticket)
    },
  }
}
