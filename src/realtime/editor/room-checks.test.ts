import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { overrideTimings } from '../../rules/timings.ts'
import { addCollaborator, type EditorTestSocket, openEditorSocket } from '../../testing/editor-socket.ts'
import { makeDeck } from '../../testing/factories.ts'
import { makeTestApp, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { waitFor } from '../../testing/wait-for.ts'

/** Delays subscriptions between the decision and the join; null: none. */
const hold = vi.hoisted(() => ({ decided: null as null | (() => Promise<void>) }))
/** The permission version that each check of a room began with. */
const checks = vi.hoisted((): (number | null)[] => [])

vi.mock('../decider.ts', async (original) => {
  const { createDecider, ...others } = await original<typeof import('../decider.ts')>()
  const held: typeof createDecider = (services) => {
    const decide = createDecider(services)
    return async (...asked) => {
      const answer = await decide(...asked)
      await hold.decided?.()
      return answer
    }
  }
  return { ...others, createDecider: held }
})

vi.mock('../still-allowed.ts', async (original) => {
  const { decideAgain, ...others } = await original<typeof import('../still-allowed.ts')>()
  const noted: typeof decideAgain = (services, ...asked) => {
    checks.push(services.database.permissionVersion())
    return decideAgain(services, ...asked)
  }
  return { ...others, decideAgain: noted }
})

let app: TestApp
let [owner, editor]: TestPerson[] = []
const open: EditorTestSocket[] = []

beforeAll(async () => {
  // Without a reason, a room that was checked is not checked again within this test.
  const restore = overrideTimings({ liveAccessCheck: 40, liveAccessLongest: 3_600_000 })
  app = await makeTestApp('sqlite')
  return restore
})
afterAll(() => app.close())
beforeEach(async () => {
  ;[owner, editor] = [await app.person({ plan: 'pro' }), await app.person()]
})
afterEach(() => {
  hold.decided = null
  for (const socket of open.splice(0)) socket.close()
})

async function openSocket(person: TestPerson | undefined): Promise<EditorTestSocket> {
  const socket = await openEditorSocket(app, person!)
  open.push(socket)
  return socket
}

test('who joins by a permission that ended, while a check of the room came between, is found by the next check', async () => {
  const deckId = (await makeDeck(app.services, owner!.user, { visibility: 'self' })).id
  await addCollaborator(app, deckId, editor!)
  expect(await (await openSocket(owner)).subscribe(deckId)).toMatchObject({ ok: true })
  const late = await openSocket(editor)
  const [decided, joins] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  hold.decided = () => {
    decided.resolve()
    return joins.promise
  }
  const answer = late.subscribe(deckId)
  await decided.promise
  checks.length = 0
  // Without a notification, as by another process.
  const { database } = app.services
  await database.write.deleteFrom('deck_users').where('user_id', '=', editor!.user.id).execute()
  const version = database.permissionVersion()
  expect(version).not.toBeNull()
  await waitFor(() => checks.includes(version))
  joins.resolve()
  expect(await answer).toMatchObject({ ok: true })
  await waitFor(() => late.closed())
  expect(late.messages).toContainEqual({ type: 'collaboration:user-removed', user_id: editor!.user.id })
})
