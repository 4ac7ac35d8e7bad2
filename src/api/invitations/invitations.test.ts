import { beforeAll, describe, expect, test } from 'vitest'
import { readMails } from '../../testing/mails.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'

const day = 86_400_000

eachDatabase((makeApp) => {
  let app: TestApp
  let operator: TestPerson
  beforeAll(async () => {
    app = await makeApp()
    operator = await app.person({ operator: true, name: 'Olga\r\nBcc: x@y.z' })
  })

  const invite = (email: string, by = operator) => by.post('/api/v1/invitations.json', { invitation: { email } })
  const tokenFor = async (email: string) => {
    expect((await invite(email)).status).toBe(201)
    const [mail] = await readMails(app.services, email)
    return /invitation_token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  }
  const accept = (invitation_token: string, username: string, more: object = {}) =>
    app.visitor().put('/users/invitation.json', {
      user: { invitation_token, username, password: 'seven green bottles', ...more },
    })

  test('only operators can invite', async () => {
    expect((await app.visitor().post('/api/v1/invitations', { invitation: { email: 'a@b.c' } })).status).toBe(401)
    expect((await invite('a@b.c', await app.person())).status).toBe(404)
    expect((await invite('nonsense')).status).toBe(422)
    expect((await invite(operator.user.email)).body.errors.email).toEqual(["That one's already taken :("])
  })

  test('the mail names the inviter, and line breaks in a name add no header', async () => {
    await tokenFor('headers@example.org')
    const mail = await app.services.database.read
      .selectFrom('mails')
      .selectAll()
      .where('recipient', '=', 'headers@example.org')
      .executeTakeFirstOrThrow()
    expect(mail.subject).toBe('Olga Bcc: x@y.z invites you to Lectern')
    expect(mail.sender_name).toBe('Olga Bcc: x@y.z')
  })

  describe('an invitation', () => {
    test('creates an account only for the address it was sent to', async () => {
      const token = await tokenFor('invited@example.org')
      const seen = await app.visitor().get(`/users/invitation.json?invitation_token=${token}`)
      expect([seen.status, seen.body.email]).toEqual([200, 'invited@example.org'])
      const visitor = app.visitor()
      const user = {
        invitation_token: token,
        username: 'invited',
        password: 'seven green bottles',
        email: 'other@example.org',
      }
      const answer = await visitor.put('/users/invitation', { user })
      expect([answer.status, answer.body.email, answer.body.operator]).toEqual([201, 'invited@example.org', false])
      expect((await visitor.get('/api/v1/status')).body.user_id).toBe(answer.body.id)
    })

    test('works once, even if accepted twice concurrently', async () => {
      const token = await tokenFor('once@example.org')
      const both = await Promise.all([accept(token, 'once-a'), accept(token, 'once-b')])
      expect(both.map((answer) => answer.status).sort()).toEqual([201, 422])
      expect((await accept(token, 'once-c')).status).toBe(422)
    })

    test('stays valid after a refused form', async () => {
      const token = await tokenFor('mistakes@example.org')
      expect((await accept(token, 'x')).body.errors.username).toEqual(['At least 2 characters'])
      expect((await accept(token, 'Pricing')).body.errors.username).toEqual(["That one's already taken :("])
      expect((await accept(token, 'careful', { password: 'password' })).status).toBe(422)
      expect((await accept(token, 'careful')).status).toBe(201)
    })

    test('ends after two weeks', async () => {
      const own = await makeApp()
      const boss = await own.person({ operator: true })
      await invite('late@example.org', boss)
      const [mail] = await readMails(own.services)
      const token = /invitation_token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
      own.advance(14 * day + 1_000)
      expect((await own.visitor().get(`/users/invitation?invitation_token=${token}`)).status).toBe(404)
    })

    test.each(['x', 'a'.repeat(43)])('%s is not a valid invitation token', async (token) => {
      expect((await app.visitor().get(`/users/invitation?invitation_token=${token}`)).status).toBe(404)
      expect((await accept(token, 'nobody')).body.errors.invitation_token).toHaveLength(1)
    })
  })
})
