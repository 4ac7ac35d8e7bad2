import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeDeck, makeTeam, testPassword } from '../../testing/factories.ts'
import { readMails } from '../../testing/mails.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { defineJobs } from '../jobs.ts'

const unverified = { email_verified_at: null }
let made = 0

eachDatabase((makeApp) => {
  let app: TestApp
  let ada: TestPerson
  beforeAll(async () => {
    app = await makeApp()
    defineJobs(app.services)
    ada = await app.person({ username: 'ada', plan: 'pro' })
  })

  const newDeck = async (owner = ada, fields: object = {}) => {
    const deck = await makeDeck(app.services, owner.user, { title: 'Salaries', visibility: 'self', ...fields })
    const base = `/api/v1/decks/${deck.id}`
    const invite = (email: string, role = 'editor') =>
      owner.post(`${base}/users/invite.json`, { user: { email, role } })
    return { deck, base, invite }
  }
  const tokenTo = async (email: string, name = 'invitation_token') =>
    new RegExp(`${name}=([\\w-]+)`).exec(
      (await readMails(app.services, email)).findLast(({ text }) => text.includes(`${name}=`))?.text ?? '',
    )?.[1] ?? ''
  const join = (by: TestClient, invitation_token: string) =>
    by.post('/users/invitation.json', { user: { invitation_token } })
  const verifiedAt = async ({ user }: TestPerson) => {
    const users = app.services.database.read.selectFrom('users').select('email_verified_at')
    return (await users.where('id', '=', user.id).executeTakeFirstOrThrow()).email_verified_at
  }
  const exported = async (person: TestPerson) => {
    const headers = { host: 'localhost:3000', cookie: `session=${person.cookie('session')}` }
    const { rawPayload } = await app.server.inject({ url: '/api/v1/users/export', headers })
    return JSON.parse(strFromU8(unzipSync(rawPayload)['account.json'] as Uint8Array))
  }

  test('a new password by mail verifies the address, and so does a confirmed change', async () => {
    const [forgetful, mover] = [await app.person(unverified), await app.person(unverified)]
    await app.visitor().post('/users/password.json', { user: { email: forgetful.user.email } })
    await app.services.jobs.idle()
    const password = 'eleven brown teapots'
    const reset_password_token = await tokenTo(forgetful.user.email, 'reset_password_token')
    const reset = await app.visitor().put('/users/password.json', { user: { reset_password_token, password } })
    expect([reset.status, await verifiedAt(forgetful)]).toEqual([200, expect.any(Date)])
    const email = `moved${made++}@example.org`
    await mover.put('/users.json', { user: { email, current_password: testPassword } })
    expect(await verifiedAt(mover)).toBeNull()
    const email_token = await tokenTo(email, 'email_token')
    expect((await mover.put('/users/email.json', { user: { email_token } })).status).toBe(200)
    expect(await verifiedAt(mover)).not.toBeNull()
  })

  describe('an account with an address that nobody has verified', () => {
    test('gets no deck that is shared to the address, and learns nothing of it', async () => {
      const email = `boss${made++}@example.org`
      const claimer = app.visitor()
      const user = { username: `claimer${made++}`, email, password: testPassword }
      expect((await claimer.post('/users.json', { user })).status).toBe(201)
      const { base, invite } = await newDeck()
      const answer = await invite(email)
      expect([answer.status, answer.body.active, answer.body.user_id, answer.body.username]).toEqual([
        ...[201, false, null, null],
      ])
      expect([(await claimer.get(base)).status, (await claimer.get(`${base}/comments`)).status]).toEqual([404, 404])
      const shared = await claimer.get(`/api/v1/users/${user.username}/decks?list=shared`)
      expect(shared.body.total).toBe(0)
      const account = await exported(claimer as TestPerson)
      expect([account.collaborations, account.user.email_verified_at]).toEqual([[], null])
    })

    test('accepts by the mailed link, which verifies the address: later decks are shared at once', async () => {
      const person = await app.person(unverified)
      const { email } = person.user
      const first = await newDeck()
      await first.invite(email, 'viewer')
      const token = await tokenTo(email)
      const seen = await app.visitor().get(`/users/invitation.json?invitation_token=${token}`)
      expect(seen.body).toMatchObject({ email, has_account: true, deck: { title: 'Salaries', role: 'viewer' } })
      expect((await join(ada, token)).status).toBe(422)
      expect((await join(person, token)).status).toBe(200)
      expect((await person.get(first.base)).status).toBe(200)
      expect(await verifiedAt(person)).not.toBeNull()
      const second = await newDeck()
      expect((await second.invite(email)).body).toMatchObject({ active: true, user_id: person.user.id })
      expect((await person.get(second.base)).status).toBe(200)
    })

    test('takes no invitation of the address along when it is deleted', async () => {
      const person = await app.person(unverified)
      const { email } = person.user
      const { base, invite } = await newDeck()
      await invite(email)
      const token = await tokenTo(email)
      expect((await person.delete('/users.json', { user: { password: testPassword } })).status).toBe(204)
      const owner = app.visitor()
      const user = { invitation_token: token, username: `owner${made++}`, password: testPassword }
      expect((await owner.put('/users/invitation.json', { user })).status).toBe(201)
      expect((await owner.get(base)).status).toBe(200)
    })

    test('is refused as before where it owns the deck or is one of its people', async () => {
      const owner = await app.person({ ...unverified, plan: 'pro' })
      const own = await newDeck(owner)
      expect((await own.invite(owner.user.email)).body.error).toBe('This is the owner of the deck')
      const earlier = await app.person(unverified)
      const now = app.services.now()
      const row = { deck_id: own.deck.id, user_id: earlier.user.id, email: null, role: 'viewer', active: true } as const
      const rows = app.services.database.write.insertInto('deck_users')
      await rows.values({ ...row, status: 'disconnected', created_at: now }).execute()
      expect((await earlier.get(own.base)).status).toBe(200)
      expect((await own.invite(earlier.user.email)).body.error).toBe(
        'This person is a collaborator of this deck already',
      )
    })

    test('needs no mail in the deck’s own team, whose members know each other', async () => {
      const acme = await makeTeam(app.services, `acme${made++}`)
      const [boss, founder] = [
        await app.person({ team_id: acme.id }),
        await app.person({ team_id: acme.id, ...unverified }),
      ]
      const ofTeam = await newDeck(boss, { team_id: acme.id })
      expect((await ofTeam.invite(founder.user.email)).body.active).toBe(true)
      const other = await newDeck()
      expect((await other.invite(founder.user.email)).body.active).toBe(false)
    })
  })

  test('a server that sends no mail shares at once, since nobody could accept', async () => {
    const offline = await makeApp({ settings: { production: true, smtpUrl: null } })
    const [owner, person] = [await offline.person({ plan: 'pro' }), await offline.person(unverified)]
    const deck = await makeDeck(offline.services, owner.user, { visibility: 'self' })
    const user = { email: person.user.email, role: 'viewer' }
    const answer = await owner.post(`/api/v1/decks/${deck.id}/users/invite.json`, { user })
    expect([answer.status, answer.body.active]).toEqual([201, true])
  })
})
