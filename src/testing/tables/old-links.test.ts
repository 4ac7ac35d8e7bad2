import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moveDeck } from '../../api/decks/move-deck.ts'
import { lockDeck } from '../../api/decks/queries.ts'
import { changeSlug } from '../../api/teams/team-slugs.ts'
import { makeDeck, makeTeam } from '../factories.ts'
import { mountScreens } from '../mount-screens.ts'
import { type SeededRandom, seededRandom } from '../seeded-random.ts'
import { makeTestApp, type TestApp, type TestPerson } from '../test-app.ts'
import type { TestClient } from '../test-client.ts'

const appHost = 'localhost:3000'
const hostOf = (slug: string | null) => (slug === null ? appHost : `${slug}.${appHost}`)

interface KnownDeck {
  readonly id: number
  readonly title: string
}

/** Where a link was shown: its host, and its path of user and slug. */
interface Link {
  readonly deck: KnownDeck
  readonly host: string
  readonly path: string
}

interface Visit {
  readonly status: number
  readonly text: string
  /** The redirects, as URLs. */
  readonly redirects: readonly string[]
}

/** An instance on which people join and leave teams, teams change their slugs, and decks move. */
class World {
  readonly #app: TestApp
  readonly #random: SeededRandom
  readonly people: TestPerson[] = []
  readonly teams: number[] = []
  readonly decks: KnownDeck[] = []
  readonly links = new Map<string, Link>()
  readonly #clients = new Map<string, TestClient>()
  #made = 0

  constructor(app: TestApp, random: SeededRandom) {
    this.#app = app
    this.#random = random
  }

  get #db() {
    return this.#app.services.database
  }

  async populate(seed: number): Promise<void> {
    for (const slug of ['acme', 'beta']) this.teams.push((await makeTeam(this.#app.services, `${slug}-${seed}`)).id)
    for (const name of ['ann', 'ben', 'cara', 'dan']) {
      const person = await this.#app.person({ username: `${name}-${seed}`, plan: 'enterprise' })
      this.people.push(person)
      await this.#join(person, this.#random.pick([null, ...this.teams]))
      for (let n = 0; n < 2; n++) await this.#makeDeck(person)
    }
  }

  async #teamOf(person: TestPerson): Promise<number | null> {
    const query = this.#db.read.selectFrom('users').select('team_id').where('id', '=', person.user.id)
    return (await query.executeTakeFirstOrThrow()).team_id
  }

  async #join(person: TestPerson, team_id: number | null): Promise<void> {
    await this.#db.write.updateTable('users').set({ team_id }).where('id', '=', person.user.id).execute()
  }

  async #makeDeck(person: TestPerson): Promise<void> {
    this.#made += 1
    const title = `Deck ${this.#made} of the world`
    const visibility = this.#random.pick(['self', 'team', 'all'] as const)
    const team_id = await this.#teamOf(person)
    const fields = { title, visibility: team_id === null && visibility === 'team' ? 'self' : visibility } as const
    const { id } = await makeDeck(this.#app.services, { id: person.user.id, team_id }, fields)
    this.decks.push({ id, title })
  }

  /** Drops the links on hosts that teams had too long ago: only the last few lead on. */
  async #dropReleased(): Promise<void> {
    const present = await this.#db.read.selectFrom('teams').select('slug').execute()
    const former = await this.#db.read.selectFrom('team_slugs').select('slug').execute()
    const hosts = new Set([hostOf(null), ...[...present, ...former].map(({ slug }) => hostOf(slug))])
    for (const [key, { host }] of this.links) if (!hosts.has(host)) this.links.delete(key)
  }

  /** A change of a random kind. */
  async change(): Promise<void> {
    const random = this.#random
    const person = random.pick(this.people)
    const { services } = this.#app
    const kind = random.pick(['join', 'join', 'slug', 'bring', 'move', 'make'] as const)
    if (kind === 'join') await this.#join(person, random.pick([null, ...this.teams]))
    if (kind === 'make') await this.#makeDeck(person)
    if (kind === 'slug') {
      const id = random.pick(this.teams)
      const { slug } = await this.#db.read
        .selectFrom('teams')
        .select('slug')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      this.#made += 1
      await this.#db.transaction((trx) => changeSlug(trx, services, { id, slug }, `team-${id}-${this.#made}`))
      await this.#dropReleased()
    }
    const deck = random.pick(this.decks)
    // Refused for decks of others and without a team.
    if (kind === 'bring') await person.post(`/api/v1/decks/${deck.id}/bring_to_team.json`)
    if (kind === 'move') {
      await this.#db.transaction(async (trx) => {
        const row = await lockDeck(trx, this.#db.kind, deck.id)
        const isAllowed = row && row.team_id !== null && row.team_id === (await this.#teamOf(person))
        if (isAllowed && row.user_id !== person.user.id) await moveDeck(services, trx, row, person.user.id)
      })
    }
  }

  /** Where decks are now, and who may see them: derived from the promises, not from the product's rules. */
  async #factsOf(decks: readonly KnownDeck[]) {
    const rows = await this.#db.read
      .selectFrom('decks')
      .innerJoin('users', 'users.id', 'decks.user_id')
      .leftJoin('teams', 'teams.id', 'decks.team_id')
      .select([
        'decks.id',
        'decks.visibility',
        'decks.team_id',
        'decks.slug',
        'decks.user_id',
        'users.username',
        'teams.slug as host',
      ])
      .where(
        'decks.id',
        'in',
        decks.map(({ id }) => id),
      )
      .execute()
    const facts = rows.map((row) => ({ ...row, host: hostOf(row.host), path: `/${row.username}/${row.slug}` }))
    return new Map(facts.map((one) => [one.id, one]))
  }

  async maySee(deck: KnownDeck, viewer: TestPerson | null): Promise<boolean> {
    const facts = (await this.#factsOf([deck])).get(deck.id)
    if (!facts) throw new Error(`Deck ${deck.id} is missing`)
    const { visibility, team_id, user_id } = facts
    if (visibility === 'all') return true
    if (viewer === null) return false
    const ofTeam = team_id !== null && team_id === (await this.#teamOf(viewer))
    return (visibility === 'team' && ofTeam) || (user_id === viewer.user.id && (team_id === null || ofTeam))
  }

  /** Notes the present links of all decks. */
  async showLinks(): Promise<void> {
    const facts = await this.#factsOf(this.decks)
    for (const deck of this.decks) {
      const { host = '', path = '', username } = facts.get(deck.id) ?? {}
      for (const one of [path, `/${username}/${deck.id}`]) this.links.set(host + one, { deck, host, path: one })
    }
  }

  async #clientOn(viewer: TestPerson | null, host: string): Promise<TestClient> {
    const key = `${viewer?.user.id} ${host}`
    const client = this.#clients.get(key) ?? (viewer ? await this.#app.signIn(viewer.user, host) : this.#app.visitor())
    this.#clients.set(key, client)
    return client
  }

  /** Opens a URL and follows its redirects, up to the transfer of a session. */
  async open(viewer: TestPerson | null, host: string, path: string): Promise<Visit> {
    const redirects: string[] = []
    let url = new URL(path, `http://${host}`)
    for (;;) {
      const client = await this.#clientOn(viewer, url.host)
      const address = `10.1.${this.#random.between(0, 255)}.${this.#random.between(0, 255)}`
      const { status, headers, text } = await client.get(url.pathname + url.search, { host: url.host, address })
      if (status !== 302 || redirects.length > 5) return { status, text, redirects }
      url = new URL(String(headers.location), url)
      if (url.pathname === '/handoff') return { status: 401, text, redirects }
      redirects.push(url.href)
    }
  }
}

