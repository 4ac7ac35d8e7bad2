import { beforeAll, describe, expect, test } from 'vitest'
import { makeTeam, testPassword } from '../../testing/factories.ts'
import { readMails } from '../../testing/mails.ts'
import { joined } from '../../testing/team-people.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertInvitation } from '../invitations/queries.ts'
import { defineJobs } from '../jobs.ts'
import { openInvitations } from './queries.ts'

const day = 86_400_000
const list = '/api/v1/team/invitations'
const password = 'seven green bottles'

let made = 0
const fresh = () => `invited${made++}@example.org`

eachDatabase((makeApp) => {
  let app: TestApp
  let acme: number
  let admin: TestPerson
  beforeAll(async () => {
    app = await makeApp()
    acme = (await makeTeam(app.services, 'acme', { name: 'Acme, Inc.' })).id
    admin = await joined(app, acme, 'admin')
    await app.services.database.write
      .updateTable('users')
      .set({ name: 'Ada\r\nBcc: x@y.z' })
      .where('id', '=', admin.user.id)
      .execute()
  })

  const invite = (email: string, role?: string, by: TestClient = admin) =>
    by.post(`${list}.json`, { invitation: { email, ...(role && { role }) } })
  /** The token of the last mail to an address. */
  const tokenOf = async (email: string, own = app) =>
    /invitation_token=([\w-]+)/.exec((await readMails(own.services, email)).at(-1)?.text ?? '')?.[1] ?? ''
  const invited = async (role?: string) => {
    const email = fresh()
    const answer = await invite(email, role)
    expect([answer.status, answer.body.email]).toEqual([201, email])
    return { email, id: answer.body.id as number, token: await tokenOf(email) }
  }
  const accept = (invitation_token: string, username: string, by: TestClient = app.visitor()) =>
    by.put('/users/invitation.json', { user: { invitation_token, username, password } })
  const join = (by: TestClient, invitation_token: string) =>
    by.post('/users/invitation.json', { user: { invitation_token } })
  const membershipOf = (userId: number) =>
    app.services.database.read.selectFrom('memberships').selectAll().where('user_id', '=', userId).executeTakeFirst()

  test('the mail names the team and the inviter, and line breaks in a name add no header', async () => {
    const { email } = await invited()
    const [mail] = await readMails(app.services, email)
    expect(mail?.subject).toBe('Ada Bcc: x@y.z invites you to Acme, Inc. on Lectern')
    expect(mail?.sender_name).toBe('Ada Bcc: x@y.z')
    expect(mail?.text).toContain('http://localhost:3000/users/invitation/accept?invitation_token=')
    expect(mail?.text).toContain('14 days')
  })

  describe('accepting with a new account', () => {
    test('creates the account, makes it a member of the team with the role, and signs in', async () => {
      const { email, token } = await invited('admin')
      const seen = await app.visitor().get(`/users/invitation.json?invitation_token=${token}`)
      expect(seen.body).toMatchObject({
        ...{ email, has_account: false },
        team: { name: 'Acme, Inc.', url: 'http://acme.localhost:3000', logo_url: null },
      })
      const browser = app.visitor()
      const answer = await accept(token, 'newcomer', browser)
      expect([answer.status, answer.body.team_id, answer.body.membership]).toEqual([201, acme, { role: 'admin' }])
      expect((await browser.get('/api/v1/team.json')).body.slug).toBe('acme')
      expect(await membershipOf(answer.body.id)).toMatchObject({ team_id: acme, role: 'admin', state: 'active' })
      expect(
        (await admin.get(`${list}.json?per_page=100`)).body.results.map((one: { email: string }) => one.email),
      ).not.toContain(email)
    })

    test('works once, even if accepted twice concurrently', async () => {
      const { token } = await invited()
      const both = await Promise.all([accept(token, 'twice-a'), accept(token, 'twice-b')])
      expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
    })

    test('is refused if the address has an account, which accepts after signing in', async () => {
      const { user } = await app.person()
      await invite(user.email)
      const token = await tokenOf(user.email)
      expect((await app.visitor().get(`/users/invitation.json?invitation_token=${token}`)).body.has_account).toBe(true)
      const answer = await accept(token, 'second-account')
      expect([answer.status, answer.body.errors.email]).toEqual([
        422,
        ['There is an account with this e-mail address, please sign in to accept'],
      ])
    })
  })

  describe('accepting with the signed-in account', () => {
    const person = async () => {
      const one = await app.person()
      await invite(one.user.email)
      return { one, token: await tokenOf(one.user.email) }
    }

    test('makes the user a member, and works once', async () => {
      const { one, token } = await person()
      const answer = await join(one, token)
      expect([answer.status, answer.body.id, answer.body.team_id]).toEqual([200, one.user.id, acme])
      expect((await join(one, token)).status).toBe(422)
      expect((await one.get('/api/v1/team.json')).status).toBe(200)
    })

    test('is refused for visitors and for accounts with another address', async () => {
      const { token } = await person()
      expect((await join(app.visitor(), token)).status).toBe(401)
      const answer = await join(await app.person(), token)
      expect([answer.status, answer.body.errors.invitation_token]).toEqual([
        422,
        ['This invitation is for another e-mail address, please sign in with that one'],
      ])
    })

    test('is refused while the user is in another team, and possible once they have left it', async () => {
      const other = (await makeTeam(app.services, `elsewhere${made++}`)).id
      const [boss, one] = [await joined(app, other, 'owner'), await joined(app, other)]
      await invite(one.user.email)
      const token = await tokenOf(one.user.email)
      const answer = await join(one, token)
      expect([answer.status, answer.body.error]).toEqual([
        422,
        'You are in a team already, and a user can be in one team only',
      ])
      expect((await membershipOf(one.user.id))?.team_id).toBe(other)
      await boss.post(`/api/v1/team/users/${one.user.id}/deactivate`)
      expect((await join(one, token)).body.team_id).toBe(acme)
      expect(await membershipOf(one.user.id)).toMatchObject({ team_id: acme, state: 'active', deactivated_at: null })
      expect((await boss.post(`/api/v1/team/users/${one.user.id}/reactivate`)).status).toBe(404)
    })

    test('of two teams at once, one gets the member', async () => {
      const { one, token } = await person()
      const other = (await makeTeam(app.services, `race${made++}`)).id
      await invite(one.user.email, 'member', await joined(app, other, 'owner'))
      const second = await tokenOf(one.user.email)
      const both = await Promise.all([join(one, token), join(one, second)])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    })

    test('an invitation to the instance cannot be joined', async () => {
      const operator = await app.person({ operator: true })
      const email = fresh()
      await operator.post('/api/v1/invitations', { invitation: { email } })
      expect((await join(operator, await tokenOf(email))).status).toBe(422)
    })
  })

  describe('an open invitation', () => {
    test('withdrawn, it stops working, and its mail is deleted', async () => {
      const { email, id, token } = await invited()
      const other = await invited()
      expect((await admin.delete(`${list}/${id}.json`)).status).toBe(204)
      expect([await readMails(app.services, email), (await readMails(app.services, other.email)).length]).toEqual([
        [],
        1,
      ])
      expect((await app.visitor().get(`/users/invitation.json?invitation_token=${token}`)).status).toBe(404)
      expect((await accept(token, 'too-late')).status).toBe(422)
      expect((await admin.delete(`${list}/${id}.json`)).status).toBe(404)
    })

    test('sent again, it has a new link, and the earlier one stops working', async () => {
      const { email, id, token } = await invited('admin')
      const answer = await admin.post(`${list}/${id}/resend.json`)
      expect([answer.status, answer.body.id, answer.body.role]).toEqual([200, id, 'admin'])
      expect(await readMails(app.services, email)).toHaveLength(2)
      expect((await accept(token, 'old-link')).status).toBe(422)
      expect((await accept(await tokenOf(email), `new-link${made++}`)).status).toBe(201)
    })

    test('a repeated invitation replaces it', async () => {
      const { email, id, token } = await invited()
      const answer = await invite(email, 'admin')
      expect([answer.body.id, answer.body.role]).toEqual([id, 'admin'])
      expect((await app.visitor().get(`/users/invitation.json?invitation_token=${token}`)).status).toBe(404)
    })

    test('ends after two weeks, stays in the list, and can be sent again', async () => {
      const own = await makeApp()
      const { id } = await makeTeam(own.services, 'slow')
      const boss = await joined(own, id, 'owner')
      await boss.post(list, { invitation: { email: 'late@example.org' } })
      const token = await tokenOf('late@example.org', own)
      own.advance(14 * day + 1_000)
      expect((await own.visitor().get(`/users/invitation?invitation_token=${token}`)).status).toBe(404)
      const again = await own.signIn(boss.user)
      const [row] = (await again.get(list)).body.results
      expect([row.email, row.expired]).toEqual(['late@example.org', true])
      expect((await again.post(`${list}/${row.id}/resend`)).body.expired).toBe(false)
    })

    test('is deleted three months after it expired', async () => {
      const own = await makeApp()
      defineJobs(own.services)
      const { id } = await makeTeam(own.services, 'quiet')
      const boss = await joined(own, id, 'owner')
      await boss.post(list, { invitation: { email: 'never@example.org' } })
      own.advance(10 * day)
      await boss.post(list, { invitation: { email: 'later@example.org' } })
      own.advance(95 * day)
      own.services.jobs.start()
      const { read } = own.services.database
      const planned = () => read.selectFrom('jobs').select('id').where('kind', '=', 'forget-ended').execute()
      await expect.poll(planned, { timeout: 20_000 }).toHaveLength(1)
      own.advance(day / 24)
      const left = () => read.selectFrom('invitations').select('email').execute()
      await expect.poll(left, { timeout: 20_000 }).toEqual([{ email: 'later@example.org' }])
    })

    describe('is valid only while its sender may invite in its role', () => {
      const path = (who: TestPerson) => `/api/v1/team/users/${who.user.id}`
      let boss: TestPerson
      beforeAll(async () => {
        boss = await joined(app, acme, 'owner')
      })
      const suspended = (active: boolean) => async (sender: TestPerson) => {
        const { write } = app.services.database
        await write.updateTable('users').set({ active }).where('id', '=', sender.user.id).execute()
      }
      const endings: readonly (readonly [string, (sender: TestPerson) => Promise<unknown>])[] = [
        ['removed', (sender) => boss.delete(path(sender))],
        ['deactivated', (sender) => boss.post(`${path(sender)}/deactivate`)],
        ['made a member', (sender) => boss.put(path(sender), { user: { role: 'member' } })],
        ['suspended', suspended(false)],
        ['gone', (sender) => sender.delete('/users', { user: { password: testPassword } })],
      ]
      test.each(endings)(
        'a sender who is %s: the link stops, and another manager sends it again',
        async (_how, end) => {
          const sender = await joined(app, acme, 'admin')
          const email = fresh()
          const { body } = await invite(email, 'member', sender)
          const token = await tokenOf(email)
          expect((await app.visitor().get(`/users/invitation?invitation_token=${token}`)).status).toBe(200)
          await end(sender)
          expect((await app.visitor().get(`/users/invitation?invitation_token=${token}`)).status).toBe(404)
          expect((await accept(token, `stopped${made++}`)).status).toBe(422)
          const listed = async () =>
            (await boss.get(`${list}?per_page=100`)).body.results.find((one: { id: number }) => one.id === body.id)
          expect(await listed()).toMatchObject({ email, sender_gone: true })
          expect((await boss.post(`${list}/${body.id}/resend`)).body.sender_gone).toBe(false)
          expect(await listed()).toMatchObject({ sender_gone: false })
          expect((await accept(await tokenOf(email), `again${made++}`)).status).toBe(201)
        },
      )

      test('a demoted owner’s invitations to become owner stop, and those to become member stay', async () => {
        const owner = await joined(app, acme, 'owner')
        const [top, plain] = [fresh(), fresh()]
        await invite(top, 'owner', owner)
        await invite(plain, 'member', owner)
        await boss.put(path(owner), { user: { role: 'admin' } })
        expect((await accept(await tokenOf(top), `top${made++}`)).status).toBe(422)
        expect((await accept(await tokenOf(plain), `plain${made++}`)).status).toBe(201)
      })

      test('the link of a sender who is reactivated works again', async () => {
        const sender = await joined(app, acme, 'admin')
        const email = fresh()
        await invite(email, 'member', sender)
        await boss.post(`${path(sender)}/deactivate`)
        await boss.post(`${path(sender)}/reactivate`)
        expect((await accept(await tokenOf(email), `back${made++}`)).status).toBe(201)
      })
    })
  })

  test('members are not invited again', async () => {
    const [active, gone] = [await joined(app, acme), await joined(app, acme)]
    await admin.post(`/api/v1/team/users/${gone.user.id}/deactivate`)
    const errors = [await invite(active.user.email), await invite(gone.user.email)].map(
      ({ body }) => body.errors.email[0],
    )
    expect(errors).toEqual([
      'This person is in your team already',
      'This person is a deactivated member of your team, please reactivate them instead',
    ])
  })

  test.each(['nonsense', 'a@b', 'a@b.c\r\nBcc: x@y.z', ''])('“%s” is no address', async (email) => {
    expect((await invite(email)).body.errors.email).toEqual(['Please enter a valid email'])
  })

  test('a user sends at most 50 invitations per hour, and an address gets at most 20 mails a day', async () => {
    const eager = await joined(app, acme, 'admin')
    const email = fresh()
    const { id } = (await invite(email, 'member', eager)).body
    const again = () => eager.post(`${list}/${id}/resend`)
    for (let n = 0; n < 19; n++) expect((await again()).status).toBe(200)
    const full = await again()
    expect([full.status, full.body.error]).toEqual([
      429,
      'This address got many e-mails today, please try again tomorrow',
    ])
    const statuses: number[] = []
    for (let n = 0; n < 30; n++) statuses.push((await invite(fresh(), 'member', eager)).status)
    expect([statuses.filter((status) => status === 201).length, statuses.at(-1)]).toEqual([29, 429])
  })

  test('each change of an invitation, and joining, is in the audit log', async () => {
    const [first, second] = [await invited(), await invited()]
    await admin.post(`${list}/${first.id}/resend`)
    const { body } = await accept(await tokenOf(first.email), `audited${made++}`)
    await admin.delete(`${list}/${second.id}`)
    const resources = [`invitation:${first.id}`, `invitation:${second.id}`, `user:${body.id}`]
    const entries = await app.services.database.read
      .selectFrom('audit')
      .select(['action', 'actor_id', 'resource'])
      .where('resource', 'in', resources)
      .orderBy('id')
      .execute()
    expect(entries.map(({ action, actor_id, resource }) => [action, actor_id, resources.indexOf(resource)])).toEqual([
      ['team.invite', admin.user.id, 0],
      ['team.invite', admin.user.id, 1],
      ['team.invite', admin.user.id, 0],
      ['member.join', body.id, 2],
      ['invitation.accept', body.id, 2],
      ['team.invite.withdraw', admin.user.id, 1],
    ])
  })

  test('a page of invitations takes as many queries as one invitation', async () => {
    const { id } = await makeTeam(app.services, 'many-invited')
    const senders = [await joined(app, id, 'owner'), await joined(app, id, 'admin'), await joined(app, id)]
    const now = app.services.now()
    let queries = 0
    const counted = app.services.database.read.withPlugin({
      transformQuery: ({ node }) => {
        queries += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const listed = async (count: number) => {
      for (let n = 0; n < count; n++) {
        const purpose = { kind: 'team', id, role: n % 2 === 0 ? 'member' : 'owner' }
        const invitedBy = senders[n % 3]?.user.id ?? null
        const facts = {
          tokenHash: `${id}-${made++}`,
          email: fresh(),
          invitedBy,
          purpose,
          teamId: id,
          now,
          expiresAt: now,
        }
        await insertInvitation(app.services.database.write, facts)
      }
      queries = 0
      const { rows } = await openInvitations(counted, id, now, { page: 1, perPage: 100 })
      return { gone: rows.map(({ senderGone }) => senderGone).reverse(), queries }
    }
    const one = await listed(1)
    const more = await listed(11)
    // Owners invite users in every role, admins in all except owner, and members invite no users.
    expect(more.gone).toEqual([false, false, true, true, false, false, true, false, true, true, false, false])
    expect(more.queries).toBe(one.queries)
  })

  test('neither the token nor the link is stored', async () => {
    const { token } = await invited()
    const { read } = app.services.database
    const rows = [
      await read.selectFrom('invitations').selectAll().execute(),
      await read.selectFrom('audit').selectAll().execute(),
    ]
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('an account made by invitation signs in with its password', async () => {
    const { email, token } = await invited()
    await accept(token, `signs-in${made++}`)
    const answer = await app.visitor().post('/users/sign_in', { user: { login: email, password } })
    expect([answer.status, answer.body.team_id]).toEqual([200, acme])
  })

  test('deleting the account of the inviter keeps the invitation in the list, without a name and without its mail', async () => {
    const inviter = await joined(app, acme, 'admin')
    const email = fresh()
    await invite(email, 'member', inviter)
    await inviter.delete('/users', { user: { password: testPassword } })
    expect(await readMails(app.services, email)).toEqual([])
    const found = (await admin.get(`${list}?per_page=100`)).body.results.find(
      (one: { email: string }) => one.email === email,
    )
    expect(found).toMatchObject({ invited_by: null, sender_gone: true })
  })
})
