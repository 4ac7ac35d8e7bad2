import { beforeAll, describe, expect, test } from 'vitest'
import { makeDeck, makeTeam, testPassword } from '../../testing/factories.ts'
import { joined } from '../../testing/team-people.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { loadDeckAt } from '../decks/load-deck.ts'
import { defineJobs } from '../jobs.ts'

let made = 0
const picture = Buffer.from('bytes of a picture')

eachDatabase((makeApp) => {
  let app: TestApp
  let team: number
  let founder: TestPerson
  beforeAll(async () => {
    app = await makeApp()
    defineJobs(app.services)
  })

  /** A team with its founder, and a later owner. */
  async function newTeam(): Promise<void> {
    team = (await makeTeam(app.services, `stays${made++}`)).id
    founder = await joined(app, team, 'owner')
    await joined(app, team, 'owner')
  }
  beforeAll(newTeam)

  const destroy = (one: TestPerson) => one.delete('/users.json', { user: { password: testPassword } })
  const deckOf = (id: number) =>
    app.services.database.read.selectFrom('decks').selectAll().where('id', '=', id).executeTakeFirst()
  const upload = async (name: string, userId: number) => {
    await app.services.files.put(`media/${name}`, picture, 'image/png')
    const facts = { label: 'x', content_type: 'image/png', size: 9, inline: true, hidden: false, content_hash: name }
    await app.services.database.write
      .insertInto('media')
      .values({ ...facts, key: `media/${name}`, user_id: userId, created_at: app.services.now() })
      .execute()
  }

  test('the team’s decks pass to its first owner, also from the trash, and personal decks are deleted', async () => {
    const ann = await joined(app, team)
    const { services } = app
    const plan = await makeDeck(services, ann.user, { slug: 'plan', visibility: 'team' })
    const taken = await makeDeck(services, founder.user, { slug: 'private' })
    const secret = await makeDeck(services, ann.user, { slug: 'private', visibility: 'self' })
    const trashed = await makeDeck(services, ann.user, { slug: 'old', trashed_at: services.now() })
    const personal = await makeDeck(services, { id: ann.user.id }, { slug: 'diary', visibility: 'self' })
    expect((await destroy(ann)).status).toBe(204)
    const { id } = founder.user
    expect(await deckOf(plan.id)).toMatchObject({ user_id: id, team_id: team, slug: 'plan', visibility: 'team' })
    expect(await deckOf(secret.id)).toMatchObject({ user_id: id, slug: 'private-1', visibility: 'self' })
    expect(await deckOf(trashed.id)).toMatchObject({ user_id: id, team_id: team })
    expect((await deckOf(trashed.id))?.trashed_at).not.toBeNull()
    expect(await deckOf(personal.id)).toBeUndefined()
    expect((await deckOf(taken.id))?.slug).toBe('private')
    expect((await founder.get(`/api/v1/decks/${secret.id}.json`)).body.visibility).toBe('self')
    const counts = await founder.get('/api/v1/team/users?per_page=100')
    const own = counts.body.results.find((one: { id: number }) => one.id === id)
    expect(own.deck_count).toBe(3)
    const entry = await services.database.read
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'account.delete')
      .where('resource', '=', `user:${ann.user.id}`)
      .executeTakeFirstOrThrow()
    expect(entry.detail).toEqual({ decks_returned: 3 })
  })

  test('collaborators keep their roles, the deck has one editor, and private links stay valid', async () => {
    const [ann, bob] = [await joined(app, team), await joined(app, team)]
    const deck = await makeDeck(app.services, ann.user, { visibility: 'self' })
    for (const [user, role] of [
      [bob.user, 'editor'],
      [founder.user, 'viewer'],
    ] as const) {
      const now = app.services.now()
      const row = {
        deck_id: deck.id,
        user_id: user.id,
        role,
        active: true,
        status: 'viewing' as const,
        created_at: now,
      }
      await app.services.database.write.insertInto('deck_users').values(row).execute()
    }
    const link = (await ann.post(`/api/v1/decks/${deck.id}/access_tokens`, { access_token: {} })).body
    await destroy(ann)
    expect((await bob.get(`/api/v1/decks/${deck.id}.json`)).status).toBe(200)
    const rows = await app.services.database.read
      .selectFrom('deck_users')
      .select(['user_id', 'role'])
      .where('deck_id', '=', deck.id)
      .execute()
    expect(rows).toEqual([{ user_id: bob.user.id, role: 'editor' }])
    expect((await deckOf(deck.id))?.editor_user_id).toBe(founder.user.id)
    expect((await founder.get(`/api/v1/decks/${deck.id}/access_tokens`)).body.results).toMatchObject([
      { id: link.id, token: link.token },
    ])
  })

  test('pictures in the team’s decks go on showing, and others are deleted', async () => {
    const ann = await joined(app, team)
    const [shown, alone] = [`shown${made++}xxxxxxxxxx.png`, `alone${made++}xxxxxxxxxx.png`]
    await upload(shown, ann.user.id)
    await upload(alone, ann.user.id)
    await makeDeck(app.services, ann.user, { slides: [`<img src="/m/${shown}" alt="">`] })
    await makeDeck(app.services, { id: ann.user.id }, { slides: [`<img src="/m/${alone}" alt="">`] })
    await destroy(ann)
    await app.services.jobs.idle()
    expect(await app.services.files.read(`media/${alone}`)).toBeNull()
    expect(Buffer.from((await app.services.files.read(`media/${shown}`)) as Uint8Array)).toEqual(picture)
  })

  describe('old links', () => {
    const at = async (username: string, slug: string) =>
      (await loadDeckAt(app.services.database.read, username, slug, null))?.deck.id ?? null

    test('lead to the deck by slug and by id, also those of the owners before', async () => {
      const [ann, bob] = [await joined(app, team, 'admin'), await joined(app, team)]
      const deck = await makeDeck(app.services, ann.user, { slug: 'handbook' })
      const earlier = await makeDeck(app.services, bob.user, { slug: 'rules' })
      await ann.delete(`/api/v1/team/users/${bob.user.id}`, { user: { decks: 'move' } })
      const personal = await makeDeck(app.services, { id: ann.user.id }, { slug: 'diary' })
      await destroy(ann)
      const { username } = ann.user
      expect([await at(username, 'handbook'), await at(username, String(deck.id))]).toEqual([deck.id, deck.id])
      expect([await at(username, 'rules'), await at(bob.user.username, 'rules')]).toEqual([earlier.id, earlier.id])
      expect([await at(username, 'diary'), await at(username, String(personal.id))]).toEqual([null, null])
    })

    test('give way to a deck of the next user of that name', async () => {
      const ann = await joined(app, team)
      const deck = await makeDeck(app.services, ann.user, { slug: 'handbook' })
      const { username } = ann.user
      await destroy(ann)
      const next = await app.person({ username })
      expect(await at(username, 'handbook')).toBe(deck.id)
      const own = await makeDeck(app.services, next.user, { slug: 'handbook' })
      expect(await at(username, 'handbook')).toBe(own.id)
    })
  })

  test.each([
    ['a suspended owner is passed over', 1],
    ['a suspended owner gets them if there is no other', 0],
  ])('%s', async (_rule, others) => {
    const id = (await makeTeam(app.services, `stays${made++}`)).id
    const first = await joined(app, id, 'owner')
    const second = others > 0 ? await joined(app, id, 'owner') : null
    const ann = await joined(app, id)
    const deck = await makeDeck(app.services, ann.user)
    const { write } = app.services.database
    await write.updateTable('users').set({ active: false }).where('id', '=', first.user.id).execute()
    expect((await destroy(ann)).status).toBe(204)
    expect((await deckOf(deck.id))?.user_id).toBe((second ?? first).user.id)
  })

  test('a user without a team leaves nothing behind', async () => {
    const ann = await app.person()
    const deck = await makeDeck(app.services, ann.user)
    await destroy(ann)
    expect(await deckOf(deck.id)).toBeUndefined()
  })
})
