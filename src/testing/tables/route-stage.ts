import { randomUUID } from 'node:crypto'
import { hashApiToken } from '../../api/api-tokens/find-by-token.ts'
import { insertToken } from '../../api/api-tokens/queries.ts'
import { sealSecret } from '../../api/sign-on/providers.ts'
import { createDecider, type Decider } from '../../realtime/decider.ts'
import type { Database } from '../../server/db/open-database.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { makeDeck, makeTeam, makeUser } from '../factories.ts'
import { frameIn } from '../mount-decks.ts'
import { mountScreens } from '../mount-screens.ts'
import { makeTestApp, type TestApp } from '../test-app.ts'
import type { RequestOptions, TestAnswer, TestClient } from '../test-client.ts'
import type { ContentRow, DeckVisibility, PageRow, SocketRow } from './page-rows.ts'
import {
  type Asker,
  isToken,
  methodOf,
  note,
  ownPlace,
  ownThings,
  type Place,
  privateNote,
  type Role,
  type RouteRow,
  type Thing,
  things,
} from './route-askers.ts'
import { makers, type ThingOwner } from './route-things.ts'

/** Marks the team's own domain among those that requests have added. */
const kept = 'kept'

export const hosts: Readonly<Record<Place, string>> = {
  ...{ app: 'localhost:3000', team: 'acme.localhost:3000', other: 'beta.localhost:3000' },
}

/** An asker with the browser or program that sends the requests. */
export interface Known {
  readonly asker: Asker
  /** Null: a visitor. */
  readonly user: UserRow | null
  /** The request header of the browser's cookies on a host. */
  cookies(place: Place): string
  send(place: Place, method: string, path: string, options?: RequestOptions): Promise<TestAnswer>
}

type Method = Parameters<TestClient['request']>[0]

/** One app with the team, another team, and everybody's rows. */
export class RouteStage {
  readonly app: TestApp
  readonly #teams: Readonly<Record<'team' | 'other', number>>
  /** Owner of everything private. */
  readonly #victim: UserRow
  #requests = 0

  readonly #decide: Decider
  /** Decks of the team, by their visibility. */
  #decks: Readonly<Record<DeckVisibility, number>> = { self: 0, team: 0, all: 0 }
  /** One thing of each kind: the victim's, the team's, or the instance's. */
  readonly #shared = new Map<Thing, string>()
  /** Values of the parameters in the paths of pages. */
  #names: Readonly<Record<string, string>> = {}
  /** Address of the public deck's frame. */
  #frame = ''

  private constructor(app: TestApp, teams: Readonly<Record<'team' | 'other', number>>, victim: UserRow) {
    this.app = app
    this.#teams = teams
    this.#victim = victim
    this.#decide = createDecider(app.services)
  }

  static async open(kind: Database['kind']): Promise<RouteStage> {
    const app = await makeTestApp(kind, { extend: mountScreens })
    const { services } = app
    // Rates have tests of their own.
    Object.assign(services.limits, { take: async () => ({ allowed: true, retryAfter: 0 }) })
    const [team, other] = [
      await makeTeam(services, 'acme', { billing_address: note }),
      await makeTeam(services, 'beta'),
    ]
    const victim = await makeUser(services, { team_id: team.id, membership_role: 'owner', plan: 'enterprise' })
    await makeUser(services, { team_id: other.id, membership_role: 'owner', plan: 'enterprise' })
    const stage = new RouteStage(app, { team: team.id, other: other.id }, victim)
    await stage.#fill(services)
    return stage
  }

