import { beforeAll, describe, expect, test } from 'vitest'
import { type BillingDriver, billingDriver } from '../../testing/billing-driver.ts'
import { makeDeck, makeTeam, testPassword } from '../../testing/factories.ts'
import { readMails } from '../../testing/mails.ts'
import { mountScreens } from '../../testing/mount-screens.ts'
import { joined } from '../../testing/team-people.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { defineJobs } from '../jobs.ts'
import { runBilling } from '../subscriptions/jobs.ts'

let made = 0

eachDatabase((makeApp) => {
  let app: TestApp
  let driver: BillingDriver
  beforeAll(async () => {
    app = await makeApp({ extend: mountScreens })
    defineJobs(app.services)
    driver = billingDriver(app)
  })

  const slugged = () => `closing${made++}`
  const close = (one: TestPerson, name: string) => one.delete('/api/v1/team.json', { team: { name } })
  const read = () => app.services.database.read
  const teamRow = (id: number) => read().selectFrom('teams').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const deckRow = (id: number) => read().selectFrom('decks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const asPage = (slug: string) => ({
    host: `${slug}.localhost:3000`,
    headers: { accept: 'text/html', 'sec-fetch-dest': 'document' },
  })

  /** A team with an owner and a member. */
  async function newTeam() {
    const slug = slugged()
    const team = await makeTeam(app.services, slug, { name: `The ${slug}` })
    return { slug, team, owner: await joined(app, team.id, 'owner'), ann: await joined(app, team.id) }
  }

  test.each(['', 'Something else', undefined])('the name “%s” does not close the team', async (name) => {
    const { owner, team } = await newTeam()
    const answer = await owner.delete('/api/v1/team', { team: { name } })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['name']])
    expect((await teamRow(team.id)).closed_at).toBeNull()
    expect((await owner.get('/api/v1/team')).status).toBe(200)
  })

  test('any owner closes it, also one of two, by its name in any case', async () => {
    const { owner, team, slug } = await newTeam()
    const second = await joined(app, team.id, 'owner')
    expect((await close(second, ` the ${slug.toUpperCase()} `)).status).toBe(204)
    expect(await teamRow(team.id)).toMatchObject({ closed_by: second.user.id, plan: 'free', manually_upgraded: false })
    for (const one of [owner, second]) {
      const me = (await one.get('/api/v1/users/me')).body
      expect([me.team_id, me.membership, me.enterprise]).toEqual([null, null, false])
      expect((await one.get('/api/v1/team')).status).toBe(404)
    }
    expect((await close(owner, `The ${slug}`)).status).toBe(404)
  })

  test('of two owners who close it concurrently one does', async () => {
    const { owner, team, slug } = await newTeam()
    const second = await joined(app, team.id, 'owner')
    const both = await Promise.all([owner, second].map((one) => close(one, `The ${slug}`)))
    expect(both.map(({ status }) => status).sort()).toEqual([204, 404])
  })

  describe('decks', () => {
    test('become personal decks of their owners; those of former members go to the owner who closes', async () => {
      const { owner, team, ann, slug } = await newTeam()
      const [gone, off] = [await joined(app, team.id), await joined(app, team.id)]
      const { services } = app
      const decks = {
        open: await makeDeck(services, ann.user, { slug: 'open', visibility: 'all' }),
        inner: await makeDeck(services, ann.user, { slug: 'inner', visibility: 'team' }),
        trashed: await makeDeck(services, ann.user, { slug: 'trashed', trashed_at: services.now() }),
        removed: await makeDeck(services, gone.user, { slug: 'removed', visibility: 'team' }),
        deactivated: await makeDeck(services, off.user, { slug: 'off', visibility: 'self' }),
      }
      await owner.delete(`/api/v1/team/users/${gone.user.id}`, { user: { decks: 'delete' } })
      await owner.post(`/api/v1/team/users/${off.user.id}/deactivate`)
      expect((await close(owner, `The ${slug}`)).status).toBe(204)
      const { id } = owner.user
      const mine = { user_id: ann.user.id, team_id: null }
      expect(await deckRow(decks.open.id)).toMatchObject({ ...mine, visibility: 'all', slug: 'open' })
      expect(await deckRow(decks.inner.id)).toMatchObject({ ...mine, visibility: 'self' })
      expect(await deckRow(decks.trashed.id)).toMatchObject(mine)
      expect(await deckRow(decks.removed.id)).toMatchObject({ user_id: id, team_id: null, visibility: 'self' })
      expect(await deckRow(decks.deactivated.id)).toMatchObject({ user_id: id, team_id: null })
      expect((await ann.get(`/api/v1/decks/${decks.inner.id}.json`)).status).toBe(200)
      expect((await owner.get(`/api/v1/decks/${decks.inner.id}.json`)).status).toBe(404)
      expect((await off.get(`/api/v1/decks/${decks.deactivated.id}.json`)).status).toBe(404)
    })

    test('keep their links on the team’s host, present and former', async () => {
      const { owner, ann, slug } = await newTeam()
      await makeDeck(app.services, ann.user, { slug: 'open', visibility: 'all' })
      const next = slugged()
      await owner.put('/api/v1/team', { team: { slug: next } })
      await close(owner, `The ${slug}`)
      const { username } = ann.user
      const to = async (host: string, path: string) => (await app.visitor().get(path, asPage(host))).headers.location
      const path = `/${username}/open/fullscreen?token=x`
      expect(await to(next, path)).toBe(`http://localhost:3000${path}`)
      expect(await to(slug, path)).toBe(`http://${next}.localhost:3000${path}`)
      expect(await to(next, `/${username}`)).toBe(`http://localhost:3000/${username}`)
    })
  })

  test.each(['/', '/edit', '/users/sign_in', '/explore', '//evil.example/x', '/api/v1/status', '/a/x.js', '/%2e%2e'])(
    '%s of a closed team’s host is not there',
    async (path) => {
      const { owner, slug } = await newTeam()
      await close(owner, `The ${slug}`)
      const page = await app.visitor().get(path, asPage(slug))
      expect([page.status, page.headers.location]).toEqual([404, undefined])
      expect(page.text).toContain('<h1>This team is closed</h1>')
      const json = await app.visitor().get(path, { host: `${slug}.localhost:3000` })
      expect([json.status, json.headers.location]).toEqual([404, undefined])
      expect((await app.visitor().post('/users/sign_in', {}, { host: `${slug}.localhost:3000` })).status).toBe(404)
    },
  )

  test('the slugs stay taken, sessions on the host, open invitations and mails end, and a member can found a team', async () => {
    const { owner, team, ann, slug } = await newTeam()
    const host = `${slug}.localhost:3000`
    const here = await driver.at(ann, host)
    const [email, mailbox] = [`late${made++}@example.org`, `postmaster${made++}@example.org`]
    await owner.post('/api/v1/team/invitations', { invitation: { email } })
    await app.services.database.transaction((trx) =>
      app.services.mail.send(trx, { to: mailbox, subject: 'S', text: 'T', html: 'H', about: `team:${team.id}` }),
    )
    const sent = () => readMails(app.services, email, mailbox)
    const [mail] = await sent()
    await close(owner, `The ${slug}`)
    expect((await app.visitor().get(`/api/v1/team/lookup?id=${slug}`)).status).toBe(204)
    const sessions = await read().selectFrom('sessions').select('id_hash').where('host', '=', host).execute()
    expect([sessions, (await here.get('/api/v1/status', { host })).status]).toEqual([[], 404])
    const token = /invitation_token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    expect((await app.visitor().get(`/users/invitation?invitation_token=${token}`)).status).toBe(404)
    expect([token?.length, await sent()]).toEqual([43, []])
    const taken = await ann.post('/teams', { team: { name: 'Again', slug, token: 'x' } })
    expect(taken.body.errors.slug).toHaveLength(1)
  })

  test('every active member gets a mail, and the audit log has a line', async () => {
    const { owner, team, ann, slug } = await newTeam()
    const off = await joined(app, team.id)
    await owner.post(`/api/v1/team/users/${off.user.id}/deactivate`)
    await close(owner, `The ${slug}`)
    for (const { user } of [owner, ann]) {
      const mail = (await readMails(app.services, user.email)).at(-1)
      expect(mail?.subject).toBe(`The ${slug} was closed on Lectern`)
      expect(mail?.text.includes('receipts')).toBe(user.id === owner.user.id)
    }
    expect(await readMails(app.services, off.user.email)).toEqual([])
    const entry = await read().selectFrom('audit').selectAll().where('action', '=', 'team.close').execute()
    expect(entry.find(({ resource }) => resource === `team:${team.id}`)).toMatchObject({
      actor_id: owner.user.id,
      detail: { slug, members: 3, decks: 0 },
    })
  })

  describe('the subscription', () => {
    const nextPayments = async (teamId: number) =>
      read().selectFrom('payments').selectAll().where('team_id', '=', teamId).execute()

    test('ends at once, also in the trial: the provider forgets the card, and nothing is charged later', async () => {
      const { owner, team, slug } = { ...(await driver.trialTeam(slugged(), 1)), slug: `closing${made - 1}` }
      const deleted: string[] = []
      const { payments } = app.services
      const { deleteCustomer } = payments
      Object.assign(payments, { deleteCustomer: async (id: string) => void deleted.push(id) })
      const customer = await read()
        .selectFrom('customers')
        .selectAll()
        .where('team_id', '=', team.id)
        .executeTakeFirst()
      expect((await close(owner, slug)).status).toBe(204)
      await app.services.jobs.idle()
      Object.assign(payments, { deleteCustomer })
      expect(deleted).toEqual([customer?.provider_id])
      const row = await read().selectFrom('subscriptions').selectAll().where('team_id', '=', team.id).executeTakeFirst()
      expect(row).toMatchObject({ status: 'ended', cancel_at_period_end: false })
      expect(await read().selectFrom('customers').selectAll().where('team_id', '=', team.id).execute()).toEqual([])
      await driver.pass(40)
      expect(await nextPayments(team.id)).toEqual([])
    })

    test('leaves its receipts to the owner who closed the team, with the team’s name, and to nobody else', async () => {
      const slug = slugged()
      const { owner, team, host } = await driver.trialTeam(slug, 1)
      const moveTo = (billing_address: string) =>
        app.services.database.write.updateTable('teams').set({ billing_address }).where('id', '=', team.id).execute()
      await moveTo('1 Road')
      const ann = await joined(app, team.id, 'owner')
      await driver.pass(15)
      await runBilling(app.services)
      const [payment] = (await driver.details(owner, host)).payments
      await moveTo('2 Road')
      const closer = await driver.at(owner)
      expect((await close(closer, slug)).status).toBe(204)
      const receipt = await closer.get(`/api/v1/receipts/${payment.id}`)
      expect(receipt.body).toMatchObject({ id: payment.id, customer: { name: slug, email: null, address: '1 Road' } })
      const listed = (await driver.details(owner)).payments.map(({ id }: { id: number }) => id)
      expect(listed).toContain(payment.id)
      for (const other of [await driver.at(ann), await app.person()]) {
        expect((await other.get(`/api/v1/receipts/${payment.id}`)).status).toBe(404)
      }
    })

    test('with an undecided payment the team is not closed yet', async () => {
      const slug = slugged()
      const { owner, team } = await driver.trialTeam(slug, 0)
      const now = app.services.now()
      const facts = {
        amount: 100,
        currency: 'usd',
        status: 'pending',
        description: 'x',
        lines: '[]',
        change: '{}',
      } as const
      await app.services.database.write
        .insertInto('payments')
        .values({ ...facts, team_id: team.id, provider: 'sandbox', idempotency_key: slug, created_at: now })
        .execute()
      expect((await close(owner, slug)).status).toBe(409)
      expect((await teamRow(team.id)).closed_at).toBeNull()
      await app.services.database.write.deleteFrom('payments').where('team_id', '=', team.id).execute()
    })
  })

  test('a plan by hand ends with the team, and an operator cannot give it again', async () => {
    const slug = slugged()
    const team = await makeTeam(app.services, slug, { manually_upgraded: true })
    const owner = await joined(app, team.id, 'owner')
    expect((await close(owner, slug)).status).toBe(204)
    const operator = await app.person({ operator: true })
    const path = `/api/v1/admin/teams/${team.id}/plan`
    const answer = await operator.put(path, { change: { upgraded: true, reason: 'By hand' } })
    expect([answer.status, (await teamRow(team.id)).plan]).toEqual([422, 'free'])
    const listed = await operator.get(`/api/v1/admin/teams?search=${slug}`)
    expect(listed.body.results[0].closed_at).not.toBeNull()
  })

  test('a founder alone closes the team, then deletes the account', async () => {
    const slug = slugged()
    const team = await makeTeam(app.services, slug)
    const founder = await joined(app, team.id, 'owner')
    expect((await founder.get('/api/v1/team')).body.last_owner).toBe(true)
    const destroy = () => founder.delete('/users', { user: { password: testPassword } })
    expect((await destroy()).status).toBe(422)
    expect((await close(founder, slug)).status).toBe(204)
    expect((await destroy()).status).toBe(204)
    expect((await teamRow(team.id)).closed_by).toBeNull()
  })
})
