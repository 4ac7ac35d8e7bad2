import { beforeAll, describe, expect, test } from 'vitest'
import { makeDeck, makeTeam, testPassword } from '../../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestAnswer, TestClient } from '../../testing/test-client.ts'
import { couponsContracts } from '../coupons/contract.ts'
import { instanceContracts } from '../instance/contract.ts'
import { defineJobs } from '../jobs.ts'
import { operationsContracts } from '../operations/contract.ts'
import { reportsContracts } from '../reports/contract.ts'
import { adminContracts } from './contract.ts'

const reason = 'Because of the rules'
const contracts = [
  ...Object.values(adminContracts),
  ...Object.values(operationsContracts),
  ...Object.values(instanceContracts),
  ...Object.values(reportsContracts),
  ...Object.values(couponsContracts),
].filter(({ permission }) => permission === 'operator')

eachDatabase((makeApp) => {
  let app: TestApp
  let olga: TestPerson
  let deck: Awaited<ReturnType<typeof makeDeck>>
  let owner: TestPerson
  beforeAll(async () => {
    app = await makeApp()
    defineJobs(app.services)
    olga = await app.person({ username: 'olga', operator: true })
    owner = await app.person({ username: 'owner' })
    deck = await makeDeck(app.services, owner.user, { title: 'Quokkas', slug: 'quokkas' })
  })
  const audited = async (action: string) =>
    (await app.services.database.read.selectFrom('audit').selectAll().where('action', '=', action).execute()).at(-1)
  const rowOf = (id: number) =>
    app.services.database.read.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  describe('every route of the console answers', () => {
    const askers: readonly (readonly [string, number, () => Promise<TestClient>])[] = [
      ['a visitor', 401, async () => app.visitor()],
      ['a user', 404, async () => app.person()],
      [
        'a member of a team',
        404,
        async () => {
          const team = await makeTeam(app.services, `team-${Math.random().toString(36).slice(2, 8)}`)
          return app.person({ team_id: team.id, membership_role: 'owner' })
        },
      ],
      ['a suspended operator', 401, async () => app.person({ operator: true, active: false })],
    ]
    test.each(askers)('%s with %i, and changes nothing', async (_who, status, ask) => {
      const asker = await ask()
      const before = await rowOf(owner.user.id)
      for (const { method, path } of contracts) {
        const url = path.replace(':id', String(path.includes('/decks/') ? deck.id : owner.user.id))
        const change = { change: { reason, plan: 'pro', operator: true, upgraded: true, state: 'dismissed' } }
        const answer = await asker.request(method, url, method === 'GET' ? {} : { body: change })
        expect([method, url, answer.status]).toEqual([method, url, status])
      }
      expect(await rowOf(owner.user.id)).toEqual(before)
    })

    test('an operator', async () => {
      for (const { method, path } of contracts.filter(({ method }) => method === 'GET')) {
        expect([method, path, (await olga.get(path)).status]).toEqual([method, path, 200])
      }
    })
  })

  describe('a change without a reason is refused at its field:', () => {
    const changes: readonly (readonly [string, string, string, object])[] = [
      ['suspending a user', 'POST', '/api/v1/admin/users/ID/suspension', {}],
      ['giving a plan', 'PUT', '/api/v1/admin/users/ID/plan', { plan: 'pro' }],
      ['making an operator', 'PUT', '/api/v1/admin/users/ID/operator', { operator: true }],
    ]
    test.each(changes)('%s', async (_what, method, path, change) => {
      const before = await rowOf(owner.user.id)
      for (const given of [{}, { reason: ' ' }, { reason: 'x'.repeat(501) }]) {
        const url = path.replace('ID', String(owner.user.id))
        const answer = await olga.request(method as 'POST', url, { body: { change: { ...change, ...given } } })
        expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['reason']])
      }
      expect(await rowOf(owner.user.id)).toEqual(before)
    })
  })

  test('a suspended user is signed out at once and reads the reason at the next sign-in, until restored', async () => {
    const eve = await app.person({ username: 'eve' })
    const url = `/api/v1/admin/users/${eve.user.id}/suspension`
    const signIn = (): Promise<TestAnswer> =>
      app.visitor().post('/users/sign_in', { user: { login: 'eve', password: testPassword } })
    expect((await olga.post(url, { change: { reason } })).status).toBe(204)
    expect((await eve.get('/api/v1/users/me')).status).toBe(401)
    const sessions = app.services.database.read.selectFrom('sessions').selectAll()
    expect(await sessions.where('user_id', '=', eve.user.id).execute()).toEqual([])
    const refused = await signIn()
    expect([refused.status, refused.body.error]).toEqual([401, `This account is suspended: ${reason}`])
    // The reason is for the account's user alone.
    const guessed = await app.visitor().post('/users/sign_in', { user: { login: 'eve', password: 'guessed-1' } })
    expect(guessed.body.error).toBe('Wrong e-mail, username or password')
    expect((await olga.post(url, { change: { reason } })).status).toBe(422)
    expect((await olga.delete(url, { change: { reason: 'Appeal' } })).status).toBe(204)
    expect((await signIn()).status).toBe(200)
    expect(await audited('admin.user.suspend')).toMatchObject({
      ...{ actor_id: olga.user.id, resource: `user:${eve.user.id}`, detail: { reason } },
    })
    expect((await audited('admin.user.restore'))?.detail).toEqual({ reason: 'Appeal' })
  })

  test('an operator cannot end the own rights, and the demo account and suspended users get none', async () => {
    const own = await olga.put(`/api/v1/admin/users/${olga.user.id}/operator`, { change: { operator: false, reason } })
    const self = await olga.post(`/api/v1/admin/users/${olga.user.id}/suspension`, { change: { reason } })
    expect([own.status, self.status]).toEqual([422, 422])
    for (const fields of [{ email: 'demo@example.org' }, { active: false }]) {
      const { user } = await app.person(fields)
      const answer = await olga.put(`/api/v1/admin/users/${user.id}/operator`, { change: { operator: true, reason } })
      expect([answer.status, (await rowOf(user.id)).operator]).toEqual([422, false])
    }
  })

  test('two operators who end each other’s rights at the same moment leave one', async () => {
    const other = await makeApp()
    const [ann, ben] = [await other.person({ operator: true }), await other.person({ operator: true })]
    const end = (by: TestPerson, of: TestPerson) =>
      by.put(`/api/v1/admin/users/${of.user.id}/operator`, { change: { operator: false, reason } })
    await Promise.all([end(ann, ben), end(ben, ann)])
    const left = other.services.database.read.selectFrom('users').selectAll().where('operator', '=', true)
    expect(await left.execute()).toHaveLength(1)
  })

  test('a plan given by hand counts at once, and taking it back restores the former', async () => {
    const { user } = await app.person()
    const give = (plan: string | null) => olga.put(`/api/v1/admin/users/${user.id}/plan`, { change: { plan, reason } })
    expect((await give('pro')).status).toBe(204)
    expect(await rowOf(user.id)).toMatchObject({ plan: 'pro', manual_plan: 'pro', manually_upgraded: true })
    expect((await give('gold')).status).toBe(422)
    expect((await give(null)).status).toBe(204)
    expect(await rowOf(user.id)).toMatchObject({ plan: 'free', manual_plan: null, manually_upgraded: false })
    const team = await makeTeam(app.services, 'lifted', { plan: 'free' })
    const upgrade = await olga.put(`/api/v1/admin/teams/${team.id}/plan`, { change: { upgraded: true, reason } })
    const row = app.services.database.read.selectFrom('teams').selectAll().where('id', '=', team.id)
    expect([upgrade.status, (await row.executeTakeFirst())?.plan]).toEqual([204, 'enterprise'])
    expect((await olga.put('/api/v1/admin/teams/999999/plan', { change: { upgraded: true, reason } })).status).toBe(404)
  })

  test('lists find users by name, address and id, teams by slug and decks by title; signs of patterns are plain', async () => {
    const { user } = await app.person({ username: 'find_me', name: 'Zoë %' })
    const found = async (list: string, search: string) =>
      (await olga.get(`/api/v1/admin/${list}?search=${encodeURIComponent(search)}`)).body.results
    for (const search of ['FIND_me', 'find_me@example', 'zoë %', String(user.id)]) {
      expect((await found('users', search)).map(({ username }: { username: string }) => username)).toContain('find_me')
    }
    await app.person({ username: 'capitals', name: 'ÄRGER Ökonom' })
    for (const search of ['ärger', 'ÄRGER', 'Ökonom', 'ökonom']) {
      expect((await found('users', search)).map(({ username }: { username: string }) => username)).toEqual(['capitals'])
    }
    expect(await found('users', 'find%me')).toEqual([])
    expect((await found('decks', 'quokk'))[0]).toMatchObject({ id: deck.id, username: 'owner', suspended_at: null })
    expect((await found('teams', 'lifted'))[0]).toMatchObject({ slug: 'lifted', members: 0, manually_upgraded: true })
    const text = JSON.stringify(await found('users', 'find_me'))
    for (const secret of ['password_hash', 'argon2']) expect(text).not.toContain(secret)
  })

  describe('a reported deck', () => {
    const report = (by: TestClient, body: object) => by.post(`/api/v1/decks/${deck.id}/reports`, { report: body })

    test('is in the queue until it is settled, and suspending it settles all its reports', async () => {
      expect((await report(app.visitor(), { reason: 'nonsense' })).body.errors).toHaveProperty('reason')
      expect((await report(app.visitor(), { reason: 'spam', text: 'x'.repeat(2_001) })).status).toBe(422)
      const ben = await app.person({ username: 'ben' })
      for (const by of [app.visitor(), ben])
        expect((await report(by, { reason: 'spam', text: ' Ads ' })).status).toBe(204)
      const { results } = (await olga.get('/api/v1/admin/reports')).body
      expect(results).toMatchObject([
        { reason: 'spam', text: 'Ads', reporter: null, deck: { id: deck.id, username: 'owner', suspended: false } },
        { reporter: 'ben' },
      ])
      const settle = { change: { state: 'dismissed', reason } }
      expect((await olga.put(`/api/v1/admin/reports/${results[0].id}`, settle)).status).toBe(204)
      expect((await olga.get('/api/v1/admin/overview')).body.reports).toEqual({ open: 1 })
      expect((await olga.get('/api/v1/admin/decks?show=reported')).body.total).toBe(1)
      const suspension = `/api/v1/admin/decks/${deck.id}/suspension`
      expect((await olga.post(suspension, { change: { reason } })).status).toBe(204)
      expect((await olga.get('/api/v1/admin/overview')).body).toMatchObject({
        reports: { open: 0 },
        decks: { suspended: 1 },
      })
      expect((await olga.get('/api/v1/admin/reports?state=acted')).body.total).toBe(1)
    })

    test('that is suspended is open to its owner and operators only, until it is restored', async () => {
      const see = async () =>
        Promise.all(
          [app.visitor(), owner, olga].map(async (by) => (await by.get(`/api/v1/decks/${deck.id}/data`)).status),
        )
      expect(await see()).toEqual([404, 200, 200])
      // Whatever its owner does meanwhile: it is found again after it is restored.
      await app.services.database.write.deleteFrom('jobs').execute()
      expect((await report(app.visitor(), { reason: 'spam' })).status).toBe(404)
      await olga.delete(`/api/v1/admin/decks/${deck.id}/suspension`, { change: { reason } })
      expect(await see()).toEqual([200, 200, 200])
      const { read } = app.services.database
      const queued = await read.selectFrom('jobs').select('payload').where('kind', '=', 'index-deck').execute()
      expect(queued).toEqual([{ payload: { deckId: deck.id } }])
    })

    test('that is private can be reported by those who see it only', async () => {
      const own = await makeDeck(app.services, owner.user, { visibility: 'self' })
      const answer = await app.visitor().post(`/api/v1/decks/${own.id}/reports`, { report: { reason: 'spam' } })
      expect(answer.status).toBe(404)
    })
  })

  test('an address can report ten decks an hour', async () => {
    const codes: number[] = []
    for (let n = 0; n < 11; n += 1) {
      const options = { address: '203.0.113.77' }
      codes.push(
        (await app.visitor().post(`/api/v1/decks/${deck.id}/reports`, { report: { reason: 'spam' } }, options)).status,
      )
    }
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 204), 429])
  })

  describe('the running of the instance:', () => {
    test('a failed job runs again, once', async () => {
      const { database, jobs } = app.services
      const id = await database.transaction((trx) => jobs.add(trx, 'nothing-does-this', {}))
      await database.write
        .updateTable('jobs')
        .set({ state: 'dead', error: 'No', attempts: 5 })
        .where('id', '=', id)
        .execute()
      expect((await olga.get('/api/v1/admin/jobs')).body.results).toMatchObject([{ id, state: 'dead', error: 'No' }])
      expect((await olga.post(`/api/v1/admin/jobs/${id}/retry`)).status).toBe(204)
      const row = database.read.selectFrom('jobs').selectAll().where('id', '=', id)
      expect(await row.executeTakeFirst()).toMatchObject({ state: 'waiting', attempts: 0 })
      expect((await olga.post(`/api/v1/admin/jobs/${id}/retry`)).status).toBe(404)
    })

    test('a failed mail is sent again, unless its text has been deleted; lists never show texts', async () => {
      const { database, mail } = app.services
      await database.transaction((trx) =>
        mail.send(trx, { to: 'x@example.org', subject: 'Hi', text: 'secret', html: 'secret' }),
      )
      const { id } = await database.read
        .selectFrom('mails')
        .select('id')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      const set = (changes: object) => database.write.updateTable('mails').set(changes).where('id', '=', id).execute()
      await set({ state: 'failed', error: 'Mailbox full', sent_at: app.services.now() })
      const listed = await olga.get('/api/v1/admin/mails')
      expect(listed.body.results).toMatchObject([{ id, recipient: 'x@example.org', error: 'Mailbox full', kept: true }])
      expect(Object.keys(listed.body.results[0])).not.toContain('text')
      expect((await olga.post(`/api/v1/admin/mails/${id}/resend`)).status).toBe(204)
      expect((await olga.get('/api/v1/admin/mails?state=waiting')).body.total).toBeGreaterThan(0)
      await set({ state: 'failed', text: '' })
      expect((await olga.post(`/api/v1/admin/mails/${id}/resend`)).status).toBe(422)
    })

    test('storage names the largest owners', async () => {
      const row = { user_id: owner.user.id, key: 'media/x.png', label: 'x', content_type: 'image/png', size: 4_321 }
      const rest = {
        width: 1,
        height: 1,
        inline: false,
        hidden: false,
        content_hash: 'x',
        created_at: app.services.now(),
      }
      await app.services.database.write
        .insertInto('media')
        .values({ ...row, ...rest })
        .execute()
      const { body } = await olga.get('/api/v1/admin/storage')
      expect(body).toMatchObject({ files: 4_321, largest: [{ kind: 'user', name: 'owner', files: 4_321, count: 1 }] })
    })

    test('the audit log is filtered by action, user, resource and day', async () => {
      const list = async (query: string) => (await olga.get(`/api/v1/admin/audit?${query}`)).body
      const suspended = await list('action=admin.user&user=olga')
      expect(suspended.total).toBeGreaterThan(1)
      for (const { action, actor } of suspended.results)
        expect([action.slice(0, 10), actor]).toEqual(['admin.user', 'olga'])
      expect((await list(`resource=deck:${deck.id}`)).results[0].action).toBe('admin.deck.restore')
      expect((await list('to=2001-01-01')).total).toBe(0)
      expect((await list('action=admin%25')).total).toBe(0)
      expect((await olga.get('/api/v1/admin/audit?from=yesterday')).status).toBe(422)
    })

    test('coupons are created and ended', async () => {
      const make = (coupon: object) => olga.post('/api/v1/admin/coupons', { coupon: { reason, ...coupon } })
      const made = await make({ code: 'spring-26', percent: 20, periods: 3 })
      expect([made.status, made.body]).toMatchObject([201, { code: 'SPRING-26', percent: 20, amount: null, uses: 0 }])
      const wrong = [
        { code: 'SPRING-26', percent: 5 },
        { code: 'x', percent: 5 },
        { code: 'BOTH', percent: 5, amount: 5 },
      ]
      for (const coupon of [...wrong, { code: 'NONE' }, { code: 'LATE', percent: 5, expires_at: '2001-01-01' }]) {
        expect((await make(coupon)).status).toBe(422)
      }
      expect((await olga.delete(`/api/v1/admin/coupons/${made.body.id}`, { change: { reason } })).status).toBe(204)
      const [listed] = (await olga.get('/api/v1/admin/coupons')).body.results
      expect(new Date(listed.expires_at).getTime()).toBeLessThanOrEqual(app.services.now().getTime())
    })

    test('the name of the instance is in its mails, and sign-up follows the choice', async () => {
      const other = await makeApp()
      const boss = await other.person({ operator: true, email: 'boss@example.org' })
      const change = await boss.put('/api/v1/admin/instance', {
        instance: { name: 'Acme & Sons', sign_up: 'closed', reason },
      })
      expect([change.status, change.body]).toMatchObject([200, { name: 'Acme & Sons', sign_up: 'closed' }])
      expect((await boss.post('/api/v1/admin/instance/test_mail')).body).toEqual({
        sent_to: 'boss@example.org',
        configured: false,
      })
      const mails = await other.visitor().get('/dev/mail', { headers: { accept: 'application/json' } })
      expect(mails.body[0].text).toMatch(/\n\nAcme & Sons\n$/)
      const form = { username: 'late', email: 'late@example.org', password: 'nanosecond wire' }
      expect((await other.visitor().post('/users', { user: form })).status).toBe(403)
      const back = await boss.put('/api/v1/admin/instance', { instance: { name: '', sign_up: null, reason } })
      expect(back.body).toMatchObject({ name: 'Lectern', sign_up: 'open', chosen_sign_up: null })
      expect((await boss.put('/api/v1/admin/instance', { instance: { name: 'x'.repeat(61), reason } })).status).toBe(
        422,
      )
    })
  })
})
