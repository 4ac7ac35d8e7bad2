import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { deckFrameSource } from '../../api/deck-pages/frame-source.ts'
import { mountDeckPages } from '../../api/deck-pages/mount-deck-pages.ts'
import { mountLivePages } from '../../api/deck-pages/mount-live-pages.ts'
import { cachedOutlines } from '../../api/deck-pages/outlines.ts'
import { destroyDeck, trashDeck } from '../../api/decks/change-state.ts'
import { createViewCounter } from '../../api/decks/view-counter.ts'
import { routes } from '../../api/index.ts'
import { createMediaReader } from '../../api/media/read-media.ts'
import type { Pages } from '../../api/pages/pages.ts'
import { recordRevision } from '../../api/revisions/queries.ts'
import { renderCanvasDocument } from '../../document/output/canvas-document.ts'
import { createContentHosts } from '../../server/content/content-hosts.ts'
import type { PlayerBuild } from '../../server/content/player-build.ts'
import { serveContent } from '../../server/content/serve-content.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { deckPageDocuments } from '../../web/pages/deck/deck-page-documents.ts'
import { livePage } from '../../web/pages/live/live-page.ts'
import { makeDeck, makeTeam, makeUser } from '../factories.ts'
import { makeTestApp, type TestApp } from '../test-app.ts'
import type { TestAnswer, TestClient } from '../test-client.ts'
import { giveLinks, type SceneLinks } from './access-links.ts'
import {
  type Asker,
  askers,
  asksPassword,
  ownerPlan,
  promised,
  type Row,
  readsNotes,
  rows,
  type State,
  states,
} from './access-table.ts'

/** Disables the product's rules, to show that the table notices. */
const rules = vi.hoisted(() => ({ off: false }))
vi.mock('../../rules/permissions.ts', async (original) => {
  const real = await original<typeof import('../../rules/permissions.ts')>()
  const decideDeck: typeof real.decideDeck = (...question) => (rules.off ? 'allow' : real.decideDeck(...question))
  return { ...real, decideDeck }
})

/** Stand-in for the built player: permissions do not depend on its files. */
const build: PlayerBuild = { url: () => '/a/x', styleUrl: () => '/a/x.css', text: () => '', fingerprint: 'build' }

/** Sends a page's own markup, without the shell that needs the built web app. */
const pages = {
  send: async (_request, reply, page) => {
    const body = typeof page.body === 'function' ? page.body('N', '') : page.body
    return reply.type('text/html').send(`${page.head ?? ''}${body}<i>${JSON.stringify(page.data)}</i>`)
  },
  sendShared: async () => false,
} as Partial<Pages> as Pages

function mount(server: FastifyInstance, services: Services): void {
  const hosts = createContentHosts(services.settings, services.keys)
  const frames = deckFrameSource({ services, build, fontSources: () => [] })
  const canvas = () => renderCanvasDocument('/a/canvas.css')
  const media = createMediaReader(services)
  serveContent(server, { services, hosts: () => hosts, frames, media, build, files: new Map(), canvas })
  const options = {
    ...{ services, pages, hosts: () => hosts, frames, build: 'build', documents: deckPageDocuments },
    outlines: cachedOutlines(services.database.read),
    views: createViewCounter(services),
  }
  mountDeckPages(server, options)
  mountLivePages(server, { ...options, livePage })
}

/** A private note and a private title, which must not leak. */
const note = 'psst-42'
const title = 'Plans nobody knows'
const team = 7

interface Known {
  readonly user: UserRow | null
  readonly client: TestClient
}

/** Subject of a row: a deck in a state, and the actor's relation to it. */
interface Scene extends SceneLinks {
  readonly deckId: number
  readonly page: string
  readonly slideId: string
  readonly revisionId: number
}

/** One app with all actors. */
class Stage {
  readonly app: TestApp
  readonly #owner: UserRow
  readonly #known = new Map<string, Known>()
  #requests = 0
  /** Number of opened deck frames. */
  frames = 0

  private constructor(app: TestApp, owner: UserRow) {
    this.app = app
    this.#owner = owner
  }

  static async open(kind: 'sqlite' | 'postgres'): Promise<Stage> {
    const app = await makeTestApp(kind, { extend: mount })
    for (const id of [team, team + 1]) await makeTeam(app.services, `team-${id}`, { id })
    const stage = new Stage(app, await makeUser(app.services, { plan: 'enterprise', team_id: team }))
    for (const asker of askers) stage.#known.set(asker.name, await stage.#meet(asker))
    return stage
  }

