import type { Batch, BatchesMessage } from '../../api/batches/messages.ts'
import { batchesBetween } from '../../api/batches/queries.ts'
import { editorNamespace } from '../../api/deck-channel/messages.ts'
import { limits } from '../../rules/limits.ts'
import type { Services } from '../../server/services.ts'
import { eventText } from '../../server/sockets/socket-packet.ts'
import { textFrame } from '../../server/sockets/text-frame.ts'
import { decideAgain } from '../still-allowed.ts'
import { AudienceFilter } from './audience-filter.ts'
import type { Member } from './member.ts'

/** Sends a deck's batches to its pages in this process, in the order of the database. */
export class BatchStream {
  readonly #services: Services
  readonly #deckId: number
  readonly #audience: AudienceFilter
  /** The version up to which batches were sent, and the newest one that is known of. */
  #sent: number
  #newest: number
  #running = false
  /** Batches that this process wrote, until they are sent: they need not be read. */
  #written = new Map<number, Batch>()

  constructor(services: Services, deckId: number, version: number) {
    this.#services = services
    this.#deckId = deckId
    this.#audience = new AudienceFilter(services.database.read, deckId)
    this.#sent = version
    this.#newest = version
  }

  /** Notes a batch that is on the disk; `moved` follows. */
  wrote(batch: Batch): void {
    if (batch.seq > this.#sent) this.#written.set(batch.seq, batch)
  }

  /** Sends the batches up to a version. Versions that come meanwhile follow in the next round. */
  moved(version: number, members: ReadonlySet<Member>): void {
    this.#newest = Math.max(this.#newest, version)
    if (!this.#running) void this.#run(members)
  }

  async #run(members: ReadonlySet<Member>): Promise<void> {
    this.#running = true
    while (this.#sent < this.#newest) {
      const [since, upTo] = [this.#sent, this.#newest]
      this.#sent = upTo
      if (members.size > 0) await this.#sendVersions(since, upTo, members)
      else this.#audience.reset()
    }
    // In the same step as the last comparison: a version that comes after it starts another run.
    this.#running = false
  }

  async #sendVersions(since: number, upTo: number, members: ReadonlySet<Member>): Promise<void> {
    try {
      const batches = this.#known(since, upTo) ?? (await this.#read(since, upTo))
      if (batches) await this.#sendBatches(batches, since, members)
      else this.#resync(upTo, members)
    } catch (error) {
      this.#services.log.warn({ err: error }, 'batches of a deck could not be read')
      // The last change would stay unknown until the next one.
      this.#resync(upTo, members)
    }
  }

  /** The batches, if this process wrote all of them. */
  #known(since: number, upTo: number): readonly Batch[] | null {
    const written = Array.from({ length: upTo - since }, (_, at) => this.#written.get(since + 1 + at))
    for (const seq of this.#written.keys()) if (seq <= upTo) this.#written.delete(seq)
    return written.every((batch) => batch !== undefined) ? written : null
  }

  /** Null if one of them has no operations. */
  async #read(since: number, upTo: number): Promise<readonly Batch[] | null> {
    const stored = await batchesBetween(this.#services.database.read, this.#deckId, since, upTo)
    const batches = stored?.flatMap(({ seq, batch_id: id, user_id, ops }) => (ops ? [{ seq, id, user_id, ops }] : []))
    return batches && batches.length === stored?.length ? batches : null
  }

  #resync(upTo: number, members: ReadonlySet<Member>): void {
    this.#audience.reset()
    this.#send({ resync: upTo }, members)
  }

  async #sendBatches(batches: readonly Batch[], since: number, members: ReadonlySet<Member>): Promise<void> {
    const { withNotes, withoutNotes } = await this.#audience.of(batches, since)
    if (withoutNotes === batches) {
      this.#send({ batches }, members)
      return
    }
    // A page that joins meanwhile gets the version in its answer.
    const receivers = [...members]
    const readers = await readersAmong(this.#services, this.#deckId, receivers)
    const resync = { resync: batches.at(-1)!.seq }
    const messages: Readonly<Record<Reader, BatchesMessage>> = {
      editor: { batches },
      'with-notes': withNotes ? { batches: withNotes } : resync,
      'without-notes': withoutNotes ? { batches: withoutNotes } : resync,
    }
    for (const [reader, message] of Object.entries(messages)) {
      const own = receivers.filter((member, at) => readers[at] === reader && members.has(member))
      if (own.length > 0) this.#send(message, own)
    }
  }

  #send(message: BatchesMessage, members: Iterable<Member>): void {
    const frame = textFrame(eventText(editorNamespace, 'batches', message))
    for (const member of members) {
      const { raw } = member.socket
      if (!raw) continue
      // It reconnects, and reads what it has missed.
      if (raw.writableLength > limits.live.queueBytes) member.socket.terminate()
      else raw.write(frame)
    }
  }
}

/** Who reads a deck: notes and hidden slides, the notes that it shares, or neither. */
type Reader = 'editor' | 'with-notes' | 'without-notes'

/** What each member of a deck's room may read. */
async function readersAmong(services: Services, deckId: number, members: readonly Member[]): Promise<Reader[]> {
  const asked = members.flatMap((credentials) => [
    { credentials, action: 'read-notes' as const },
    { credentials, action: 'read-shared-notes' as const },
  ])
  const decisions = await decideAgain(services, deckId, asked)
  return members.map((_, at) => {
    if (decisions[2 * at] === 'allow') return 'editor'
    return decisions[2 * at + 1] === 'allow' ? 'with-notes' : 'without-notes'
  })
}

/** The members of a deck's room who may read notes and hidden slides. */
export async function editorsOf(
  services: Services,
  deckId: number,
  members: readonly Member[],
): Promise<ReadonlySet<Member>> {
  const asked = members.map((credentials) => ({ credentials, action: 'read-notes' as const }))
  const decisions = await decideAgain(services, deckId, asked)
  return new Set(members.filter((_, at) => decisions[at] === 'allow'))
}
