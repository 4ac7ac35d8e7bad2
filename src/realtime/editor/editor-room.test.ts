import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { timings } from '../../rules/timings.ts'
import { createDeckPresence } from '../../server/deck-presence.ts'
import type { AppSocket } from '../../server/sockets/app-socket.ts'
import { createTokenBucket } from '../../server/sockets/token-bucket.ts'
import { processes } from '../../testing/process-buses.ts'
import { EditorRoom } from './editor-room.ts'
import type { Member } from './member.ts'

const [deck, ann] = [7, 1]

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** The rooms of one deck in two processes, and what each knows of Ann. */
function twoRooms() {
  return processes(2).map((bus) => {
    const presence = createDeckPresence(bus)
    const nothing = { moved: () => undefined, wrote: () => undefined, editorsOf: async () => new Set<Member>() }
    const options = { presence, now: () => new Date(), ...nothing }
    const room = new EditorRoom(deck, { editorId: ann, version: 1 }, options)
    return { room, status: () => presence.of(deck, ann)?.status ?? 'disconnected' }
  })
}

/** A page of Ann, in the editor at the first slide. */
function page(): Member {
  return {
    ...{ socket: { raw: null } as AppSocket, session: null, userId: ann, link: null, deckId: deck, place: 'editor' },
    ...{ slideId: 'one', idle: false, at: Date.now(), broadcasts: createTokenBucket(1) },
  }
}

test('who reloads the editor by way of another process stays there once the first has seen the old page go', () => {
  const [here, there] = twoRooms()
  const [before, after] = [page(), page()]
  here!.room.add(before)
  here!.room.remove(before, () => undefined)
  there!.room.add(after)
  vi.advanceTimersByTime(timings.collaborationGone)
  expect([here!.status(), there!.status()]).toEqual(['viewing', 'viewing'])
  there!.room.remove(after, () => undefined)
  vi.advanceTimersByTime(timings.collaborationGone)
  expect([here!.status(), there!.status()]).toEqual(['disconnected', 'disconnected'])
})
