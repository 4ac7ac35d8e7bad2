import type { LiveRefusal, SubscribeAnswer } from '../../api/stream/messages.ts'
import type { Joined } from '../room-session.ts'
import type { Follower } from './follower.ts'

/** The answer to a subscription, and the new follower; `member` is null if refused. */
export type LiveJoined = Joined<Follower, SubscribeAnswer>

/** The result of a refused subscription. */
export function refused(error: LiveRefusal): LiveJoined {
  return { answer: { ok: false, error }, member: null }
}
