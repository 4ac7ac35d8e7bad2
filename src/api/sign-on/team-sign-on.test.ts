import { promises as dns } from 'node:dns'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeTeam } from '../../testing/factories.ts'
import { type HostileProvider, type Lies, startHostileProvider } from '../../testing/hostile-provider.ts'
import { readMails } from '../../testing/mails.ts'
import { askerOf, joined, teamAskers } from '../../testing/team-people.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'

const records = new Map<string, string[][]>()
/** The name server of the tests. */
async function answerFromRecords(name: string): Promise<string[][]> {
  const found = records.get(name)
  if (!found) throw Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' })
  return found
}

const path = '/api/v1/team/sign_on'
const domains = `${path}/domains`

eachDatabase((makeApp) => {
  let app: TestApp
  let owner: TestPerson
  let provider: HostileProvider
  let teams = 0

  /** A new team with its owner. */
  const newTeam = async () => {
    teams += 1
    const { id } = await makeTeam(app.services, `team-${teams}`, { name: `Team ${teams}` })
    return { id, owner: await joined(app, id, 'owner') }
  }
  beforeAll(async () => {
    app = await makeApp()
    provider = await startHostileProvider()
    vi.spyOn(dns, 'resolveTxt').mockImplementation(answerFromRecords)
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await provider.close()
  })
  beforeEach(async () => {
    provider.lies = {}
    records.clear()
    owner = (await newTeam()).owner
  })
  const settings = (fields: object = {}) => ({
    sign_on: { issuer: provider.issuer, client_id: 'lectern', client_secret: 'a-client-secret', ...fields },
  })

  test('a new team has no provider, and knows its redirect URI', async () => {
    const { body } = await owner.get(path)
    expect(body).toMatchObject({ issuer: null, client_id: null, has_secret: false, require_sso: false, domains: [] })
    expect(body.redirect_uri).toMatch(/^http:\/\/localhost:3000\/users\/auth\/oidc\/callback\/\d+$/)
  })

  test('only managers of the team see and change it', async () => {
    const { id, owner: own } = await newTeam()
    const statuses: Record<string, number[]> = {}
    for (const who of teamAskers) {
      const asker = await askerOf(app, who, id, own)
      const read = await asker.get(path)
      const changed = await asker.put(path, settings({ client_id: '' }))
      statuses[who] = [read.status, changed.status]
    }
    const [managers, outside] = [
      [200, 422],
      [404, 404],
    ]
    expect(statuses).toEqual({
      ...{ owner: managers, admin: managers, other: managers, member: [403, 403], visitor: [401, 401] },
      ...{ stranger: outside, deactivated: outside, removed: outside, operator: outside },
    })
  })

  test('a provider is stored once it has answered, and its secret kept without a new one', async () => {
    expect((await owner.put(path, settings())).body).toMatchObject({ issuer: provider.issuer, has_secret: true })
    expect((await owner.put(path, settings({ client_id: 'renamed', client_secret: '' }))).body.client_id).toBe(
      'renamed',
    )
    expect((await owner.post(`${path}/test`)).status).toBe(204)
    // A secret is for its issuer alone.
    const other = await startHostileProvider()
    const moved = await owner.put(path, settings({ issuer: other.issuer, client_secret: undefined }))
    expect([moved.status, Object.keys(moved.body.errors)]).toEqual([422, ['client_secret']])
    await other.close()
    const removed = await owner.delete(path)
    expect(removed.body).toMatchObject({ issuer: null, has_secret: false })
  })

  const unusable: readonly (readonly [string, Lies, string])[] = [
    ['calls itself by another issuer', { metadata: { issuer: 'https://accounts.example' } }, 'by another address'],
    ['redirects to another address', { redirect: 'http://127.0.0.1:1/' }, 'does not answer'],
    ['answers too much', { bytes: 600_000 }, 'public https address'],
    ['answers no JSON', { bytes: 10 }, 'does not answer'],
    ['has its key set at a private address', { metadata: { jwks_uri: 'https://10.0.0.1/keys' } }, 'public https'],
    ['has no https endpoint', { metadata: { token_endpoint: 'http://accounts.example/token' } }, 'public https'],
    ['begins at a script', { metadata: { authorization_endpoint: 'javascript:alert(1)' } }, 'public https'],
  ]
  test.each(unusable)('a provider that %s is refused at its field', async (_, lies, message) => {
    provider.lies = lies
    const answer = await owner.put(path, settings())
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['issuer']])
    expect(answer.body.errors.issuer[0]).toContain(message)
    expect((await owner.get(path)).body.issuer).toBe(null)
  })

  test.each([
    ['http://accounts.example', 'public https'],
    ['https://10.0.0.1', 'public https'],
    ['https://169.254.169.254', 'public https'],
    ['https://[::ffff:10.0.0.1]', 'public https'],
    ['https://accounts.example:22', 'public https'],
    ['ftp://accounts.example', 'whole address'],
    ['notaurl', 'whole address'],
    ['https://', 'whole address'],
    ['', 'whole address'],
  ])('the issuer %s is refused at its field', async (issuer, message) => {
    const answer = await owner.put(path, settings({ issuer }))
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['issuer']])
    expect(answer.body.errors.issuer[0]).toContain(message)
  })

  describe('domains', () => {
    const add = (domain: string, by = owner) => by.post(domains, { domain: { domain } })

    test.each(['abc', '', 'a b.example', '10.0.0.1', 'exa/mple.com', '.example'])('%s is no domain', async (domain) => {
      const answer = await add(domain)
      expect([answer.status, answer.body.errors.domain]).toEqual([422, ['Please enter a valid domain']])
    })

    test('are added once, in one form, and are the team’s domain', async () => {
      expect((await add('a.b')).status).toBe(201)
      for (const form of ['ACME.example', '@acme.example', 'acme.example']) await add(form)
      const { body } = await add('bücher.example')
      expect(body.domains.map(({ domain }: { domain: string }) => domain)).toEqual([
        ...['a.b', 'acme.example', 'xn--bcher-kva.example'],
      ])
      expect((await owner.get('/api/v1/team')).body.domain).toBe('a.b')
      await owner.delete(`${domains}/a.b`)
      expect((await owner.get('/api/v1/team')).body.domain).toBe('acme.example')
      expect((await owner.delete(`${domains}/a.b`)).status).toBe(404)
    })

    test('the team’s domain field adds one', async () => {
      await owner.put('/api/v1/team', { team: { domain: 'field.example' } })
      expect((await owner.get(path)).body.domains).toMatchObject([{ domain: 'field.example', proven_at: null }])
    })

    test('are proven by the DNS record that the page shows, also in parts', async () => {
      const name = `dns${teams}.example`
      const [{ record }] = (await add(name)).body.domains
      const check = () => owner.post(`${domains}/${name}/check`)
      for (const found of [undefined, [['lectern-proof=another']], [['x'], ['y']]]) {
        if (found) records.set(record.name, found)
        const answer = await check()
        expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['domain']])
      }
      records.set(record.name, [['other'], [record.value.slice(0, 10), record.value.slice(10)]])
      expect((await check()).body.domains[0].proven_at).toEqual(expect.any(String))
      // Another team has another value, and cannot take a proven domain.
      const rival = (await newTeam()).owner
      const [{ record: theirs }] = (await add(name, rival)).body.domains
      expect(theirs.value).not.toBe(record.value)
      records.set(theirs.name, [[theirs.value]])
      const taken = await rival.post(`${domains}/${name}/check`)
      expect([taken.status, taken.body.errors.domain]).toEqual([422, ['Another team has proven this domain']])
    })

    test('are proven by the code of the last mail to their administrators', async () => {
      const name = `mail${teams}.example`
      await add(name)
      const confirm = (code: string) => owner.post(`${domains}/${name}/confirm`, { code })
      const codeIn = async (box: string) =>
        /^([0-9a-f]{6}-){4}[0-9a-f]{6}$/m.exec(
          (await readMails(app.services, `${box}@${name}`)).at(-1)?.text ?? '',
        )?.[0] ?? ''
      expect((await confirm('anything')).status).toBe(422)
      expect((await owner.post(`${domains}/${name}/mail`, { mailbox: 'ceo' })).status).toBe(422)
      await owner.post(`${domains}/${name}/mail`, { mailbox: 'admin' })
      const first = await codeIn('admin')
      await owner.post(`${domains}/${name}/mail`, { mailbox: 'postmaster' })
      const last = await codeIn('postmaster')
      expect((await readMails(app.services, `admin@${name}`))[0]?.about).toMatch(/^team:\d+$/)
      expect([first, last]).not.toContain('')
      expect((await confirm(first)).body.errors).toHaveProperty('code')
      expect((await confirm(` ${last.toUpperCase()} `)).body.domains[0].proven_at).toEqual(expect.any(String))
      const rows = await app.services.database.read.selectFrom('team_domains').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(last)
    })
  })
})