  async #meet({ signedIn, plan, teammate, operator, deactivated, place }: Asker): Promise<Known> {
    if (!signedIn && !deactivated) return { user: null, client: this.app.visitor() }
    const team_id = teammate ? team : plan === 'enterprise' ? team + 1 : null
    const fields = { plan, team_id, membership_role: team_id && place !== 'owner' ? ('member' as const) : null }
    const person = await this.app.person({ ...fields, operator: operator ?? false })
    const { write } = this.app.services.database
    if (deactivated) await write.updateTable('users').set({ active: false }).where('id', '=', person.user.id).execute()
    return { user: person.user, client: person }
  }

  #of(asker: Asker): Known {
    const known = this.#known.get(asker.name)
    if (!known) throw new Error(`Nobody has met ${asker.name}`)
    return known
  }

  /** A new deck in that state, with a private note, a revision, and a stored original. */
  async scene(asker: Asker, state: State, more: { share_notes?: boolean } = {}): Promise<Scene> {
    const { services } = this.app
    const { write } = services.database
    const { user, client } = this.#of(asker)
    const owner = asker.place === 'owner' && user ? user : this.#owner
    const slug = `deck-${randomUUID()}`
    const busy = asker.place === 'owner' && !asker.edits ? this.#owner.id : asker.edits && user ? user.id : null
    const deck = await makeDeck(services, owner, {
      ...{ title, slug, visibility: state.visibility, editor_user_id: busy },
      ...more,
    })
    const [slideId = ''] = deck.slideIds
    await write.updateTable('deck_slides').set({ notes: note }).where('deck_id', '=', deck.id).execute()
    const made = { deckId: deck.id, userId: owner.id, version: deck.version, now: services.now(), ownRevision: true }
    await recordRevision(write, made)
    const original = { deck_id: deck.id, slide_id: slideId, version: deck.version, html: '<p>once</p>' }
    await write
      .insertInto('slide_originals')
      .values({ ...original, created_at: services.now() })
      .execute()
    const { place } = asker
    if (user && place !== 'owner' && place !== 'none') {
      const role = place === 'invited' ? 'editor' : place
      const row = { deck_id: deck.id, user_id: user.id, role, active: place !== 'invited', status: 'viewing' as const }
      await write
        .insertInto('deck_users')
        .values({ ...row, created_at: services.now() })
        .execute()
    }
    const { id: revisionId } = await write
      .selectFrom('deck_revisions')
      .select('id')
      .where('deck_id', '=', deck.id)
      .executeTakeFirstOrThrow()
    const links = await giveLinks(services, deck.id, { link: asker.link, client })
    if (state.life === 'trashed') await services.database.transaction((trx) => trashDeck(services, trx, deck))
    if (state.life === 'suspended') {
      await write.updateTable('decks').set({ suspended_at: services.now() }).where('id', '=', deck.id).execute()
    }
    if (state.life === 'destroyed') await services.database.transaction((trx) => destroyDeck(services, trx, deck))
    return { deckId: deck.id, page: `/${owner.username}/${slug}`, slideId, revisionId, ...links }
  }

  ask(row: Row, asker: Asker, scene: Scene): Promise<TestAnswer> {
    this.#requests += 1
    const filled = (text: string) =>
      text
        .replace('page:', scene.page)
        .replace(':id', String(scene.deckId))
        .replace(':slide_id', scene.slideId)
        .replace(':revision_id', String(scene.revisionId))
        .replace(':token_id', String(scene.tokenId))
        .replace(':n@', `${this.#requests}@`)
    const path = filled(row.path)
    const url = scene.token === null ? path : `${path}${path.includes('?') ? '&' : '?'}token=${scene.token}`
    // A page without a valid session has a visitor's token.
    const token = this.app.services.keys.sign('csrf', 'visitor:a-test-visitor')
    return this.#of(asker).client.request(row.method, url, {
      address: `10.0.${(this.#requests >> 8) & 255}.${this.#requests & 255}`,
      headers: asker.deactivated && row.method !== 'GET' ? { 'x-csrf-token': token } : {},
      ...(row.method === 'GET' ? {} : { body: JSON.parse(filled(JSON.stringify(row.body ?? {}))) }),
    })
  }

  /** Everything disclosed by an answer: including a page's frame and a fork's copy. */
  async told(row: Row, asker: Asker, scene: Scene, { status, text, body }: TestAnswer): Promise<string> {
    const { client } = this.#of(asker)
    if (row.name === 'forks' && status === 201) return text + (await client.get(`/api/v1/decks/${body.id}/data`)).text
    const frame = /src="(http[^"]+\/d\/[^"]+)"/.exec(text)?.[1]
    if (!frame || status !== 200) return text
    this.frames += 1
    const { host, pathname } = new URL(frame)
    const shown = await this.app.visitor().get(pathname, { host })
    if (scene.token !== null && `${frame}${shown.text}`.includes(scene.token))
      return `${text} the frame knows the token`
    return `${text}${shown.text}${shown.status === 200 ? '' : ` the frame is a ${shown.status}`}`
  }
}

interface Found {
  readonly cells: number
  readonly mismatches: readonly string[]
  readonly leaks: readonly string[]
}

