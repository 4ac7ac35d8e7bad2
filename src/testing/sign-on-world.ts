import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { makeTeam } from './factories.ts'
import { type HostileProvider, startHostileProvider } from './hostile-provider.ts'
import { type OpenIdProvider, type ProvidedUser, startOpenIdProvider } from './open-id-provider.ts'
import { joined } from './team-people.ts'
import type { MakeApp, TestApp, TestPerson } from './test-app.ts'
import type { TestClient } from './test-client.ts'

const base = 'http://localhost:3000'
let people = 0

/** A user of the provider with an address at the domain of the team Acme. */
export function employee(fields: Partial<ProvidedUser> = {}): ProvidedUser {
  people += 1
  const sub = `subject-${people}`
  return { sub, email: `worker${people}@acme.example`, email_verified: true, name: `Worker ${people}`, ...fields }
}

/** The problem in the URL to which a failed sign-on leads; null if it did not fail. */
export function problemIn(location: string): string | null {
  return new URL(location, base).searchParams.get('problem')
}

/** Opens the path and query of a URL. */
export function open(browser: TestClient, url: URL) {
  return browser.get(url.pathname + url.search)
}

/** Two teams with providers: Acme's, also the instance's, is a real one, and Rival's lies. */
export class SignOnWorld {
  readonly app: TestApp
  readonly provider: OpenIdProvider
  readonly hostile: HostileProvider
  readonly acme: number
  readonly rival: number
  /** Acme's owner. */
  readonly owner: TestPerson

  private constructor(parts: Pick<SignOnWorld, 'app' | 'provider' | 'hostile' | 'acme' | 'rival' | 'owner'>) {
    this.app = parts.app
    this.provider = parts.provider
    this.hostile = parts.hostile
    this.acme = parts.acme
    this.rival = parts.rival
    this.owner = parts.owner
  }

  static async make(makeApp: MakeApp): Promise<SignOnWorld> {
    const keys = ['instance', ...Array.from({ length: 20 }, (_, n) => String(n + 1))]
    const provider = await startOpenIdProvider(keys.map((key) => `${base}/users/auth/oidc/callback/${key}`))
    const hostile = await startHostileProvider()
    const { client_id: clientId, client_secret: clientSecret } = provider.client
    const app = await makeApp({ settings: { sso: { issuer: provider.issuer, clientId, clientSecret } } })
    const acme = (await makeTeam(app.services, 'acme', { name: 'Acme' })).id
    const rival = (await makeTeam(app.services, 'rival', { name: 'Rival' })).id
    const owner = await joined(app, acme, 'owner')
    const world = new SignOnWorld({ app, provider, hostile, acme, rival, owner })
    expect((await world.setUp(owner, provider)).status).toBe(200)
    const client = { client_id: 'rival', client_secret: 'a-rivals-secret' }
    const rivalOwner = await joined(app, rival, 'owner')
    expect((await world.setUp(rivalOwner, { issuer: hostile.issuer, client })).status).toBe(200)
    await world.prove(acme, 'acme.example')
    await world.prove(rival, 'evil.example')
    return world
  }

  async close(): Promise<void> {
    await this.provider.close()
    await this.hostile.close()
  }

  /** Sets the provider of a manager's team. */
  setUp(by: TestPerson, { issuer, client }: Pick<OpenIdProvider, 'issuer' | 'client'>) {
    return by.put('/api/v1/team/sign_on', { sign_on: { issuer, ...client } })
  }

  async prove(team_id: number, domain: string): Promise<void> {
    const now = this.app.services.now()
    const row = { team_id, domain, proof_token: 'x', created_at: now, proven_at: now }
    await this.app.services.database.write.insertInto('team_domains').values(row).execute()
  }

  users() {
    return this.app.services.database.read.selectFrom('users').selectAll().orderBy('id').execute()
  }

  identities() {
    return this.app.services.database.read.selectFrom('user_identities').selectAll().orderBy('id').execute()
  }

  async me(browser: TestClient) {
    return (await browser.get('/api/v1/users/me')).body
  }

  /** Begins a sign-on. Returns the provider's URL, or the page of a problem. */
  async begin(browser: TestClient, query = 'team=acme'): Promise<string> {
    const answer = await browser.get(`/users/auth/oidc?${query}`)
    expect(answer.status).toBe(302)
    return String(answer.headers.location)
  }

  /** The callback of a sign-on of a user at the real provider. */
  async callback(browser: TestClient, user: ProvidedUser, query?: string): Promise<URL> {
    this.provider.user = user
    return this.provider.visit(await this.begin(browser, query))
  }

  /** Opens a callback. Returns where the browser is sent. */
  async end(browser: TestClient, url: URL): Promise<string> {
    const answer = await open(browser, url)
    expect(answer.status).toBe(302)
    return String(answer.headers.location)
  }

  /** Signs on at the real provider. Returns where the browser is sent. */
  async signOn(browser: TestClient, user: ProvidedUser, query?: string): Promise<string> {
    return this.end(browser, await this.callback(browser, user, query))
  }

  /** Transfers a session to Acme's host, up to the URL that opens it there. `team`: the cookies of that host. */
  async transfer(browser: TestClient, team: TestClient): Promise<URL> {
    const nonce = createHash('sha256').update('a-nonce').digest('hex')
    team.setCookie('handoff', 'a-nonce')
    const answer = await browser.get(`/handoff?to=acme&nonce=${nonce}`)
    return new URL(String(answer.headers.location), base)
  }
}
