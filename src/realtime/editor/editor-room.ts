import type { Batch } from '../../api/batches/messages.ts'
import { type ChannelMessage, editorNamespace, type UserState } from '../../api/deck-channel/messages.ts'
import { limits } from '../../rules/limits.ts'
import { roleMayEdit } from '../../rules/permissions.ts'
import { timings } from '../../rules/timings.ts'
import type { DeckPresence, Presence } from '../../server/deck-presence.ts'
import { eventText } from '../../server/sockets/socket-packet.ts'
import { textFrame } from '../../server/sockets/text-frame.ts'
import type { Member } from './member.ts'

/** What is known of a deck, to find changes without a notification. */
export interface KnownDeck {
  readonly editorId: number
  readonly version: number
}

interface RoomOptions {
  readonly presence: DeckPresence
  now(): Date
  /** Called with each version that is announced. */
  moved(version: number): void
  /** Called with each batch that this process wrote, before its version is announced. */
  wrote(batch: Batch): void
  /** Those of the members who may read notes and hidden slides. */
  editorsOf(members: readonly Member[]): Promise<ReadonlySet<Member>>
}

/** The pages of one deck's collaborators in this process. */
export class EditorRoom {
  readonly deckId: number
  readonly members = new Set<Member>()
  readonly #presence: DeckPresence
  readonly #now: () => Date
  readonly #moved: RoomOptions['moved']
  readonly #editorsOf: RoomOptions['editorsOf']
  readonly wrote: RoomOptions['wrote']
  /** Timers of users whose last page here is gone. */
  readonly #leaving = new Map<number, ReturnType<typeof setTimeout>>()
  /** Users whose state is to be broadcast with the next round. */
  readonly #changed = new Set<number>()
  #round: ReturnType<typeof setTimeout> | undefined
  #roundAt = Number.NEGATIVE_INFINITY
  #roundOfAll: ReturnType<typeof setTimeout> | undefined
  #roundOfAllAt = Number.NEGATIVE_INFINITY
  /** Open requests for the floor, by user, with their end (performance.now), for pages that join later. */
  readonly #requests = new Map<number, number>()
  #known: KnownDeck

  constructor(deckId: number, known: KnownDeck, options: RoomOptions) {
    this.deckId = deckId
    this.#known = known
    this.#presence = options.presence
    this.#now = options.now
    this.#moved = options.moved
    this.#editorsOf = options.editorsOf
    this.wrote = options.wrote
  }

  /** The user who edits, as far as this process knows. */
  get editorId(): number {
    return this.#known.editorId
  }

  /** Whether the room can be closed: no member, and no user whose absence is still to be announced. */
  get isEmpty(): boolean {
    return this.members.size === 0 && this.#leaving.size === 0
  }

  /** The states of all users who have the deck open. */
  states(): UserState[] {
    return [...this.#presence.usersOf(this.deckId).keys()].map((userId) => this.#stateOf(userId))
  }

  #stateOf(userId: number): UserState {
    const presence = this.#presence.of(this.deckId, userId)
    const { status = 'disconnected', slideId = null, place } = presence ?? {}
    return { user_id: userId, status, slide_id: slideId, ...(place ? { place } : {}) }
  }

  /** The open requests for the floor, with the ms until they end. */
  requests(): { user_id: number; remaining: number }[] {
    const now = performance.now()
    const all = [...this.#requests].map(([user_id, until]) => ({ user_id, remaining: Math.round(until - now) }))
    return all.filter(({ remaining }) => remaining > 0)
  }

  /** Notes what a message does to the open requests, and who edits. */
  #note(message: ChannelMessage): void {
    const requests = this.#requests
    if (message.type === 'collaboration:become-editor-request')
      requests.set(message.user_id, performance.now() + timings.handoverRequest)
    else if (message.type === 'collaboration:become-editor-request-canceled') requests.delete(message.user_id)
    else if (message.type === 'collaboration:become-editor-request-denied') requests.delete(message.user_id)
    else if (message.type === 'collaboration:user-state' && message.status === 'disconnected')
      requests.delete(message.user_id)
    else if (message.type === 'collaboration:user-removed') requests.delete(message.user_id)
    else if (message.type === 'collaboration:user-updated' && !roleMayEdit(message.user.role))
      requests.delete(message.user.user_id)
    else if (message.type === 'collaboration:editor-changed') {
      requests.clear()
      this.#known = { ...this.#known, editorId: message.user_id }
    } else if (message.type === 'collaboration:deck-saved' && message.version > this.#known.version) {
      this.#known = { ...this.#known, version: message.version }
      this.#moved(message.version)
    }
  }

  add(member: Member): void {
    this.members.add(member)
    this.settle(member.userId)
  }