  /** One of each thing, so that lists have something to disclose. */
  async #fill(services: Services): Promise<void> {
    const now = services.now()
    const identity = { issuer: 'https://none.invalid', client_id: note, secret_sealed: sealSecret(services, 'x') }
    await services.database.write
      .insertInto('team_identity')
      .values({ ...identity, team_id: this.#teams.team, created_at: now, updated_at: now })
      .execute()
    for (const thing of things) {
      const owner = this.#ownerOf(this.#victim, 'team', this.#noteOf(thing))
      this.#shared.set(thing, String(await makers[thing](services, owner)))
    }
    await services.database.write.updateTable('team_domains').set({ proof_token: kept }).execute()
    const token = 'tok_sandbox_ok_visa_4242_122040'
    for (const [role, place] of [['owner', 'team'] as const, ['other', 'other'] as const]) {
      const known = await this.meet({ role, means: 'session' })
      await known.send(place, 'PUT', '/subscriptions', { body: { subscription: { token } } })
    }
    const others_receipt = String(await makers.payment(services, this.#ownerOf(this.#victim, 'app', privateNote)))
    this.#shared.set('payment', others_receipt)
    this.#names = { victim: this.#victim.username, private_deck: 'the-self-deck', others_receipt }
    const made = (['self', 'team', 'all'] as const).map(async (visibility) => {
      const title = visibility === 'self' ? privateNote : 'Shared'
      return makeDeck(services, this.#victim, { title, slug: `the-${visibility}-deck`, visibility })
    })
    const [self, team, all] = await Promise.all(made)
    this.#decks = { self: self?.id ?? 0, team: team?.id ?? 0, all: all?.id ?? 0 }
    const page = await this.app.visitor().get(`/${this.#victim.username}/the-all-deck`, { host: hosts.team })
    this.#frame = frameIn(page.text).href
  }

  #ownerOf({ id }: UserRow, place: Place, text: string): ThingOwner {
    const teamId = this.#teams[place === 'other' ? 'other' : 'team']
    return { userId: id, teamId, byTeam: place !== 'app', note: text }
  }

  #noteOf(thing: Thing): string {
    return ownThings.some((one) => one === thing && one !== 'payment') ? privateNote : note
  }

  /** A person with a role, new in the database. */
  async #person(role: Role): Promise<UserRow> {
    const { services } = this.app
    const place = role === 'suspended' ? 'team' : ownPlace(role)
    const membership_role = role === 'member' || role === 'owner' ? role : role === 'suspended' ? 'member' : 'admin'
    const membership = { team_id: this.#teams[place === 'other' ? 'other' : 'team'], membership_role } as const
    const user = await makeUser(services, {
      ...(place === null ? {} : { ...membership, plan: 'enterprise' as const }),
      ...{ operator: role === 'operator', active: role !== 'suspended' },
    })
    if (role === 'deactivated') {
      const now = services.now()
      const ended = { team_id: this.#teams.team, user_id: user.id, role: 'admin' as const, created_at: now }
      await services.database.write
        .insertInto('memberships')
        .values({ ...ended, state: 'deactivated', deactivated_at: now })
        .execute()
    }
    return user
  }

  /** A new person in an asker's place, with sessions on all hosts, or with a token. */
  async meet(asker: Asker): Promise<Known> {
    const user = asker.role === 'visitor' ? null : await this.#person(asker.role)
    if (user === null) return this.#known(asker, user, () => this.app.visitor())
    if (isToken(asker.means)) return this.#byToken(asker, user)
    const app = await this.app.signIn(user)
    const clients = new Map<Place, TestClient>([['app', app]])
    for (const place of ['team', 'other'] as const)
      clients.set(place, asker.means === 'guest' ? app : await this.app.signIn(user, hosts[place]))
    return this.#known(asker, user, (place) => clients.get(place) as TestClient)
  }

  async #byToken(asker: Asker, user: UserRow): Promise<Known> {
    const { services } = this.app
    const token = randomUUID()
    const now = services.now()
    const scope = asker.means === 'read token' ? ('read' as const) : ('write' as const)
    await insertToken(services.database.write, {
      ...{ user_id: user.id, name: 'mine', scope, token_hash: hashApiToken(services, token), created_at: now },
      expires_at: new Date(now.getTime() + 86_400_000),
    })
    const client = this.app.visitor()
    client.clearCookies()
    const headers = { authorization: `Bearer ${token}` }
    return this.#known(asker, user, () => client, { headers, csrf: false })
  }

  #known(asker: Asker, user: UserRow | null, on: (place: Place) => TestClient, more: RequestOptions = {}): Known {
    // A page without a valid session has a visitor's token.
    const visitors = { 'x-csrf-token': this.app.services.keys.sign('csrf', 'visitor:a-test-visitor') }
    return {
      asker,
      user,
      cookies: (place) => on(place).cookieHeader(),
      send: (place, method, path, options = {}) => {
        const isVisitor = asker.role === 'suspended' || (asker.means === 'guest' && place !== 'app')
        const csrf = isVisitor && method !== 'GET' ? visitors : {}
        const headers = { ...csrf, ...more.headers, ...options.headers }
        return on(place).request(method as Method, path, { host: hosts[place], ...more, ...options, headers })
      },
    }
  }

  /**
   * Makes ready for a row's question, and returns what its path names. `isRefused`: nothing of others will change, so
   * all requests may name the same.
   */
  async prepare(row: RouteRow, { user }: Known, place: Place, isRefused: boolean): Promise<string> {
    const { services } = this.app
    if (row.who === 'payer' || row.who === 'reactivator') await this.#resetBilling(row.who === 'reactivator')
    // A team has room for a few domains.
    if (row.call.includes('/sign_on/domains'))
      await services.database.write.deleteFrom('team_domains').where('proof_token', '!=', kept).execute()
    if (!row.of) return ''
    const [whose, thing] = row.of
    if (whose === 'own' && user)
      return String(await makers[thing](services, this.#ownerOf(user, thing === 'payment' ? place : 'app', 'mine')))
    if (isRefused || whose === 'another') return this.#shared.get(thing) ?? ''
    return String(await makers[thing](services, this.#ownerOf(this.#victim, 'team', this.#noteOf(thing))))
  }

  /** The teams' subscriptions as in the beginning, or for `reactivate` canceled: other rows have changed them. */
  async #resetBilling(isCanceled: boolean): Promise<void> {
    const now = this.app.services.now()
    const state = { cancel_at_period_end: isCanceled, status: 'active', billing_period: 'monthly' } as const
    const period = { anchor: now, period_start: now, segment_start: now, balance: 0, version: 1 }
    const period_end = new Date(now.getTime() + 30 * 86_400_000)
    await this.app.services.database.write
      .updateTable('subscriptions')
      .set({ ...state, ...period, period_end })
      .where('team_id', 'in', Object.values(this.#teams))
      .execute()
  }

  /** Asks a row's question on a host. `name`: of `prepare`. */
  ask(row: RouteRow, known: Known, place: Place, name: string): Promise<TestAnswer> {
    this.#requests += 1
    const number = String(this.#requests)
    const method = methodOf(row)
    const path = row.call
      .slice(method.length + 1)
      .replace(/:(\w+)/g, (_, param: string) => row.params?.[param] ?? encodeURIComponent(name))
    const body = JSON.parse(JSON.stringify(row.body ?? {}).replaceAll('#n', number))
    return known.send(place, method, path + (row.query ?? ''), {
      ...{ address: this.#address() },
      ...(method === 'GET' ? {} : { body }),
    })
  }

  #address(): string {
    return `10.${this.#requests >> 16}.${(this.#requests >> 8) & 255}.${this.#requests & 255}`
  }

  /** Opens a page as a browser does in a window of its own. */
  open(row: PageRow, known: Known, place: Place): Promise<TestAnswer> {
    this.#requests += 1
    const [method = '', own = ''] = row.call.split(' ')
    const path = (row.path ?? own).replace(/:([a-z_]+)/g, (whole, name: string) => this.#names[name] ?? whole)
    const headers = { accept: 'text/html' }
    return known.send(place, method, path, {
      ...{ address: this.#address(), headers },
      ...(method === 'GET' ? {} : { body: {} }),
    })
  }

  /** Asks for an address of content, with whatever the browser or program has for the place. */
  content(row: ContentRow, known: Known, place: Place): Promise<TestAnswer> {
    const path = row.path.replace(':public_frame', new URL(this.#frame).pathname)
    const host = row.on === 'content' ? new URL(this.#frame).host : hosts[place]
    return known.send(place, 'GET', path, { host, address: this.#address() })
  }

  /** The answer to a socket about a deck of the team. */
  async socket(row: SocketRow, visibility: DeckVisibility, known: Known, place: Place): Promise<string> {
    const origin = { headers: { cookie: known.cookies(place) }, host: hosts[place] }
    const question = { deckId: this.#decks[visibility], action: row.action }
    return (await this.#decide(origin as never, null, question)).decision
  }

  /** What refused requests must not change: the rows of each table. */
  async everything(): Promise<ReadonlyMap<string, string>> {
    const { read } = this.app.services.database
    const tables = [
      ...(['users', 'sessions', 'teams', 'memberships', 'invitations', 'team_slugs', 'team_identity'] as const),
      ...(['team_domains', 'user_identities', 'subscriptions', 'customers', 'payments', 'coupons', 'media'] as const),
      ...(['media_tags', 'media_tag_items', 'fonts', 'imports'] as const),
      ...(['slide_templates', 'passkeys', 'authenticators', 'recovery_codes', 'email_changes', 'decks'] as const),
      ...(['themes', 'theme_versions', 'theme_templates'] as const),
      ...(['instance_settings', 'reports', 'mails', 'jobs'] as const),
    ]
    const rows = tables.map(async (name) => [name, await read.selectFrom(name).selectAll().execute()] as const)
    const tokens = await read.selectFrom('api_tokens').select(['id', 'name']).orderBy('id').execute()
    const all = [...(await Promise.all(rows)), ['api_tokens', tokens] as const]
    // Views are counted later, which moves a row in Postgres.
    const text = (row: unknown) => JSON.stringify(row, (key, value) => (key === 'view_count' ? 0 : value))
    return new Map(all.map(([name, found]) => [name, found.map(text).sort().join('\n')]))
  }

  /** Method and path of all routes that the server has. */
  addresses(): string[] {
    const found: string[] = []
    const parents: string[] = []
    // Lines such as '│   └── /:topic (GET, HEAD)', as the router prints them; the depth is in the indentation.
    for (const line of this.app.server.printRoutes({ commonPrefix: false }).split('\n')) {
      const [, branch = '', part = '', methods = ''] = /^(.*?[├└]── )(\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? []
      if (branch === '') continue
      const depth = branch.length / 4
      parents.length = depth
      parents[depth] = part
      const path = parents.join('')
      found.push(
        ...methods
          .split(', ')
          .filter((method) => method !== 'HEAD' && method !== '')
          .map((method) => `${method} ${path}`),
      )
    }
    return found
  }
}
