import { beforeAll, describe, expect, test } from 'vitest'
import { makeTeam, testPassword } from '../../testing/factories.ts'
import { readMails } from '../../testing/mails.ts'
import { type Departure, SoftPasskey } from '../../testing/soft-passkey.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

const unknown = 'This passkey is not known here, please sign in in another way'

eachDatabase((makeApp) => {
  let app: TestApp
  let addresses = 0
  beforeAll(async () => {
    app = await makeApp()
  })

  /** An address that has not signed in before. */
  const from = () => {
    addresses += 1
    return { address: `198.51.${100 + (addresses >> 8)}.${addresses & 255}` }
  }
  const begin = (person: TestPerson, current_password = testPassword) =>
    person.post('/api/v1/passkeys/options.json', { passkey: { current_password } })
  const create = (person: TestPerson, credential: unknown, name = 'Laptop') =>
    person.post('/api/v1/passkeys.json', { passkey: { name, credential } })
  const options = async (client: TestClient) => (await client.post('/users/sign_in/passkey_options', {}, from())).body
  const signIn = (client: TestClient, credential: unknown) =>
    client.post('/users/sign_in/passkey.json', { user: { credential } }, from())
  const isSignedIn = async (client: TestClient) => (await client.get('/api/v1/status')).body.user_signed_in
  const rowsOf = ({ user }: TestPerson) =>
    app.services.database.read.selectFrom('passkeys').selectAll().where('user_id', '=', user.id).execute()

  /** A person with a passkey. */
  async function withPasskey() {
    const person = await app.person()
    const key = new SoftPasskey()
    const answer = await create(person, key.create((await begin(person)).body))
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
    return { person, key, id: answer.body.id as number }
  }

  describe('making a passkey', () => {
    test('needs the password, and a verified user', async () => {
      const ann = await app.person({ username: 'passkey-ann' })
      expect(Object.keys((await begin(ann, 'guess')).body.errors)).toEqual(['current_password'])
      const { body } = await begin(ann)
      expect([body.rp, body.user.name, body.attestation]).toEqual([
        { name: 'Lectern', id: 'localhost' },
        'passkey-ann',
        'none',
      ])
      expect(body.authenticatorSelection).toMatchObject({ residentKey: 'required', userVerification: 'required' })
      const answer = await create(ann, new SoftPasskey().create(body), ' My\nlaptop ')
      expect([answer.status, answer.body]).toEqual([
        201,
        { id: expect.any(Number), name: 'My laptop', created_at: expect.any(String), last_used_at: null },
      ])
      expect((await ann.get('/api/v1/passkeys')).body.results).toEqual([answer.body])
      const [mail] = await readMails(app.services, ann.user.email)
      expect(mail?.subject).toBe('A new passkey for your Lectern account')
    })

    const wrong: readonly (readonly [string, Departure])[] = [
      ['of another origin', { origin: 'https://evil.example' }],
      ['of a team’s host', { origin: 'http://acme.localhost:3000' }],
      ['for another relying party', { rpId: 'evil.example' }],
      ['without a verified user', { verified: false }],
      ['with another challenge', { challenge: 'a'.repeat(43) }],
    ]
    test.each(wrong)('%s is refused, and the challenge is used up', async (_, departure) => {
      const ann = await app.person()
      const { body } = await begin(ann)
      expect((await create(ann, new SoftPasskey().create(body, departure))).status).toBe(422)
      if (!departure.challenge) expect((await create(ann, new SoftPasskey().create(body))).status).toBe(422)
      expect(await rowsOf(ann)).toEqual([])
    })

    test('with a challenge that is used, expired or another user’s is refused', async () => {
      const [ann, eve] = [await app.person(), await app.person()]
      const used = (await begin(ann)).body
      expect((await create(eve, new SoftPasskey().create(used))).status).toBe(422)
      expect((await create(ann, new SoftPasskey().create(used))).status).toBe(422)
      const late = (await begin(ann)).body
      app.advance(10 * 60_000 + 1)
      expect((await create(ann, new SoftPasskey().create(late))).status).toBe(422)
      const forSignIn = await options(app.visitor())
      expect((await create(ann, new SoftPasskey().create({ ...late, ...forSignIn }))).status).toBe(422)
    })

    test('twice with one authenticator is refused, and one user has one handle for all', async () => {
      const { person, key } = await withPasskey()
      const again = (await begin(person)).body
      expect(again.excludeCredentials).toEqual([{ id: key.id, transports: ['internal'], type: 'public-key' }])
      const [eve] = [await app.person()]
      expect((await create(eve, key.create((await begin(eve)).body))).status).toBe(422)
      expect((await create(person, new SoftPasskey().create(again), 'Phone')).status).toBe(201)
      const handles = (await rowsOf(person)).map((row) => row.user_handle)
      expect([handles.length, new Set(handles).size]).toEqual([2, 1])
    })

    test.each([null, {}, 'x', { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: '{' } }])(
      'with the credential %j is refused',
      async (credential) => {
        const ann = await app.person()
        expect((await create(ann, credential)).status).toBe(422)
        expect([401, 422]).toContain((await signIn(app.visitor(), credential)).status)
      },
    )
  })

  describe('signing in with a passkey', () => {
    test('starts a session, and counts as both steps', async () => {
      const { person, key } = await withPasskey()
      const now = app.services.now()
      await app.services.database.write
        .insertInto('authenticators')
        .values({ user_id: person.user.id, secret_sealed: 'x', created_at: now, confirmed_at: now })
        .execute()
      const visitor = app.visitor()
      const answer = await signIn(visitor, key.sign(await options(visitor)))
      expect([answer.status, answer.body.id, await isSignedIn(visitor)]).toEqual([200, person.user.id, true])
      expect(answer.headers['x-csrf-token']).toBe(visitor.csrfToken())
      expect((await rowsOf(person))[0]).toMatchObject({ counter: 1, last_used_at: expect.any(Date) })
      const rows = await app.services.database.read
        .selectFrom('audit')
        .selectAll()
        .where('actor_id', '=', person.user.id)
        .execute()
      expect(rows.map(({ action, detail }) => [action, detail])).toContainEqual(['sign-in', { by: 'passkey' }])
    })

    const wrong: readonly (readonly [string, Departure])[] = [
      ['for another origin', { origin: 'https://evil.example' }],
      ['for a team’s host', { origin: 'http://acme.localhost:3000' }],
      ['for another relying party', { rpId: 'evil.example' }],
      ['without a verified user', { verified: false }],
      ['of another challenge', { challenge: 'a'.repeat(43) }],
      ['of another user', { userHandle: 'someone-else' }],
      ['with a counter that went back', { counter: 1 }],
    ]
    test.each(wrong)('an answer %s is refused', async (_, departure) => {
      const { key } = await withPasskey()
      const first = app.visitor()
      expect((await signIn(first, key.sign(await options(first)))).status).toBe(200)
      const visitor = app.visitor()
      const answer = await signIn(visitor, key.sign(await options(visitor), departure))
      expect([answer.status, answer.body, await isSignedIn(visitor)]).toEqual([401, { error: unknown }, false])
    })

    test('a changed signature is refused', async () => {
      const { key } = await withPasskey()
      const visitor = app.visitor()
      const credential = key.sign(await options(visitor))
      const other = key.sign(await options(visitor))
      credential.response.signature = other.response.signature
      expect((await signIn(visitor, credential)).status).toBe(401)
    })

    test('an answer works once, also at the same time, and not after ten minutes', async () => {
      const { key } = await withPasskey()
      const visitors = [app.visitor(), app.visitor()]
      const credential = key.sign(await options(visitors[0] as TestClient))
      const answers = await Promise.all(visitors.map((visitor) => signIn(visitor, credential)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
      const late = app.visitor()
      const slow = key.sign(await options(late))
      app.advance(10 * 60_000 + 1)
      expect((await signIn(late, slow)).status).toBe(401)
    })

    test('an unknown or removed passkey, and one of a deactivated user, is refused', async () => {
      const { person, key, id } = await withPasskey()
      const attempt = async (one: SoftPasskey) => {
        const visitor = app.visitor()
        return (await signIn(visitor, one.sign(await options(visitor)))).status
      }
      expect(await attempt(new SoftPasskey())).toBe(401)
      const { write } = app.services.database
      const setActive = (active: boolean) =>
        write.updateTable('users').set({ active }).where('id', '=', person.user.id).execute()
      await setActive(false)
      expect(await attempt(key)).toBe(401)
      await setActive(true)
      expect(await attempt(key)).toBe(200)
      expect((await person.delete(`/api/v1/passkeys/${id}`)).status).toBe(204)
      expect(await attempt(key)).toBe(401)
    })
  })

  test('passkeys are renamed and removed by their owner only', async () => {
    const { person, id } = await withPasskey()
    const eve = await app.person()
    const rename = (client: TestClient, name: string) => client.put(`/api/v1/passkeys/${id}`, { passkey: { name } })
    expect([(await rename(eve, 'Mine')).status, (await eve.delete(`/api/v1/passkeys/${id}`)).status]).toEqual([
      404, 404,
    ])
    expect((await rename(person, ' ')).body.errors).toEqual({ name: ['Required'] })
    expect((await rename(person, 'Old laptop')).body.name).toBe('Old laptop')
    expect((await person.delete(`/api/v1/passkeys/${id}`)).status).toBe(204)
    expect(await rowsOf(person)).toEqual([])
    const subjects = (await readMails(app.services, person.user.email)).map((mail) => mail.subject)
    expect(subjects).toContain('A passkey was removed from your Lectern account')
  })

  test('on a team’s host passkeys are neither made nor used', async () => {
    const team = await makeTeam(app.services, 'keyless')
    const host = `${team.slug}.localhost:3000`
    const origin = { host, headers: { origin: `http://${host}` } }
    expect((await app.visitor().post('/users/sign_in/passkey_options', {}, { ...origin, ...from() })).status).toBe(404)
  })

  test('each user has at most twenty', async () => {
    const { person } = await withPasskey()
    const [row] = await rowsOf(person)
    for (let n = 0; n < 19; n += 1) {
      const { id: _, transports, ...copied } = row as NonNullable<typeof row>
      const values = { ...copied, credential_id: `copy-${person.user.id}-${n}`, transports: JSON.stringify(transports) }
      await app.services.database.write.insertInto('passkeys').values(values).execute()
    }
    expect((await begin(person)).status).toBe(422)
  })
})
