import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { BatchAnswer, BatchesMessage } from '../../api/batches/messages.ts'
import { newSlideId } from '../../document/ids.ts'
import { overrideTimings } from '../../rules/timings.ts'
import { addCollaborator, type EditorTestSocket, openEditorSocket } from '../../testing/editor-socket.ts'
import { makeDeck } from '../../testing/factories.ts'
import { findRedis, startRedis } from '../../testing/redis-server.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { TestClient } from '../../testing/test-client.ts'
import { twoProcesses } from '../../testing/two-processes.ts'
import { waitFor } from '../../testing/wait-for.ts'

/** The time within which open pages lose a revoked access, in ms: with Redis, and without. */
const [withRedis, withoutRedis] = [1_000, 5_000]

// A SQLite file belongs to one process.
eachDatabase((makeApp, kind) => {
  describe.runIf(kind === 'postgres')('collaborators in two processes are in one deck', () => {
    let app: TestApp
    let [owner, viewer]: TestPerson[] = []
    const open: EditorTestSocket[] = []
    beforeAll(async () => {
      app = await makeApp()
      ;[owner, viewer] = [await app.person({ plan: 'pro' }), await app.person()]
    })
    afterEach(() => {
      for (const socket of open.splice(0)) socket.close()
    })

    /** The owner writes in one process, and a viewer follows in the other. */
    async function deckAcross(here: TestApp, there: TestApp) {
      const deck = await makeDeck(app.services, owner!.user, { visibility: 'self' })
      await addCollaborator(app, deck.id, viewer!, 'viewer')
      const [writer, follower] = [await openEditorSocket(here, owner!), await openEditorSocket(there, viewer!)]
      open.push(writer, follower)
      for (const socket of [writer, follower]) expect(await socket.subscribe(deck.id)).toMatchObject({ ok: true })
      const seqs: number[] = []
      follower.socket.on('batches', (message: BatchesMessage) => {
        if ('batches' in message) seqs.push(...message.batches.map(({ seq }) => seq))
      })
      const write = async (base: number) => {
        const ops = [{ kind: 'setting' as const, name: 'title', value: `Title ${base}` }]
        const batch = { id: newSlideId(), base, ops, hashes: {} }
        const answer: BatchAnswer = await writer.socket.timeout(30_000).emitWithAck('batch', batch)
        expect(answer).toMatchObject({ ok: true, seq: base + 1 })
        await waitFor(() => seqs.includes(base + 1))
      }
      const remove = async () => {
        const caller = new TestClient(here.server, here.services)
        caller.setCookie('session', owner!.cookie('session') as string)
        expect((await caller.delete(`/api/v1/decks/${deck.id}/users/${viewer!.user.id}.json`)).status).toBe(204)
        const begun = performance.now()
        await waitFor(() => follower.closed())
        return performance.now() - begun
      }
      return { write, remove, seqs }
    }

    test('by the database: changes and removals are found at the next look', async () => {
      await twoProcesses(app, null, async (here, there) => {
        const { write, remove, seqs } = await deckAcross(here, there)
        await write(1)
        await write(2)
        expect(seqs).toEqual([2, 3])
        expect(await remove()).toBeLessThan(withoutRedis)
      })
    })

    // Needs Redis on this machine, such as: apt install redis-server.
    test.runIf(findRedis())('through Redis at once; while it is down by the next look, without a gap', async () => {
      const redis = await startRedis()
      const restore = overrideTimings({ liveAccessCheck: 500 })
      try {
        await twoProcesses(app, redis.address, async (here, there) => {
          const { write, seqs } = await deckAcross(here, there)
          await write(1)
          await redis.kill()
          await write(2)
          await redis.start()
          await write(3)
          expect(seqs).toEqual([2, 3, 4])
        })
        // The regular check is off.
        overrideTimings({ liveAccessCheck: 600_000 })
        await twoProcesses(app, redis.address, async (here, there) => {
          const { write, remove } = await deckAcross(here, there)
          await write(1)
          expect(await remove()).toBeLessThan(withRedis)
        })
      } finally {
        restore()
        await redis.stop()
      }
    })
  })
})
