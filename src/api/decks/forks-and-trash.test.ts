import { beforeAll, describe, expect, test, vi } from 'vitest'
import { limits } from '../../rules/limits.ts'
import { makeDeck } from '../../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { emptyTrash } from './jobs.ts'

const day = 86_400_000

eachDatabase((makeApp) => {
  let app: TestApp
  let ann: TestPerson
  let bob: TestPerson
  beforeAll(async () => {
    app = await makeApp()
    ann = await app.person({ name: 'Ann', plan: 'pro' })
    bob = await app.person({ name: 'Bob' })
  })

  const explored = async (query = '') => (await app.visitor().get(`/api/v1/search.json?${query}`)).body.results
  const talk = (person: TestPerson, title: string, fields = {}) =>
    makeDeck(app.services, person.user, { title, slide_count: 2, visibility: 'all', ...fields })

  describe('a fork', () => {
    test('names its public original, in lists and when read', async () => {
      const original = await talk(ann, 'Bees')
      const fork = (await bob.post(`/api/v1/decks/${original.id}/fork.json`)).body
      const named = { id: original.id, title: 'Bees', user: { username: ann.user.username, name: 'Ann' } }
      expect(fork.forked_from).toMatchObject(named)
      expect((await bob.get(`/api/v1/decks/${fork.id}.json`)).body.forked_from).toMatchObject(named)
      const list = (await bob.get(`/api/v1/users/${bob.user.username}/decks.json`)).body.results
      expect(list.find(({ id }: { id: number }) => id === fork.id).forked_from).toMatchObject(named)
      expect((await ann.get(`/api/v1/decks/${original.id}.json`)).body.forked_from).toBeNull()
    })

    test('does not name a private, trashed or deleted original', async () => {
      const original = await talk(ann, 'Wasps')
      const fork = (await bob.post(`/api/v1/decks/${original.id}/fork.json`)).body
      const read = async () => (await app.visitor().get(`/api/v1/decks/${fork.id}.json`)).body.forked_from
      expect(await read()).toMatchObject({ title: 'Wasps' })
      await ann.post(`/api/v1/decks/${original.id}/publish.json`, { visibility: 'self' })
      expect(await read()).toBeNull()
      await ann.post(`/api/v1/decks/${original.id}/publish.json`, { visibility: 'all' })
      await ann.post(`/api/v1/decks/${original.id}/trash.json`)
      expect(await read()).toBeNull()
      await ann.delete(`/api/v1/decks/${original.id}.json`)
      expect(await read()).toBeNull()
    })

    test('is listed after originals with as many likes', async () => {
      const old = await talk(ann, 'Old original', { kudos_count: 500 })
      const fork = await talk(bob, 'New fork', { kudos_count: 500, forked_from_id: old.id })
      const liked = await talk(bob, 'Liked fork', { kudos_count: 501, forked_from_id: old.id })
      const ids = (await explored('sort=popular')).map(({ id }: { id: number }) => id)
      expect(ids.slice(0, 3)).toEqual([liked.id, old.id, fork.id])
    })
  })

  test('without_user lists other users’ decks even if many own decks rank higher', async () => {
    for (let n = 0; n < 9; n += 1) await talk(bob, `Mine ${n}`, { kudos_count: 900 + n })
    const owners = async (query: string) =>
      new Set((await explored(query)).map(({ user }: { user: { id: number } }) => user.id))
    expect(await owners('')).toEqual(new Set([bob.user.id]))
    expect(await owners(`without_user=${bob.user.id}`)).toEqual(new Set([ann.user.id]))
  })

  describe('the trash', () => {
    const exist = async (...decks: readonly { id: number }[]) => {
      const rows = await app.services.database.read.selectFrom('decks').select('id').execute()
      return decks.map(({ id }) => rows.some((row) => row.id === id))
    }
    /** Signs in for each call, since sessions expire in the weeks that these tests skip. */
    const call = async (path: string) => (await app.signIn(ann.user)).post(`/api/v1/decks/${path}.json`)

    test('keeps a deck for 30 days, then deletes it permanently', async () => {
      const [kept, early, late] = [await talk(ann, 'Kept'), await talk(ann, 'Early'), await talk(ann, 'Late')]
      await call(`${early.id}/trash`)
      app.advance(day)
      await call(`${late.id}/trash`)
      app.advance((limits.deck.trashDays - 1) * day - 60_000)
      await emptyTrash(app.services)
      expect(await exist(kept, early, late)).toEqual([true, true, true])
      app.advance(60_000)
      await emptyTrash(app.services)
      expect(await exist(kept, early, late)).toEqual([true, false, true])
    })

    test('is emptied even while the file store is unavailable', async () => {
      const decks = [await talk(ann, 'First'), await talk(ann, 'Second')]
      for (const { id } of decks) await call(`${id}/trash`)
      const ids = decks.map(({ id }) => id)
      const { write } = app.services.database
      await write.updateTable('decks').set({ thumbnail_key: 'thumbnails/one.webp' }).where('id', 'in', ids).execute()
      app.advance(limits.deck.trashDays * day)
      const away = vi.spyOn(app.services.files, 'delete').mockRejectedValue(new Error('away'))
      await emptyTrash(app.services).finally(() => away.mockRestore())
      expect(await exist(...decks)).toEqual([false, false])
    })

    test('restarts the 30 days for a restored deck that is trashed again', async () => {
      const deck = await talk(ann, 'Back again')
      await call(`${deck.id}/trash`)
      app.advance(20 * day)
      await call(`${deck.id}/recover`)
      await call(`${deck.id}/trash`)
      app.advance(20 * day)
      await emptyTrash(app.services)
      expect(await exist(deck)).toEqual([true])
    })
  })
})
