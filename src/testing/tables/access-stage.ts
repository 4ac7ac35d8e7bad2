import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Insertable } from 'kysely'
import { hashApiToken } from '../../api/api-tokens/find-by-token.ts'
import { insertToken } from '../../api/api-tokens/queries.ts'
import { deckFrameSource } from '../../api/deck-pages/frame-source.ts'
import { mountDeckPages } from '../../api/deck-pages/mount-deck-pages.ts'
import { mountEditorPage } from '../../api/deck-pages/mount-editor-page.ts'
import { mountLivePages } from '../../api/deck-pages/mount-live-pages.ts'
import { cachedOutlines } from '../../api/deck-pages/outlines.ts'
import { destroyDeck, trashDeck } from '../../api/decks/change-state.ts'
import { createViewCounter } from '../../api/decks/view-counter.ts'
import { insertExport, updateExport } from '../../api/exports/queries.ts'
import { createMediaReader } from '../../api/media/read-media.ts'
import type { Pages } from '../../api/pages/pages.ts'
import { recordRevision } from '../../api/revisions/queries.ts'
import { renderCanvasDocument } from '../../document/output/canvas-document.ts'
import type { createDecider } from '../../realtime/decider.ts'
import { createContentHosts } from '../../server/content/content-hosts.ts'
import { serveContent } from '../../server/content/serve-content.ts'
import type { DeckUsersTable } from '../../server/db/collaboration-tables.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { deckPageDocuments } from '../../web/pages/deck/deck-page-documents.ts'
import { livePage } from '../../web/pages/live/live-page.ts'
import { makeDeck, makeTeam, makeUser } from '../factories.ts'
import { fakePlayerBuild as build } from '../fake-player-build.ts'
import { makeTestApp, type TestApp } from '../test-app.ts'
import type { TestAnswer, TestClient } from '../test-client.ts'
import { type Asker, askers, type State } from './access-askers.ts'
import { giveLinks, type SceneLinks } from './access-links.ts'
import { isPage, type Row } from './access-table.ts'

/** Sends a page's own markup, without the shell that needs the built web app. */
const pages = {
  send: async (_request, reply, page) => {
    const body = typeof page.body === 'function' ? page.body('N', '') : page.body
    return reply.type('text/html').send(`${page.head ?? ''}${body}<i>${JSON.stringify(page.data)}</i>`)
  },
  sendShared: async () => false,
  // In place of the editor, which needs the built web app.
  contextOf: async () => {
    throw new HttpError(418, 'The editor')
  },
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
  mountEditorPage(server, { services, pages, sendUpgrade: async (_request, reply) => reply.code(402).send() })
}

/** A private note and a private title, which must not leak. */
export const note = 'psst-42'
export const title = 'Plans nobody knows'
export const team = 7

export const appHost = 'localhost:3000'
export const hostOf = (teamId: number | null) => (teamId === null ? appHost : `team-${teamId}.${appHost}`)

interface Known {
  readonly user: UserRow | null
  /** The browser's cookies on each host. */
  on(host: string): TestClient
}

/** Subject of a row: a deck in a state, and the actor's relation to it. */
export interface Scene extends SceneLinks {
  readonly deckId: number
  /** The deck's own host. */
  readonly host: string
  readonly page: string
  readonly slideId: string
  readonly revisionId: number
  /** Comments of a viewer, and of the actor. */
  readonly commentId: number
  /** Below the public deck, of another collaborator and of the actor. */
  readonly publicCommentId: number
  readonly ownPublicCommentId: number
  readonly ownCommentId: number
  /** A finished export of the actor. */
  readonly ownExportId: number
  readonly ownerId: number
}

/** The file of all exports. */
const exportedFile = 'exports/table.pdf'

/** One app with all actors. */
export class Stage {
  readonly app: TestApp
  readonly #owner: UserRow
  /** A viewer of every deck. */
  readonly #guest: UserRow
  readonly #known = new Map<string, Known>()
  #requests = 0
  /** Number of opened deck frames. */
  frames = 0

  private constructor(app: TestApp, owner: UserRow, guest: UserRow) {
    this.app = app
    this.#owner = owner
    this.#guest = guest
  }

  static async open(kind: 'sqlite' | 'postgres'): Promise<Stage> {
    const app = await makeTestApp(kind, { extend: mount })
    for (const id of [team, team + 1]) await makeTeam(app.services, `team-${id}`, { id })
    await app.services.files.put(exportedFile, Buffer.from('%PDF'), 'application/pdf')
    const stage = new Stage(
      app,
      await makeUser(app.services, { plan: 'enterprise', team_id: team }),
      await makeUser(app.services),
    )
    for (const asker of askers) stage.#known.set(asker.name, await stage.#meet(asker))
    return stage
  }

