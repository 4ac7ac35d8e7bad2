import { acceptBatch } from '../../api/batches/accept-batch.ts'
import { type Batch, type BatchAnswer, sentBatch } from '../../api/batches/messages.ts'
import type { ServerMessage } from '../../api/deck-channel/messages.ts'
import { limits } from '../../rules/limits.ts'
import type { Services } from '../../server/services.ts'
import { createTokenBucket, type TokenBucket } from '../../server/sockets/token-bucket.ts'
import { memberNow } from '../still-allowed.ts'
import type { Member } from './member.ts'

/** Handles the batches of a process's sockets. */
export class BatchHandler {
  readonly #services: Services
  /** By user, since a user may have many sockets. */
  readonly #buckets = new Map<number, TokenBucket>()

  constructor(services: Services) {
    this.#services = services
  }

  /**
   * Writes a batch and broadcasts it; the answer comes after that. What cannot be written is refused without a reason:
   * the client saves by a request, whose answer has one. Calls `written` between the two. Never rejects.
   */
  async take(member: Member, body: unknown, written: (batch: Batch) => void): Promise<BatchAnswer> {
    try {
      return await this.#take(member, body, written)
    } catch (error) {
      this.#services.log.warn({ err: error }, 'a batch could not be written')
      return { ok: false, reason: 'save' }
    }
  }

  /** Forgets the limits of users who have no socket here. */
  forget(present: ReadonlySet<number>): void {
    for (const userId of this.#buckets.keys()) if (!present.has(userId)) this.#buckets.delete(userId)
  }

  async #take(member: Member, body: unknown, written: (batch: Batch) => void): Promise<BatchAnswer> {
    const { deckId, userId } = member
    // First of all: checking the form of a batch takes milliseconds.
    const wait = this.#bucketOf(userId).take()
    if (wait > 0) return { ok: false, reason: 'wait', ms: wait * 1_000 }
    const batch = sentBatch.safeParse(body)
    if (!batch.success) return { ok: false, reason: 'save' }
    const now = await memberNow(this.#services, deckId, member, 'save')
    if (!now) return { ok: false, reason: 'save' }
    const answer = await acceptBatch(this.#services, deckId, now.actor, batch.data, now.loaded)
    if (answer.ok) {
      written({ seq: answer.seq, id: batch.data.id, user_id: userId, ops: answer.ops })
      const saved: ServerMessage = { type: 'collaboration:deck-saved', user_id: userId, version: answer.seq }
      this.#services.deckChannel.send(deckId, saved)
    }
    return answer
  }

  #bucketOf(userId: number): TokenBucket {
    const bucket = this.#buckets.get(userId) ?? createTokenBucket(limits.batch.perSecond, { burst: limits.batch.burst })
    this.#buckets.set(userId, bucket)
    return bucket
  }
}