/** `npm run access` opens the links of all histories; `npm test` of two on each database. */
const seeds = { sqlite: [1, 2, 3, 4, 5, 6], postgres: [6, 5, 4, 3, 2, 1] }
const count = process.env.ATTACK === undefined ? 2 : 6

describe.each(['sqlite', 'postgres'] as const)('every deck link that was ever shown, on %s', (kind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeTestApp(kind, { extend: mountScreens })
  })
  afterAll(() => app.close())

  test.each(seeds[kind].slice(0, count))(
    'leads to the deck after history %i, and tells others nothing',
    { timeout: 180_000 },
    async (seed) => {
      const random = seededRandom(seed)
      const world = new World(app, random)
      await world.populate(seed)
      await world.showLinks()
      for (let step = 0; step < 60; step++) {
        await world.change()
        await world.showLinks()
      }
      const wrong: string[] = []
      const met = { seen: 0, hidden: 0, redirected: 0 }
      for (const { deck, host, path } of world.links.values()) {
        const viewer = random.pick([null, ...world.people])
        const view = random.pick(['', '/fullscreen', '/embed'])
        const link = `${path}${view}?from=mail`
        const { status, text, redirects } = await world.open(viewer, host, link)
        const what = `${viewer?.user.username ?? 'a visitor'} at ${host}${link}: ${status} by ${redirects.join(' ')}`
        if (redirects.length > 3) wrong.push(what)
        if (await world.maySee(deck, viewer)) {
          met.seen += 1
          if (redirects.length > 0) met.redirected += 1
          const isThere = status === 200 && text.includes(deck.title)
          if (!isThere || redirects.some((url) => !url.endsWith(`${view}?from=mail`))) wrong.push(what)
          continue
        }
        met.hidden += 1
        // The answer, and each redirect, is that of a deck that never existed.
        const [, username] = path.split('/')
        const nothing = await world.open(viewer, host, `/${username}/nothing-here${view}?from=mail`)
        const [same, other] = [redirects, nothing.redirects].map((urls) => urls.map((url) => new URL(url).host).join())
        if (text.includes(deck.title) || status !== nothing.status || same !== other) wrong.push(what)
      }
      expect(wrong).toEqual([])
      expect(met.seen).toBeGreaterThan(10)
      expect(met.hidden).toBeGreaterThan(5)
      expect(met.redirected).toBeGreaterThan(5)
    },
  )
})
