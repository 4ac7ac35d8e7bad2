import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { overrideTimings } from '../../rules/timings.ts'
import { makeDeck } from '../../testing/factories.ts'
import { type LiveTestSocket, openLive } from '../../testing/live-socket.ts'
import { findRedis, startRedis } from '../../testing/redis-server.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { TestClient } from '../../testing/test-client.ts'
import { twoProcesses } from '../../testing/two-processes.ts'
import { waitFor } from '../../testing/wait-for.ts'

// A SQLite file belongs to one process.
eachDatabase((makeApp, kind) => {
  describe.runIf(kind === 'postgres')('followers in two processes see one presentation', () => {
    let app: TestApp
    let ann: TestPerson
    const open: LiveTestSocket[] = []
    beforeAll(async () => {
      app = await makeApp()
      ann = await app.person({ plan: 'pro' })
    })
    afterEach(() => {
      for (const socket of open.splice(0)) socket.close()
    })

    /** Presents in one process to a follower in the other; `during` is called between the moves. */
    const presentAcross = async (here: TestApp, there: TestApp, during: (n: number) => Promise<void>) => {
      const deck = await makeDeck(app.services, ann.user)
      const member = await openLive(there, app.visitor())
      await member.subscribe({ deck_id: deck.id, publisher: false })
      const presenter = await openLive(here, ann)
      await presenter.subscribe({ deck_id: deck.id, publisher: true, publisher_id: 'p' })
      for (const indexh of [1, 2, 3]) {
        await during(indexh)
        await presenter.publish(deck.id, 'p', { indexh })
        await waitFor(() => member.states.at(-1)?.indexh === indexh)
      }
      const late = await openLive(there, app.visitor())
      await late.subscribe({ deck_id: deck.id, publisher: false })
      await waitFor(() => late.states.at(-1)?.indexh === 3)
      open.push(member, presenter, late)
      return presenter
    }

    test('through the database', async () => {
      const restore = overrideTimings({ liveAccessCheck: 100 })
      try {
        await twoProcesses(app, null, async (here, there) => void (await presentAcross(here, there, async () => {})))
      } finally {
        restore()
      }
    })

    // Needs Redis on this machine, such as: apt install redis-server.
    test.runIf(findRedis())('through Redis at once, and in one common count', async () => {
      const redis = await startRedis()
      // Disables the regular check.
      const restore = overrideTimings({ liveAccessCheck: 60_000 })
      try {
        await twoProcesses(app, redis.address, async (here, there) => {
          const presenter = await presentAcross(here, there, async () => {})
          await waitFor(() => presenter.counts.at(-1) === 2)
        })
      } finally {
        restore()
        await redis.stop()
      }
    })

    /** Checks that a follower in one process is disconnected when a call to the other makes the deck private. */
    const revokeAcross = async (here: TestApp, there: TestApp) => {
      const deck = await makeDeck(app.services, ann.user)
      const [member, staying] = [await openLive(there, app.visitor()), await openLive(there, ann)]
      for (const socket of [member, staying]) await socket.subscribe({ deck_id: deck.id, publisher: false })
      open.push(member, staying)
      const caller = new TestClient(here.server, here.services)
      caller.setCookie('session', ann.cookie('session') as string)
      expect((await caller.post(`/api/v1/decks/${deck.id}/publish.json`, { visibility: 'self' })).status).toBe(200)
      await waitFor(() => member.closed() !== null)
      expect(staying.closed()).toBe(null)
    }

    test('a follower whose access is revoked in another process is disconnected by the regular check', async () => {
      const restore = overrideTimings({ liveAccessCheck: 100 })
      try {
        await twoProcesses(app, null, revokeAcross)
      } finally {
        restore()
      }
    })

    test.runIf(findRedis())(
      'a follower whose access is revoked in another process is disconnected through Redis at once',
      async () => {
        const redis = await startRedis()
        const restore = overrideTimings({ liveAccessCheck: 600_000 })
        try {
          await twoProcesses(app, redis.address, revokeAcross)
        } finally {
          restore()
          await redis.stop()
        }
      },
    )

    test.runIf(findRedis())(
      'revoked followers are disconnected while Redis is down, and after it is back',
      async () => {
        const redis = await startRedis()
        const restore = overrideTimings({ liveAccessCheck: 100 })
        try {
          await twoProcesses(app, redis.address, async (here, there) => {
            await presentAcross(here, there, async (n) => {
              if (n === 2) await redis.kill()
              if (n === 3) await redis.start()
            })
          })
        } finally {
          restore()
          await redis.stop()
        }
      },
    )
  })
})