  /**
   * Removes a page. The user counts as disconnected some seconds later, since a reloaded page is back by then. Calls
   * `onGone` after that.
   */
  remove(member: Member, onGone: () => void): void {
    if (!this.members.delete(member)) return
    const { userId } = member
    if (this.#pagesOf(userId).length > 0) {
      this.settle(userId)
      return
    }
    clearTimeout(this.#leaving.get(userId))
    const gone = () => {
      this.#leaving.delete(userId)
      this.settle(userId)
      onGone()
    }
    this.#leaving.set(userId, setTimeout(gone, timings.collaborationGone))
  }

  #pagesOf(userId: number): Member[] {
    return [...this.members].filter((member) => member.userId === userId)
  }

  /**
   * Makes the presence of a user that of their pages here: viewing if one of them is, at the slide of the latest, and in
   * the editor if one of those is.
   */
  settle(userId: number): void {
    const pages = this.#pagesOf(userId)
    clearTimeout(this.#leaving.get(userId))
    this.#leaving.delete(userId)
    const active = pages.filter(({ idle }) => !idle)
    const counted = (active.length > 0 ? active : pages).sort((one, other) => other.at - one.at)
    const [latest] = counted
    const status = active.length > 0 ? 'viewing' : 'idle'
    const place = counted.some((page) => page.place === 'editor') ? 'editor' : latest?.place
    const presence: Presence | null = latest
      ? { status, slideId: latest.slideId, at: latest.at, ...(place ? { place } : {}) }
      : null
    // Known from another process alone, it ends with the pages there.
    const known = [this.#presence.here(this.deckId, userId), this.#presence.of(this.deckId, userId)]
    const keys = ['status', 'slideId', 'place'] as const
    if (known.every((before) => keys.every((key) => before?.[key] === presence?.[key]))) return
    this.#presence.set(this.deckId, userId, presence)
  }

  /** Notes that a page is used, and where. */
  touch(member: Member, change: { readonly slideId?: string | null; readonly idle?: boolean }): void {
    Object.assign(member, change, { at: this.#now().getTime() })
    this.settle(member.userId)
  }

  /** Announces a user's state with the next round. */
  stateChanged(userId: number): void {
    this.#changed.add(userId)
    const wait = timings.presenceApart - (performance.now() - this.#roundAt)
    this.#round ??= setTimeout(() => this.#announce(), Math.max(0, wait))
  }

  /** Announces the states of all users with the next round of all, which are further apart. */
  announceAll(): void {
    const wait = timings.presenceOfAllApart - (performance.now() - this.#roundOfAllAt)
    this.#roundOfAll ??= setTimeout(
      () => {
        this.#roundOfAll = undefined
        this.#roundOfAllAt = performance.now()
        for (const { user_id } of this.states()) this.stateChanged(user_id)
      },
      Math.max(0, wait),
    )
  }

  #announce(): void {
    this.#round = undefined
    this.#roundAt = performance.now()
    for (const userId of this.#changed) this.send({ type: 'collaboration:user-state', ...this.#stateOf(userId) })
    this.#changed.clear()
  }

  /**
   * Sends a message to all members except one. It is encoded once. A member that reads too slowly is disconnected: it
   * reconnects and gets the current state.
   */
  send(message: ChannelMessage, except: Member | null = null): void {
    this.#note(message)
    if ('only_editors' in message) {
      const { only_editors: _, ...sent } = message
      void this.#sendToEditors(sent)
      return
    }
    this.#write(message, this.members, except)
  }

  /** Sends what viewers may not read. If the check fails it is not sent: clients get it with the next list. */
  async #sendToEditors(message: ChannelMessage): Promise<void> {
    const members = [...this.members]
    const editors = await this.#editorsOf(members).catch(() => new Set<Member>())
    this.#write(
      message,
      members.filter((member) => editors.has(member) && this.members.has(member)),
    )
  }

  #write(message: ChannelMessage, members: Iterable<Member>, except: Member | null = null): void {
    const frame = textFrame(eventText(editorNamespace, 'message', message))
    for (const member of members) {
      const { raw } = member.socket
      if (member === except || !raw) continue
      if (raw.writableLength > limits.live.queueBytes) member.socket.terminate()
      else {
        // Its batches follow in this tick.
        if (message.type === 'collaboration:deck-saved') member.socket.batchWrites()
        raw.write(frame)
      }
    }
  }

  /** The deck for a page that joins, which read it as `found`: an editor who was read may be the one before. */
  joinedBy({ version }: KnownDeck): KnownDeck {
    this.compare({ ...this.#known, version })
    return this.#known
  }

  /** Announces what has changed without a notification: another process wrote it, and there is no bus. */
  compare({ editorId, version }: KnownDeck): void {
    if (editorId !== this.#known.editorId) this.send({ type: 'collaboration:editor-changed', user_id: editorId })
    if (version > this.#known.version) this.send({ type: 'collaboration:deck-saved', user_id: null, version })
  }

  /** Ends the timers, and the presence of the users here at once if the process stops. */
  close(): void {
    clearTimeout(this.#round)
    clearTimeout(this.#roundOfAll)
    for (const [userId, timer] of this.#leaving) {
      clearTimeout(timer)
      this.#presence.set(this.deckId, userId, null)
    }
    this.#leaving.clear()
  }
}