/** Executes all rows. A row that may change a deck gets a deck of its own; other rows must not change the shared deck. */
async function play(stage: Stage, who: readonly Asker[], where: readonly State[]): Promise<Found> {
  const [mismatches, leaks]: [string[], string[]] = [[], []]
  let cells = 0
  for (const asker of who) {
    for (const state of where) {
      const shared = await stage.scene(asker, state)
      for (const row of rows) {
        const expected = promised(row, asker, state)
        const own = row.method !== 'GET' && expected < 300
        const scene = own ? await stage.scene(asker, state) : shared
        const answer = await stage.ask(row, asker, scene)
        const what = `${asker.name} ${row.name} (${state.visibility}, ${state.life})`
        if (answer.status !== expected) mismatches.push(`${what}: ${answer.status} instead of ${expected}`)
        const told = await stage.told(row, asker, scene, answer)
        if (!readsNotes(asker) && told.includes(note)) leaks.push(`${what}: the note`)
        const nothing = answer.status >= 400 || asksPassword(row, asker, state)
        if (nothing && told.includes(title)) leaks.push(`${what}: the title`)
        if (told.includes('the frame is a')) leaks.push(`${what}: the frame is missing`)
        if (told.includes('the frame knows')) leaks.push(`${what}: the token`)
        if (asksPassword(row, asker, state) !== told.includes('data-password-view')) leaks.push(`${what}: the question`)
        cells += 1
      }
    }
  }
  return { cells, mismatches, leaks }
}

const some = (...names: string[]) => askers.filter((asker) => names.includes(asker.name))

describe('every user gets exactly the promised answers about a deck', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await Stage.open('sqlite')
  })
  afterAll(() => stage.app.close())

  test('the table contains exactly the existing calls about a deck', () => {
    const called = routes.map(({ contract }) => `${contract.method} ${contract.path}`)
    const about = called.filter((call) => call.includes('/api/v1/decks/:id'))
    const asked = rows
      .filter((row) => !row.path.startsWith('page:'))
      .map((row) => `${row.method} ${row.path.split('?')[0]}`)
    expect([...new Set(asked)].sort()).toEqual(about.sort())
  })

  test.each(states)('if the deck is $visibility and $life', { timeout: 120_000 }, async (state) => {
    const { cells, mismatches, leaks } = await play(stage, askers, [state])
    expect({ mismatches, leaks }).toEqual({ mismatches: [], leaks: [] })
    expect(cells).toBe(askers.length * rows.length)
  })

  test('shared notes are readable by exactly the users who see the deck', {
    timeout: 120_000,
  }, async () => {
    const reading = rows.filter((row) => row.path === '/api/v1/decks/:id' && row.method === 'GET')
    for (const asker of askers) {
      for (const visibility of ['self', 'team', 'all'] as const) {
        const state: State = { visibility, life: 'active' }
        const scene = await stage.scene(asker, state, { share_notes: true })
        for (const row of reading) {
          const { text } = await stage.ask(row, asker, scene)
          expect([asker.name, visibility, text.includes(note)]).toEqual([
            asker.name,
            visibility,
            promised(row, asker, state) === 200,
          ])
        }
      }
    }
  })

  test('editors read the notes that the table checks for', async () => {
    const [editor] = some('an editor who waits')
    const [row] = rows.filter((candidate) => candidate.name === 'reads its slides')
    if (!editor || !row) throw new Error('The table has lost its editor')
    const scene = await stage.scene(editor, { visibility: 'self', life: 'active' })
    expect((await stage.ask(row, editor, scene)).text).toContain(note)
    expect(ownerPlan(editor)).toBe('enterprise')
  })

  test('the table has opened at least 100 deck frames, whose content it checks too', () => {
    expect(stage.frames).toBeGreaterThanOrEqual(100)
  })

  test('without the rules the table finds many violations', async () => {
    rules.off = true
    try {
      const who = some('a visitor', 'a stranger (free)', 'a viewer')
      const { mismatches, leaks } = await play(stage, who, [{ visibility: 'self', life: 'active' }])
      expect(mismatches.length).toBeGreaterThanOrEqual(20)
      expect(leaks.length).toBeGreaterThanOrEqual(3)
    } finally {
      rules.off = false
    }
  })
})

/** `npm run attack` runs everything on both databases. */
const whole = process.env.ATTACK !== undefined

test('permissions are the same on Postgres', { timeout: whole ? 600_000 : 120_000 }, async () => {
  const stage = await Stage.open('postgres')
  try {
    const names = ['a visitor', 'the owner (lite)', 'the editor who edits', 'a viewer', 'a member of the team']
    const who = whole ? askers : some(...names, 'a deactivated owner', 'a visitor with a link (unlocked)')
    const few = states.filter(({ visibility, life }) => visibility === 'team' || life === 'destroyed')
    const where = whole ? states : few
    const { mismatches, leaks } = await play(stage, who, where)
    expect({ mismatches, leaks }).toEqual({ mismatches: [], leaks: [] })
  } finally {
    await stage.app.close()
  }
})