  /** A program that sends an API token, and no cookies. */
  async #program(user: UserRow, scope: 'read' | 'write'): Promise<TestClient> {
    const { services } = this.app
    const token = randomUUID()
    const now = services.now()
    await insertToken(services.database.write, {
      ...{ user_id: user.id, name: 'table', scope, token_hash: hashApiToken(services, token), created_at: now },
      expires_at: new Date(now.getTime() + 86_400_000),
    })
    const client = this.app.visitor()
    client.clearCookies()
    const request: TestClient['request'] = (method, url, options = {}) => {
      const headers = { ...options.headers, authorization: `Bearer ${token}` }
      return client.request(method, url, { ...options, csrf: false, headers })
    }
    return Object.assign(Object.create(client) as TestClient, { request, cookieHeader: () => '' })
  }

  async #meet({ signedIn, guest, plan, team: place, operator, deactivated, ...asker }: Asker): Promise<Known> {
    const { services } = this.app
    const visitor = this.app.visitor()
    if (!signedIn && !deactivated && !guest) return { user: null, on: () => visitor }
    const isActive = place === 'member' || place === 'admin' || place === 'owner'
    const elsewhere = place === 'other' || (place === undefined && plan === 'enterprise')
    const team_id = isActive ? team : elsewhere ? team + 1 : null
    const membership_role = isActive ? place : team_id && asker.place !== 'owner' ? ('member' as const) : null
    const person = await this.app.person({ plan, team_id, membership_role, operator: operator ?? false })
    const { write } = services.database
    if (deactivated) await write.updateTable('users').set({ active: false }).where('id', '=', person.user.id).execute()
    if (place === 'deactivated') {
      const ended = { role: 'member' as const, state: 'deactivated' as const, deactivated_at: services.now() }
      const membership = { team_id: team, user_id: person.user.id, ...ended, created_at: services.now() }
      await write.insertInto('memberships').values(membership).execute()
    }
    if (asker.token) {
      const program = await this.#program(person.user, asker.token)
      return { user: person.user, on: () => program }
    }
    const sessions = new Map<string, TestClient>([[appHost, person]])
    // A guest's session of the app's host counts on no other host, even if its cookie is sent there.
    for (const id of [team, team + 1])
      sessions.set(hostOf(id), guest ? person : await this.app.signIn(person.user, hostOf(id)))
    return { user: person.user, on: (host) => sessions.get(host) as TestClient }
  }

  #of(asker: Asker): Known {
    const known = this.#known.get(asker.name)
    if (!known) throw new Error(`Nobody has met ${asker.name}`)
    return known
  }

  /** Adds comments to a deck: of its collaborators, and below it. */
  async #addComments(slide: { deck_id: number; message: string }, slide_hash: string, author: number) {
    const { services } = this.app
    const { write } = services.database
    const comment = { ...slide, created_at: services.now() }
    const add = (user_id: number) =>
      write
        .insertInto('comments')
        .values({ ...comment, user_id, slide_hash })
        .returning('id')
        .executeTakeFirstOrThrow()
    const addBelow = (user_id: number) =>
      write
        .insertInto('public_comments')
        .values({ ...comment, user_id })
        .returning('id')
        .executeTakeFirstOrThrow()
    return {
      commentId: (await add(this.#guest.id)).id,
      ownCommentId: (await add(author)).id,
      publicCommentId: (await addBelow(this.#guest.id)).id,
      ownPublicCommentId: (await addBelow(author)).id,
    }
  }

  /** A new deck in that state, with a private note, a revision, and a stored original. */
  async scene(asker: Asker, state: State, more: { share_notes?: boolean } = {}): Promise<Scene> {
    const { services } = this.app
    const { write } = services.database
    const { user, on } = this.#of(asker)
    const owner = asker.place === 'owner' && user ? user : this.#owner
    const slug = `deck-${randomUUID()}`
    const team_id = asker.personal ? null : asker.place === 'owner' && asker.team ? team : owner.team_id
    const host = hostOf(team_id)
    const busy = asker.place === 'owner' && !asker.edits ? this.#owner.id : asker.edits && user ? user.id : null
    const deck = await makeDeck(services, owner, {
      ...{ title, slug, team_id, visibility: state.visibility, editor_user_id: busy },
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
    const person = { deck_id: deck.id, status: 'disconnected' as const, created_at: services.now() }
    const people: Insertable<DeckUsersTable>[] = [{ ...person, user_id: this.#guest.id, role: 'viewer', active: true }]
    if (user && place !== 'owner' && place !== 'none') {
      const role = place === 'invited' ? 'editor' : place
      people.push({ ...person, user_id: user.id, role, active: place !== 'invited' })
    }
    await write.insertInto('deck_users').values(people).execute()
    const comments = await this.#addComments({ deck_id: deck.id, message: title }, slideId, user?.id ?? this.#owner.id)
    const ownExportId = await insertExport(write, {
      ...{ deck_id: deck.id, user_id: user?.id ?? this.#owner.id, type: 'pdf', options: '{}' },
      ...{ version: deck.version, created_at: services.now() },
    })
    const finished = { status: 'finished', file_key: exportedFile, size: 4, report: '[]' } as const
    await updateExport(write, ownExportId, finished)
    const { id: revisionId } = await write
      .selectFrom('deck_revisions')
      .select('id')
      .where('deck_id', '=', deck.id)
      .executeTakeFirstOrThrow()
    const links = await giveLinks(services, deck.id, { link: asker.link, client: on(host) })
    if (state.life === 'trashed') await services.database.transaction((trx) => trashDeck(services, trx, deck))
    if (state.life === 'suspended') {
      await write.updateTable('decks').set({ suspended_at: services.now() }).where('id', '=', deck.id).execute()
    }
    if (state.life === 'destroyed') await services.database.transaction((trx) => destroyDeck(services, trx, deck))
    return {
      deckId: deck.id,
      ownerId: owner.id,
      host,
      page: `/${owner.username}/${slug}`,
      slideId,
      ...{ revisionId, ...comments, ownExportId },
      ...links,
    }
  }

  /**
   * Executes a row, on the deck's own host unless another is given. Programs call the API on the app's host: on a
   * team's, the tokens of others are invalid.
   */
  ask(row: Row, asker: Asker, scene: Scene, wanted?: string): Promise<TestAnswer> {
    const host = wanted ?? (asker.token && !isPage(row) ? appHost : scene.host)
    this.#requests += 1
    const own = this.#of(asker).user?.id ?? 0
    const userId = row.about === 'owner' ? scene.ownerId : row.about === 'self' ? own : this.#guest.id
    const filled = (text: string) =>
      text
        .replace('page:', scene.page)
        .replace(':id', String(scene.deckId))
        .replace(':slide_id', scene.slideId)
        .replace(':user_id', String(userId))
        .replace(':comment_id', String(scene.commentId))
        .replace(':public_comment_id', String(scene.publicCommentId))
        .replace(':own_public_comment_id', String(scene.ownPublicCommentId))
        .replace(':own_comment_id', String(scene.ownCommentId))
        .replace(':own_export_id', String(scene.ownExportId))
        .replace(':revision_id', String(scene.revisionId))
        .replace(':token_id', String(scene.tokenId))
        .replace(':n@', `${this.#requests}@`)
    const path = filled(row.path)
    const url = scene.token === null ? path : `${path}${path.includes('?') ? '&' : '?'}token=${scene.token}`
    // A page without a valid session has a visitor's token.
    const token = this.app.services.keys.sign('csrf', 'visitor:a-test-visitor')
    return this.#of(asker)
      .on(host)
      .request(row.method, url, {
        host,
        address: `10.0.${(this.#requests >> 8) & 255}.${this.#requests & 255}`,
        headers: (asker.deactivated || asker.guest) && row.method !== 'GET' ? { 'x-csrf-token': token } : {},
        ...(row.method === 'GET' ? {} : { body: JSON.parse(filled(JSON.stringify(row.body ?? {}))) }),
      })
  }

  /** The handshake of a socket on the deck's own host. */
  origin(asker: Asker, { host }: Scene): Parameters<ReturnType<typeof createDecider>>[0] {
    return { headers: { cookie: this.#of(asker).on(host).cookieHeader() }, host } as never
  }

  /** Everything disclosed by an answer: including a page's frame and a fork's copy. */
  async told(row: Row, asker: Asker, scene: Scene, { status, text, body }: TestAnswer): Promise<string> {
    if (row.name === 'forks' && status === 201) {
      const host = asker.token ? appHost : scene.host
      return text + (await this.#of(asker).on(host).get(`/api/v1/decks/${body.id}/data`, { host })).text
    }
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
