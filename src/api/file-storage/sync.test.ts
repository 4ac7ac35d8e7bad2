import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storageMessages, syncProblems } from '../../rules/file-storage.ts'
import { makeDeck } from '../../testing/factories.ts'
import { StorageWorld } from '../../testing/storage-world.ts'
import { eachDatabase } from '../../testing/test-app.ts'
import { startDueSyncs } from './start-sync.ts'
import { uploadNext } from './upload-syncs.ts'

const minute = 60_000

eachDatabase((makeApp) => {
  const world = new StorageWorld()
  beforeAll(() => world.open(makeApp))
  beforeEach(() => world.begin())
  afterAll(() => world.dropbox.close())

  describe('sync', () => {
    test('without a connected account it is refused', async () => {
      const answer = await world.ann.post(world.path())
      expect([answer.status, answer.body.error]).toEqual([422, storageMessages.notConnected])
      expect(await world.state()).toMatchObject({ service: 'dropbox', account: null, sync: null })
    })

    test('a deck is synced at once as ZIP and PDF, and is in no list of exports', async () => {
      await world.connect()
      const asked = await world.ann.post(world.path())
      expect([asked.status, asked.body.sync]).toMatchObject([202, { state: 'syncing', synced_at: null }])
      expect((await world.ann.get(`/api/v1/decks/${world.deckId}/exports`)).body.total).toBe(0)
      await world.work()
      expect((await world.state()).sync).toMatchObject({ deck_id: world.deckId, state: 'synced', error: null })
      expect([world.text(world.zip()), world.text(world.pdf())]).toEqual(['zip 1 true true', 'pdf 1 false false'])
      expect(await world.exportsLeft()).toBe(0)
    })

    test('changes are synced once they rest, several as one, and nothing else is', async () => {
      await world.connect()
      await world.ann.post(world.path())
      await world.work()
      await world.save()
      await world.save()
      expect((await world.state()).sync.state).toBe('waiting')
      expect(await world.check()).toBe(0)
      world.app.advance(3 * minute)
      expect(await world.check()).toBe(1)
      expect(world.text(world.pdf())).toBe('pdf 3 false false')
      world.app.advance(60 * minute)
      expect(await world.check()).toBe(0)
    })

    test('a deck that never rests is synced at least every quarter of an hour', async () => {
      await world.connect()
      await world.ann.post(world.path())
      await world.work()
      world.app.advance(16 * minute)
      await world.save()
      expect(await world.check()).toBe(1)
    })

    test('a renamed deck has its files renamed', async () => {
      await world.connect()
      await world.ann.post(world.path())
      await world.work()
      await world.save('Ebb: and flow')
      await world.ann.post(world.path())
      await world.work()
      expect(world.dropbox.paths()).toEqual([world.pdf('Ebb and flow'), world.zip('Ebb and flow')])
      expect(world.dropbox.calls.filter((call) => call.endsWith('move_v2'))).toHaveLength(2)
    })

    test('stopping leaves the files and ends what is being made', async () => {
      await world.connect()
      await world.ann.post(world.path())
      await world.work()
      await world.ann.post(world.path())
      expect((await world.ann.delete(world.path())).body.sync).toBeNull()
      await world.work()
      expect([world.dropbox.paths().length, await world.exportsLeft()]).toEqual([2, 0])
    })

    test('editors sync to their own account, until they lose their role', async () => {
      const bob = await world.app.person()
      await world.addEditor(bob)
      world.dropbox.account = 'dbid:bob'
      await world.connect(bob)
      expect((await bob.post(world.path())).status).toBe(202)
      await world.work()
      expect([world.dropbox.paths().length, world.dropbox.paths('dbid:ada').length]).toEqual([2, 0])
      expect((await world.state()).sync).toBeNull()
      await world.removeEditor(bob)
      await world.save()
      world.app.advance(3 * minute)
      await world.check()
      expect(world.text(world.pdf())).toBe('pdf 1 false false')
      expect((await bob.get('/api/v1/file_storage')).body.syncs).toEqual([])
      const { read } = world.app.services.database
      expect(await read.selectFrom('deck_syncs').select('id').where('user_id', '=', bob.user.id).execute()).toEqual([])
      for (const call of [bob.get(world.path()), bob.post(world.path())]) expect((await call).status).toBe(404)
    })

    test('a role that is lost while the files are made keeps them from the upload', async () => {
      const bob = await world.app.person()
      await world.addEditor(bob)
      await world.connect(bob)
      world.dropbox.prepare('/oauth2/token', { status: 503 })
      await bob.post(world.path())
      await world.work()
      expect(await world.exportsLeft()).toBe(4)
      await world.removeEditor(bob)
      world.app.advance(minute)
      await world.check()
      expect([world.dropbox.paths(), await world.exportsLeft()]).toEqual([[], 0])
    })

    test('a trashed deck rests and goes on when it is back; a deleted one ends', async () => {
      await world.connect()
      await world.ann.post(world.path())
      await world.work()
      await world.save()
      await world.ann.post(`/api/v1/decks/${world.deckId}/trash`)
      world.app.advance(20 * minute)
      expect(await world.check()).toBe(0)
      await world.ann.post(`/api/v1/decks/${world.deckId}/recover`)
      expect(await world.check()).toBe(1)
      expect(world.text(world.pdf())).toBe('pdf 2 false false')
      await world.ann.post(world.path())
      expect((await world.ann.delete(`/api/v1/decks/${world.deckId}`)).status).toBe(204)
      await world.work()
      expect((await world.ann.get('/api/v1/file_storage')).body.syncs).toEqual([])
      expect([world.dropbox.paths().length, await world.exportsLeft()]).toEqual([2, 0])
    })
  })

  describe('what happens while an upload begins:', () => {
    /** Uploads to a storage that does something first. Returns what it was given. */
    const uploadAfter = async (first: () => Promise<unknown>): Promise<string[]> => {
      await world.connect()
      world.dropbox.prepare('/oauth2/token', { status: 503 })
      await world.sync()
      world.app.advance(minute)
      const paths: string[] = []
      const session = { move: async () => {}, upload: async (path: string) => void paths.push(path) }
      const { services } = world.app
      const storage = { ...services.fileStorage!, open: () => first().then(() => session) }
      const run = { payload: { userId: world.ann.user.id }, signal: new AbortController().signal }
      await uploadNext(services, storage, run)
      return paths
    }

    test.each([
      ['the user stops the sync', () => world.ann.delete(world.path())],
      ['the user disconnects', () => world.ann.delete('/api/v1/file_storage')],
    ])('%s, and nothing is uploaded', async (_, first) => {
      expect(await uploadAfter(first)).toEqual([])
    })

    test('the user connects another account, which gets the files, too', async () => {
      const paths = await uploadAfter(() => {
        world.dropbox.account = 'dbid:eve'
        return world.connect()
      })
      expect(paths).toEqual([world.pdf(), world.zip()].toSorted().toReversed())
      world.app.advance(3 * minute)
      await world.check()
      expect(world.dropbox.paths('dbid:eve')).toEqual([world.pdf(), world.zip()])
    })
  })

  describe('trouble', () => {
    test('a full account says so, and is tried again when asked, or hours later', async () => {
      await world.connect()
      world.dropbox.quota = 5
      await world.sync()
      expect((await world.state()).sync).toMatchObject({ state: 'failed', error: syncProblems.full })
      expect(await world.exportsLeft()).toBe(0)
      world.dropbox.quota = 1_000
      world.app.advance(60 * minute)
      expect(await world.check()).toBe(0)
      world.app.advance(6 * 60 * minute)
      expect(await world.check()).toBe(1)
      expect((await world.state()).sync).toMatchObject({ state: 'synced', error: null })
    })

    test('the account waits as long as it is asked to, with all its decks', async () => {
      await world.connect()
      const upload = '/2/files/upload'
      world.dropbox.prepare(upload, { status: 429, headers: { 'retry-after': '90' } })
      await world.sync()
      const other = await makeDeck(world.app.services, world.ann.user, { title: 'Other', slides: ['<p>1</p>'] })
      await world.ann.post(world.path(other.id))
      await world.work()
      expect([world.dropbox.calls.filter((call) => call === upload).length, world.dropbox.paths()]).toEqual([1, []])
      expect((await world.state()).sync.state).toBe('syncing')
      world.app.advance(80_000)
      await world.check()
      expect(world.dropbox.calls.filter((call) => call === upload)).toHaveLength(1)
      world.app.advance(20_000)
      await world.check()
      expect(world.dropbox.paths()).toHaveLength(4)
    })

    test('while it cannot be reached it is asked less and less often, and says so after a while', async () => {
      await world.connect()
      const token = '/oauth2/token'
      world.dropbox.prepare(token, { status: 503, times: 4 })
      await world.sync()
      const asked = () => world.dropbox.calls.filter((call) => call === token).length
      const first = asked()
      expect((await world.state()).sync.state).toBe('syncing')
      for (const [wait, more] of [
        [25_000, 0],
        [10_000, 1],
        [110_000, 1],
        [20_000, 2],
        [600_000, 3],
      ] as const) {
        world.app.advance(wait)
        await world.check()
        expect(asked() - first).toBe(more)
      }
      expect((await world.state()).sync).toMatchObject({ state: 'failed', error: syncProblems.unreachable })
      world.app.advance(2_000_000)
      await world.check()
      expect((await world.state()).sync).toMatchObject({ state: 'synced', error: null })
    })

    test('while one deck waits for it, another is synced, and who tries again does not wait', async () => {
      await world.connect()
      world.dropbox.prepare('/2/files/upload', { status: 503 })
      await world.sync()
      expect(world.dropbox.paths()).toEqual([])
      const other = await makeDeck(world.app.services, world.ann.user, { title: 'Other', slides: ['<p>1</p>'] })
      await world.ann.post(world.path(other.id))
      await world.work()
      expect(world.dropbox.paths()).toHaveLength(2)
      await world.sync()
      expect((await world.state()).sync).toMatchObject({ state: 'synced', error: null })
      expect(world.dropbox.paths()).toHaveLength(4)
    })

    test('files that cannot be made say so, and are made again with the next change or an hour later', async () => {
      await world.connect()
      await world.ann.post(world.path())
      const { write } = world.app.services.database
      await write.updateTable('deck_exports').set({ status: 'failed' }).where('type', '=', 'pdf').execute()
      await world.work()
      expect((await world.state()).sync).toMatchObject({ state: 'failed', error: syncProblems.export })
      world.app.advance(61 * minute)
      await world.check()
      expect((await world.state()).sync.state).toBe('synced')
    })

    test('a grant that was taken back there asks to connect again, and then everything goes on', async () => {
      await world.connect()
      await world.sync()
      world.dropbox.revokeAll()
      await world.save()
      await world.sync()
      expect(await world.state()).toMatchObject({
        account: { ended: true },
        sync: { state: 'failed', error: storageMessages.ended },
      })
      expect((await world.ann.get('/api/v1/users/services')).body).toEqual({ dropbox: false })
      expect([(await world.ann.post(world.path())).body.error, await world.exportsLeft()]).toEqual([
        storageMessages.ended,
        0,
      ])
      world.app.advance(20 * minute)
      expect(await world.check()).toBe(0)
      await world.connect()
      expect(await world.check()).toBe(1)
      expect(world.text(world.pdf())).toBe('pdf 2 false false')
    })

    test('a token that cannot be decrypted asks to connect again', async () => {
      await world.connect()
      const { write } = world.app.services.database
      const sealed = { token_sealed: 'other.key' }
      await write.updateTable('file_storage_accounts').set(sealed).where('user_id', '=', world.ann.user.id).execute()
      await world.sync()
      expect((await world.state()).account.ended).toBe(true)
    })

    test('another account gets all files, and the earlier grant is ended', async () => {
      const before = world.dropbox.grants()
      await world.connect()
      await world.sync()
      world.dropbox.account = 'dbid:second'
      await world.connect()
      world.app.advance(3 * minute)
      await world.check()
      expect([world.dropbox.paths('dbid:second').length, world.dropbox.grants()]).toEqual([2, before + 1])
    })

    test('files whose process was killed are uploaded by the next check', async () => {
      await world.connect()
      await world.ann.post(world.path())
      const { write } = world.app.services.database
      await world.work()
      await world.save()
      world.app.advance(3 * minute)
      world.dropbox.prepare('/2/files/upload', { status: 503 })
      await world.check()
      await write.deleteFrom('jobs').where('kind', '=', 'upload-syncs').execute()
      world.app.advance(minute)
      await world.check()
      expect(world.text(world.pdf())).toBe('pdf 2 false false')
      await world.save()
      world.app.advance(3 * minute)
      await startDueSyncs(world.app.services)
      await write.deleteFrom('jobs').where('kind', '=', 'export').execute()
      await world.check()
      world.app.advance(61 * minute)
      await world.check()
      expect(world.text(world.pdf())).toBe('pdf 3 false false')
    })
  })
})
