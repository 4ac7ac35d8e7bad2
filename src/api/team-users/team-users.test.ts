import { beforeAll, describe, expect, test } from 'vitest'
import { makeDeck, makeTeam } from '../../testing/factories.ts'
import { joined } from '../../testing/team-people.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'

const users = '/api/v1/team/users'
/** Options of a request to a page of another host. */
const at = (host: string) => ({ host, headers: { origin: `http://${host}` } })

eachDatabase((makeApp) => {
  let app: TestApp
  let acme: number
  let owner: TestPerson
  beforeAll(async () => {
    app = await makeApp()
    acme = (await makeTeam(app.services, 'acme')).id
    owner = await joined(app, acme, 'owner')
  })

  const row = (id: number) =>
    app.services.database.read.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const member = () => joined(app, acme)
  const admin = () => joined(app, acme, 'admin')

  test.each(['boss', '', 'Owner', 3, null, undefined])('%s is no role', async (role) => {
    const ann = await member()
    const answer = await owner.put(`${users}/${ann.user.id}.json`, { user: { role } })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.role).toEqual(['Please choose one of the offered values'])
    expect((await row(ann.user.id)).membership_role).toBe('member')
  })

  test('a new role is effective at once', async () => {
    const ann = await member()
    expect((await ann.get(users)).status).toBe(403)
    const answer = await owner.put(`${users}/${ann.user.id}`, { user: { role: 'admin' } })
    expect(answer.body).toMatchObject({ id: ann.user.id, role: 'admin', state: 'active', email: ann.user.email })
    expect((await ann.get(users)).status).toBe(200)
    const me = (await ann.get('/api/v1/users/me')).body
    expect([me.enterprise_manager, me.membership, me.team_id]).toEqual([true, { role: 'admin' }, acme])
  })

  describe('the last owner', () => {
    test('cannot be demoted, deactivated or removed, until another member is owner', async () => {
      const { id } = await makeTeam(app.services, 'lonely')
      const boss = await joined(app, id, 'owner')
      const other = await joined(app, id, 'admin')
      const path = `${users}/${boss.user.id}`
      const tries = () => [
        boss.put(path, { user: { role: 'admin' } }),
        boss.post(`${path}/deactivate`),
        boss.delete(path),
      ]
      for (const answer of await Promise.all(tries())) {
        expect([answer.status, answer.body.errors.base[0]]).toEqual([
          422,
          'This is the last owner of the team, please make another member owner first',
        ])
      }
      await boss.put(`${users}/${other.user.id}`, { user: { role: 'owner' } })
      expect((await boss.put(path, { user: { role: 'member' } })).status).toBe(200)
    })

    test.each(['deactivated', 'suspended'])('a %s owner does not count as another owner', async (how) => {
      const { id } = await makeTeam(app.services, `with-${how}`)
      const boss = await joined(app, id, 'owner')
      const second = await joined(app, id, 'owner')
      if (how === 'deactivated') await boss.post(`${users}/${second.user.id}/deactivate`)
      else
        await app.services.database.write
          .updateTable('users')
          .set({ active: false })
          .where('id', '=', second.user.id)
          .execute()
      expect((await boss.delete(`${users}/${boss.user.id}`)).status).toBe(422)
    })

    test('two owners who demote each other concurrently leave one owner', async () => {
      const { id } = await makeTeam(app.services, 'duel')
      const [a, b] = [await joined(app, id, 'owner'), await joined(app, id, 'owner')]
      const both = await Promise.all([
        a.put(`${users}/${b.user.id}`, { user: { role: 'member' } }),
        b.put(`${users}/${a.user.id}`, { user: { role: 'member' } }),
      ])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
    })
  })

  describe('a deactivated member', () => {
    test('is signed out of the team’s hosts at once, keeps the account, and returns in the same role', async () => {
      const ann = await admin()
      const onTeam = await app.signIn(ann.user)
      const { write } = app.services.database
      const host = 'acme.localhost:3000'
      const other = await app.services.database.read
        .selectFrom('sessions')
        .selectAll()
        .where('user_id', '=', ann.user.id)
        .execute()
      await write
        .updateTable('sessions')
        .set({ host })
        .where('id_hash', '=', other[1]?.id_hash ?? '')
        .execute()
      expect((await onTeam.get('/api/v1/team', { host })).status).toBe(200)
      const answer = await owner.post(`${users}/${ann.user.id}/deactivate`)
      expect([answer.status, answer.body.state, answer.body.role]).toEqual([200, 'deactivated', 'admin'])
      expect(answer.body.deactivated_at).not.toBeNull()
      expect((await onTeam.get('/api/v1/status', { host })).body.user_signed_in).toBe(false)
      const me = (await ann.get('/api/v1/users/me')).body
      expect([me.team_id, me.membership, me.enterprise_manager]).toEqual([null, null, false])
      expect((await ann.get('/api/v1/team')).status).toBe(404)
      await owner.post(`${users}/${ann.user.id}/reactivate`)
      expect((await ann.get('/api/v1/users/me')).body.membership).toEqual({ role: 'admin' })
    })

    test('cannot sign in on the team’s host, and can on the app’s host', async () => {
      const ann = await member()
      const user = { login: ann.user.email, password: 'walrus-teapot-42' }
      const signIn = (host: string) => app.visitor().post('/users/sign_in', { user }, at(host))
      const { user: stranger } = await app.person()
      expect((await signIn('acme.localhost:3000')).status).toBe(200)
      await owner.post(`${users}/${ann.user.id}/deactivate`)
      const refused = await signIn('acme.localhost:3000')
      expect([refused.status, refused.body.error]).toEqual([401, 'This account has been deactivated by its team'])
      expect((await signIn('localhost:3000')).status).toBe(200)
      const other = { login: stranger.email, password: 'walrus-teapot-42' }
      const answer = await app.visitor().post('/users/sign_in', { user: other }, at('acme.localhost:3000'))
      expect([answer.status, answer.body.error]).toEqual([401, 'Wrong e-mail, username or password'])
    })

    test('is active again when added by e-mail, in the role that was chosen', async () => {
      const ann = await admin()
      await owner.post(`${users}/${ann.user.id}/deactivate`)
      const answer = await owner.post(users, { user: { email: ann.user.email, role: 'member' } })
      expect(answer.body).toMatchObject({
        user: { id: ann.user.id, state: 'active', role: 'member' },
        invitation: null,
      })
    })

    test('all open connections are checked at once', async () => {
      const ann = await member()
      const notified: unknown[] = []
      const end = app.services.accessChanges.subscribe((change) => notified.push(change))
      await owner.post(`${users}/${ann.user.id}/deactivate`)
      end()
      expect(notified).toEqual([{ userId: ann.user.id }])
    })
  })

  describe('a removed member', () => {
    test('keeps account and personal decks; the team’s decks go to the trash of the manager, who can recover them', async () => {
      const ann = await member()
      const own = await makeDeck(app.services, { id: ann.user.id }, { visibility: 'self' })
      const teams = await makeDeck(app.services, ann.user, { title: 'Ours' })
      const undecided = await owner.delete(`${users}/${ann.user.id}`)
      expect([undecided.status, undecided.body.errors.decks]).toEqual([
        422,
        ['Please choose what becomes of the decks: delete them, or move them to you'],
      ])
      expect((await ann.get('/api/v1/team')).status).toBe(200)
      expect((await owner.delete(`${users}/${ann.user.id}`, { user: { decks: 'delete' } })).status).toBe(204)
      const decks = await app.services.database.read
        .selectFrom('decks')
        .selectAll()
        .where('id', 'in', [own.id, teams.id])
        .orderBy('id')
        .execute()
      expect(decks.map(({ id, user_id, trashed_at }) => [id, user_id, trashed_at !== null])).toEqual([
        [own.id, ann.user.id, false],
        [teams.id, owner.user.id, true],
      ])
      expect((await owner.post(`/api/v1/decks/${teams.id}/recover`)).status).toBe(200)
      expect((await ann.get('/api/v1/users/me')).body.team_id).toBeNull()
      expect((await owner.get(`${users}?per_page=100`)).body.results.map(({ id }: { id: number }) => id)).not.toContain(
        ann.user.id,
      )
    })

    test('the team’s decks are moved to the acting manager with unique slugs; personal decks stay', async () => {
      const [boss, ann] = [await admin(), await member()]
      await makeDeck(app.services, boss.user, { slug: 'plan' })
      const own = await makeDeck(app.services, { id: ann.user.id }, { slug: 'diary', visibility: 'self' })
      const first = await makeDeck(app.services, ann.user, { slug: 'plan', visibility: 'self' })
      const second = await makeDeck(app.services, ann.user, { slug: 'results' })
      expect((await boss.delete(`${users}/${ann.user.id}`, { user: { decks: 'move' } })).status).toBe(204)
      const decks = await app.services.database.read
        .selectFrom('decks')
        .select(['id', 'user_id', 'slug', 'editor_user_id'])
        .where('id', 'in', [own.id, first.id, second.id])
        .orderBy('id')
        .execute()
      const { id } = boss.user
      expect(decks).toEqual([
        { id: own.id, user_id: ann.user.id, slug: 'diary', editor_user_id: ann.user.id },
        { id: first.id, user_id: id, slug: 'plan-1', editor_user_id: id },
        { id: second.id, user_id: id, slug: 'results', editor_user_id: id },
      ])
      expect((await boss.get(`/api/v1/decks/${first.id}.json`)).body.visibility).toBe('self')
    })

    test('an admin who leaves cannot move the own decks to themselves', async () => {
      const ann = await admin()
      await makeDeck(app.services, ann.user)
      const answer = await ann.delete(`${users}/${ann.user.id}`, { user: { decks: 'move' } })
      expect([answer.status, answer.body.errors.decks]).toEqual([422, ['Your own decks cannot be moved to you']])
      expect((await ann.delete(`${users}/${ann.user.id}`, { user: { decks: 'delete' } })).status).toBe(204)
      const { read } = app.services.database
      const left = await read.selectFrom('decks').selectAll().where('user_id', '=', ann.user.id).execute()
      expect(left).toEqual([])
    })

    test('can be invited again, and found by no team', async () => {
      const ann = await member()
      await owner.delete(`${users}/${ann.user.id}`)
      const found = await owner.get(`${users}/search?q=${encodeURIComponent(ann.user.email)}`)
      expect(found.body.results).toEqual([])
      const answer = await owner.post(users, { user: { email: ann.user.email } })
      expect([answer.status, answer.body.user, answer.body.invitation.email]).toEqual([201, null, ann.user.email])
    })
  })

  describe('the lists', () => {
    let team: number
    let boss: TestPerson
    beforeAll(async () => {
      team = (await makeTeam(app.services, 'listed')).id
      boss = await app.person({ team_id: team, membership_role: 'owner', name: 'Ångström', username: 'zz-boss' })
      for (const [name, username] of [
        ['Grace Hopper', 'grace'],
        ['Ada Lovelace', 'ada'],
        [null, 'hypatia'],
      ] as const)
        await app.person({ team_id: team, name, username })
      const gone = await app.person({ team_id: team, name: 'Graham Bell', username: 'graham' })
      await boss.post(`${users}/${gone.user.id}/deactivate`)
    })
    const names = (answer: { body: { results: { username: string }[] } }) =>
      answer.body.results.map(({ username }) => username)

    test('members are sorted by name and paged, with the number of seats', async () => {
      const all = await boss.get(`${users}.json`)
      expect(names(all)).toEqual(['ada', 'zz-boss', 'grace', 'graham', 'hypatia'])
      expect([all.body.total, all.body.active]).toEqual([5, 4])
      const second = await boss.get(`${users}.json?per_page=2&page=2`)
      expect([names(second), second.body.total, second.body.page]).toEqual([['grace', 'graham'], 5, 2])
      expect(names(await boss.get(`${users}.json?state=deactivated`))).toEqual(['graham'])
      expect(names(await boss.get(`${users}.json?q=gra`))).toEqual(['grace', 'graham'])
    })

    test.each([
      ['gra', ['grace']],
      ['LOVE', ['ada']],
      ['angst', ['zz-boss']],
      ['ada@example', ['ada']],
      ['hopper grace', ['grace']],
      ['race', []],
      ['%', []],
      ['_', []],
      ['', ['ada', 'zz-boss', 'grace', 'hypatia']],
    ])('a search for “%s” finds active members by the beginnings of words', async (q, expected) => {
      const got = await boss.get(`${users}/search.json?q=${encodeURIComponent(q)}`)
      const posted = await boss.post(`${users}/search.json`, { q })
      expect([names(got), names(posted), got.status, posted.status]).toEqual([expected, expected, 200, 200])
      if (expected.length > 0)
        expect(Object.keys(got.body.results[0])).toEqual(expect.arrayContaining(['id', 'name', 'email']))
    })

    test('a member’s decks of the team are counted without those in the trash and personal ones', async () => {
      const { user } = await app.person({ team_id: team, username: 'maker' })
      await makeDeck(app.services, user)
      await makeDeck(app.services, user, { trashed_at: new Date() })
      await makeDeck(app.services, { id: user.id })
      const answer = await boss.get(`${users}.json?q=maker`)
      expect(answer.body.results[0].deck_count).toBe(1)
    })
  })

  test('each change of a member is in the audit log, with the team', async () => {
    const ann = await member()
    const path = `${users}/${ann.user.id}`
    await owner.put(path, { user: { role: 'admin' } })
    await owner.post(`${path}/deactivate`)
    await owner.post(`${path}/reactivate`)
    await owner.delete(path)
    const entries = await app.services.database.read
      .selectFrom('audit')
      .select(['action', 'actor_id', 'detail'])
      .where('resource', '=', `user:${ann.user.id}`)
      .orderBy('id')
      .execute()
    expect(entries.map(({ action }) => action)).toEqual([
      'member.role',
      'member.deactivate',
      'member.reactivate',
      'member.remove',
    ])
    for (const { actor_id, detail } of entries) expect([actor_id, detail.team]).toEqual([owner.user.id, acme])
  })
})
