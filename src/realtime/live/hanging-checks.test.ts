import type { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { overrideTimings } from '../../rules/timings.ts'
import { makeDeck } from '../../testing/factories.ts'
import { openLive } from '../../testing/live-socket.ts'
import { makeTestApp, type TestApp } from '../../testing/test-app.ts'
import { waitFor } from '../../testing/wait-for.ts'

let app: TestApp
beforeAll(async () => {
  const restore = overrideTimings({ liveAccessCheck: 50, liveAccessPatience: 100 })
  app = await makeTestApp('sqlite')
  return restore
})
afterAll(() => app.close())

/** Lets queries for a deck hang from now on; returns a function that counts them. */
function neverAnswerAbout(deckId: number): () => number {
  const { read } = app.services.database
  const executeQuery = read.executeQuery.bind(read)
  let asked = 0
  vi.spyOn(read, 'executeQuery').mockImplementation((query) => {
    const { sql, parameters } = query as CompiledQuery
    if (!sql.startsWith('select * from "decks"') || parameters[0] !== deckId)
      return executeQuery(query as CompiledQuery)
    asked += 1
    return new Promise(() => {})
  })
  return () => asked
}

test('a hanging access check of one deck does not delay the check of another', async () => {
  const { user } = await app.person()
  const [first, second] = [await makeDeck(app.services, user), await makeDeck(app.services, user)]
  const [member, other] = [await openLive(app, app.visitor()), await openLive(app, app.visitor())]
  await member.subscribe({ deck_id: first.id, publisher: false })
  await other.subscribe({ deck_id: second.id, publisher: false })
  const asked = neverAnswerAbout(first.id)
  await waitFor(() => asked() > 0)
  // Directly in the database, so that only the regular check can notice.
  const decks = app.services.database.write.updateTable('decks').set({ trashed_at: new Date() })
  await decks.where('id', '=', second.id).execute()
  await waitFor(() => other.closed() !== null)
  await waitFor(() => asked() > 2)
  expect(member.closed()).toBe(null)
  vi.restoreAllMocks()
  for (const socket of [member, other]) socket.close()
})
