import { acceptBatch, type FoundDeck, readBatch } from '../../api/batches/accept-batch.ts'
import type { Batch, BatchAnswer } from '../../api/batches/messages.ts'
import type { ServerMessage } from '../../api/deck-channel/messages.ts'
import { limits } from '../../rules/limits.ts'
import type { Services } from '../../server/services.ts'
import { createTokenBucket, type TokenBucket } from '../../server/sockets/token-bucket.ts'
import type { Credentials } from '../decider.ts'
import { type MemberNow, memberNow } from '../still-allowed.ts'

/** What is known of a member who may save: read at a permission version, and changed by the member's own batches. */
interface KnownMember extends Pick<MemberNow, 'actor' | 'until'> {
  /** Null on Postgres, which has no permission version: then nothing is kept. */
  readonly version: number | null
  readonly found: FoundDeck
}

/** Who sends a batch, on which deck. */
interface Writer extends Credentials {
  readonly deckId: number
  readonly userId: number
}

/** Handles the batches of a process's sockets. */
export class BatchHandler {
  readonly #services: Services
  /** By user, since a user may have many sockets. */
  readonly #buckets = new Map<number, TokenBucket>()
  /** What the next batches of members need not read again: of those who wrote since `forget` was called, and before. */
  #known = new WeakMap<Writer, KnownMember>()
  #knownBefore = new WeakMap<Writer, KnownMember>()

  constructor(services: Services) {
    this.#services = services
  }

  /**
   * Writes a batch and broadcasts it; the answer comes after that. What cannot be written is refused without a reason:
   * the client saves by a request, whose answer has one. Calls `written` between the two. Never rejects.
   */
  async take(member: Writer, body: unknown, written: (batch: Batch) => void): Promise<BatchAnswer> {
    try {
      return await this.#take(member, body, written)
    } catch (error) {
      this.#services.log.warn({ err: error }, 'a batch could not be written')
      return { ok: false, reason: 'save' }
    }
  }

  /**
   * To be called every few seconds: forgets the limits of users who have no socket here, and the decks and slides of
   * members who wrote nothing since the last call. They may be many, and their slides large.
   */
  forget(present: ReadonlySet<number>): void {
    for (const userId of this.#buckets.keys()) if (!present.has(userId)) this.#buckets.delete(userId)
    this.#knownBefore = this.#known
    this.#known = new WeakMap()
  }

  async #take(member: Writer, body: unknown, written: (batch: Batch) => void): Promise<BatchAnswer> {
    const { deckId, userId } = member
    // First of all: checking the form of a batch takes milliseconds.
    const wait = this.#bucketOf(userId).take()
    if (wait > 0) return { ok: false, reason: 'wait', ms: wait * 1_000 }
    const batch = readBatch(body)
    if (!batch) return { ok: false, reason: 'save' }
    const now = await this.#now(member)
    if (!now) return { ok: false, reason: 'save' }
    const { actor, found: known } = now
    const found = known.loaded.deck.version >= batch.base ? known : undefined
    const keep = (next: FoundDeck) => {
      if (now.version !== null) this.#known.set(member, { ...now, found: next })
    }
    const answer = await acceptBatch(this.#services, deckId, actor, batch, found, keep)
    if (answer.ok) {
      written({ seq: answer.seq, id: batch.id, user_id: userId, ops: answer.ops })
      const saved: ServerMessage = { type: 'collaboration:deck-saved', user_id: userId, version: answer.seq }
      this.#services.deckChannel.send(deckId, saved)
    }
    return answer
  }

  /** The member's user and deck if it may save now, from what was read before if nothing has changed since. */
  async #now(member: Writer): Promise<KnownMember | null> {
    const version = this.#services.database.permissionVersion()
    const known = this.#known.get(member) ?? this.#knownBefore.get(member)
    const isTrue = known && version !== null && known.version === version
    if (isTrue && (known.until === null || known.until > this.#services.now())) return known
    const now = await memberNow(this.#services, member.deckId, member, 'save')
    return now && { version, actor: now.actor, until: now.until, found: { loaded: now.loaded, slide: null } }
  }

  #bucketOf(userId: number): TokenBucket {
    const bucket = this.#buckets.get(userId) ?? createTokenBucket(limits.batch.perSecond, { burst: limits.batch.burst })
    this.#buckets.set(userId, bucket)
    return bucket
  }
}
