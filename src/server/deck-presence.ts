import type { ProcessBus } from './process-bus.ts'

/** Where a user is in a deck. Without a value the user is disconnected. */
export interface Presence {
  readonly status: 'viewing' | 'idle'
  readonly slideId: string | null
  /** 'editor' if one of the user's pages is the editor; omitted if unknown. */
  readonly place?: 'editor' | 'review' | undefined
  /** When the user was last active there (ms since 1970), to choose between several pages. */
  readonly at: number
}

/**
 * Who has which deck open, in all processes. In memory only: presence changes many times a minute and is worth nothing
 * after a restart.
 */
export interface DeckPresence {
  /** A user's presence on a deck; null: disconnected. */
  of(deckId: number, userId: number): Presence | null
  /** The same in this process alone, as it was set. */
  here(deckId: number, userId: number): Presence | null
  /** The users who have a deck open. */
  usersOf(deckId: number): ReadonlyMap<number, Presence>
  /** Sets the presence of a user in this process. */
  set(deckId: number, userId: number, presence: Presence | null): void
  /** Calls the listener after each change of a user's presence. Returns a function that unsubscribes. */
  subscribe(listener: (deckId: number, userId: number) => void): () => void
  /**
   * Repeats this process's presence to the others, at first asks for theirs, and removes processes that were silent for
   * `age` ms.
   */
  refresh(age: number): void
}

/** A change of presence in one process. */
interface Change {
  readonly process: string
  readonly deckId: number
  readonly userId: number
  readonly presence: Presence | null
}

/** The channels of the bus: a change, and the request of a new process to repeat everything. */
const [changed, requested] = ['deck-presence', 'deck-presence-request']

type UsersByDeck = Map<number, Map<number, Presence>>

function put(decks: UsersByDeck, deckId: number, userId: number, presence: Presence | null): void {
  const users = decks.get(deckId) ?? new Map<number, Presence>()
  if (presence) users.set(userId, presence)
  else users.delete(userId)
  if (users.size > 0) decks.set(deckId, users)
  else decks.delete(deckId)
}

/** The more relevant of two presences of a user in different processes: a viewing one, else the later. */
function newer(one: Presence | null, other: Presence | undefined): Presence | null {
  if (!one || !other) return other ?? one
  const later = other.at > one.at ? other : one
  if (one.status !== other.status) return one.status === 'viewing' ? one : other
  return other.place === 'editor' || one.place === 'editor' ? { ...later, place: 'editor' } : later
}

/** Creates the presence of this process. */
export function createDeckPresence(bus: ProcessBus): DeckPresence {
  const here: UsersByDeck = new Map()
  const elsewhere = new Map<string, { decks: UsersByDeck; heardAt: number }>()
  const listeners = new Set<(deckId: number, userId: number) => void>()
  const notify = (deckId: number, userId: number): void => {
    for (const listener of [...listeners]) listener(deckId, userId)
  }
  const all = (): UsersByDeck[] => [here, ...[...elsewhere.values()].map(({ decks }) => decks)]
  const of = (deckId: number, userId: number): Presence | null => {
    let found: Presence | null = null
    for (const decks of all()) found = newer(found, decks.get(deckId)?.get(userId))
    return found
  }
  const publish = (deckId: number, userId: number, presence: Presence | null): void =>
    bus.publish(changed, { process: bus.process, deckId, userId, presence } satisfies Change)
  const repeat = (): void => {
    for (const [deckId, users] of here) for (const [userId, presence] of users) publish(deckId, userId, presence)
  }
  bus.subscribe(changed, (message) => {
    const { process, deckId, userId, presence } = message as Change
    const known = elsewhere.get(process) ?? { decks: new Map(), heardAt: 0 }
    known.heardAt = performance.now()
    elsewhere.set(process, known)
    const before = known.decks.get(deckId)?.get(userId)
    put(known.decks, deckId, userId, presence)
    if (JSON.stringify(before ?? null) !== JSON.stringify(presence)) notify(deckId, userId)
  })
  bus.subscribe(requested, repeat)
  let asked = false
  return {
    of,
    here: (deckId, userId) => here.get(deckId)?.get(userId) ?? null,
    usersOf(deckId) {
      const users = new Map<number, Presence>()
      for (const decks of all())
        for (const [userId, presence] of decks.get(deckId) ?? [])
          users.set(userId, newer(users.get(userId) ?? null, presence) as Presence)
      return users
    },
    set(deckId, userId, presence) {
      put(here, deckId, userId, presence)
      publish(deckId, userId, presence)
      notify(deckId, userId)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    refresh(age) {
      if (asked) repeat()
      else bus.publish(requested, {})
      asked = true
      for (const [process, { decks, heardAt }] of [...elsewhere]) {
        if (performance.now() - heardAt <= age) continue
        elsewhere.delete(process)
        for (const [deckId, users] of decks) for (const userId of users.keys()) notify(deckId, userId)
      }
    },
  }
}
