import { messages } from '../../rules/messages.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { route } from '../route.ts'
import { streamContracts } from './contract.ts'
import { publisherId } from './messages.ts'
import { firstState, mergeState, nextSeq, readStream, stateOf, writeState } from './queries.ts'

/** The publisher id in a sent state; if it has none, an id made from the user's id. */
function publisherIn(text: string, userId: number) {
  try {
    const given = publisherId.safeParse((JSON.parse(text) as { publisher_id?: unknown } | null)?.publisher_id)
    return given.success ? given.data : `user-${userId}`
  } catch {
    return `user-${userId}`
  }
}

/** Handlers of the live stream routes. */
export const streamRoutes = [
  route(streamContracts.read, async (c) => {
    const row = await readStream(c.db, c.loaded.deck.id)
    const state = row ? stateOf(row, c.services.now()) : null
    return { state: JSON.stringify(state ?? firstState(c.loaded.owner.settings)) }
  }),

  route(streamContracts.change, async (c) => {
    if (!c.user) throw new HttpError(401, messages.session.needed)
    const { deck, owner } = c.loaded
    const row = await readStream(c.db, deck.id)
    const now = c.services.now()
    const base = (row && stateOf(row, now)) ?? firstState(owner.settings)
    const name = publisherIn(c.body.state, c.user.id)
    const state = mergeState(base, c.body.state, name)
    if (!state) throw invalid('state', messages.live.invalidState)
    const holder = { id: String(name), userId: c.user.id }
    await writeState(c.db, { deckId: deck.id, state, seq: nextSeq(row?.seq ?? 0, now), holder, now })
    c.afterCommit(() => c.services.streamChanges.notify({ deckId: deck.id }))
    return { state: JSON.stringify(state) }
  }),
]
