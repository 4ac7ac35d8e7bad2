import type { Batch, BatchesMessage } from '../../api/batches/messages.ts'
import { batchesBetween } from '../../api/batches/queries.ts'
import { editorNamespace } from '../../api/deck-channel/messages.ts'
import type { Op } from '../../document/ops/op.ts'
import { limits } from '../../rules/limits.ts'
import type { Services } from '../../server/services.ts'
import { eventText } from '../../server/sockets/socket-packet.ts'
import { textFrame } from '../../server/sockets/text-frame.ts'
import { decideAgain } from '../still-allowed.ts'
import type { Member } from './member.ts'

/** Sends a deck's batches to its pages in this process, in the order of the database. */
export class BatchStream {
  readonly #services: Services
  readonly #deckId: number
  /** The version up to which batches were sent, and the newest one that is known of. */
  #sent: number
  #newest: number
  #running = false

  constructor(services: Services, deckId: number, version: number) {
    this.#services = services
    this.#deckId = deckId
    this.#sent = version
    this.#newest = version
  }

  /** Sends the batches up to a version. Versions that come meanwhile follow in the next round. */
  moved(version: number, members: ReadonlySet<Member>): void {
    this.#newest = Math.max(this.#newest, version)
    if (this.#running) return
    this.#running = true
    void this.#run(members)
      .catch((error: unknown) => this.#services.log.warn({ err: error }, 'batches of a deck could not be sent'))
      .finally(() => {
        this.#running = false
      })
  }

  async #run(members: ReadonlySet<Member>): Promise<void> {
    while (this.#sent < this.#newest) {
      const [since, upTo] = [this.#sent, this.#newest]
      // Clients find a gap by its number and read the deck again, so a failed read loses nothing.
      this.#sent = upTo
      if (members.size === 0) continue
      const stored = await batchesBetween(this.#services.database.read, this.#deckId, since, upTo)
      const batches = stored?.flatMap(({ seq, batch_id: id, user_id, ops }) => (ops ? [{ seq, id, user_id, ops }] : []))
      const isKnown = stored !== null && batches?.length === stored.length
      await this.#send(isKnown && batches ? { batches } : { resync: upTo }, members)
    }
  }

  async #send(message: BatchesMessage, members: ReadonlySet<Member>): Promise<void> {
    const receivers = [...members]
    const hasNotes = 'batches' in message && message.batches.some(({ ops }) => ops.some(isNotes))
    const mayRead = hasNotes ? await this.#readersOf(receivers) : new Set(receivers)
    const frame = textFrame(eventText(editorNamespace, 'batches', message))
    const withoutNotes = hasNotes ? textFrame(eventText(editorNamespace, 'batches', publicPart(message))) : frame
    for (const member of receivers) {
      const { raw } = member.socket
      if (!raw || !members.has(member)) continue
      // It reconnects, and reads what it has missed.
      if (raw.writableLength > limits.live.queueBytes) member.socket.terminate()
      else raw.write(mayRead.has(member) ? frame : withoutNotes)
    }
  }

  async #readersOf(members: readonly Member[]): Promise<ReadonlySet<Member>> {
    const asked = members.map((credentials) => ({ credentials, action: 'read-notes' as const }))
    const decisions = await decideAgain(this.#services, this.#deckId, asked)
    return new Set(members.filter((_, at) => decisions[at] === 'allow'))
  }
}

function isNotes(op: Op): boolean {
  return op.kind === 'notes' || (op.kind === 'put-slide' && op.notes !== '')
}

/** The message for users who may not read notes. */
function publicPart(message: BatchesMessage): BatchesMessage {
  if (!('batches' in message)) return message
  const withoutNotes = (batch: Batch): Batch => ({
    ...batch,
    ops: batch.ops
      .filter(({ kind }) => kind !== 'notes')
      .map((op) => (op.kind === 'put-slide' ? { ...op, notes: '' } : op)),
  })
  return { batches: message.batches.map(withoutNotes) }
}
