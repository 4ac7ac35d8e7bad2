import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { decideDeck } from '../../rules/permissions.ts'
import { planAllows } from '../../rules/plans.ts'
import type { ContentHosts } from '../../server/content/content-hosts.ts'
import { frameAddress } from '../../server/content/frame-address.ts'
import type { FrameView } from '../../server/content/frame-source.ts'
import { frameSandbox } from '../../server/content/policies.ts'
import { hasVisited, visitorOf } from '../../server/http/csrf.ts'
import { HttpError } from '../../server/http/http-error.ts'
import { subjectKey } from '../../server/http/rate-limits.ts'
import { findSignedIn, type SignedIn } from '../../server/http/session.ts'
import type { PageDocument, Pages } from '../../server/render/pages.ts'
import type { Services } from '../../server/services.ts'
import { actorOf, deckFacts } from '../actor.ts'
import { countView, type Viewer } from '../decks/count-view.ts'
import { type LoadedDeck, loadDeckAt } from '../decks/load-deck.ts'
import { isKudoed } from '../decks/queries.ts'
import { findRevision } from '../revisions/queries.ts'
import type { DeckFrames } from './frame-source.ts'
import type { Outlines } from './outlines.ts'
import type { DeckDocument, DeckDocuments, EmbedStyle, ShownFrame } from './page-data.ts'
import { abilitiesOf, publicAllowed, shownDeck, viewerOf } from './page-parts.ts'

/** What the pages around decks are made of. */
export interface DeckPagesOptions {
  readonly services: Services
  readonly pages: Pages
  readonly hosts: () => ContentHosts
  readonly frames: DeckFrames
  readonly outlines: Outlines
  /** The fingerprint of the player's build. */
  readonly build: string
  readonly documents: DeckDocuments
}

/** A deck that the sender of a request may see, and who that is. */
interface Visit {
  readonly loaded: LoadedDeck
  readonly signedIn: SignedIn | null
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Pages that hold a deck may be asked for this often; the same counter as for reading calls. */
const RATE = 'read'

async function visit(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
  const { allowed, retryAfter } = await services.limits.take(RATE, request.ip)
  if (!allowed) throw new HttpError(429, 'Too many tries, please wait a moment', { retryAfter })
  const { username, slug } = request.params as { username: string; slug: string }
  const signedIn = await findSignedIn(services, request)
  const userId = signedIn?.user.id ?? null
  const loaded = await loadDeckAt(services.database.read, username, slug, userId)
  // A deck that may not be seen and one that does not exist are the same to strangers.
  if (!loaded || decideDeck('see', actorOf(signedIn?.user ?? null), deckFacts(loaded, userId)) !== 'allow') {
    throw new HttpError(404, 'Not found')
  }
  return { loaded, signedIn, request, reply }
}

function whoLooks(services: Services, { signedIn, request, reply }: Omit<Visit, 'loaded'>): Viewer {
  const hash = (text: string) => services.keys.hash('deck-view', text)
  if (signedIn) return { hash: hash(`user:${signedIn.user.id}`), place: null }
  const known = hasVisited(services, request)
  const agent = request.headers['user-agent'] ?? ''
  const place = known ? null : hash(`place:${subjectKey(request.ip)} ${agent}`)
  return { hash: hash(`visitor:${visitorOf(services, request, reply)}`), place }
}

/**
 * Counts the visit, unless the visitor works on the deck or the browser only looks ahead. It is written down when the
 * answer is out: nobody waits for the disk to see a deck.
 */
function count(services: Services, { loaded, signedIn, request, reply }: Visit): void {
  if (loaded.role !== null || /prefetch/.test(String(request.headers['sec-purpose'] ?? ''))) return
  const viewer = whoLooks(services, { signedIn, request, reply })
  reply.raw.once('finish', () => {
    countView(services.database, loaded.deck.id, viewer, services.now()).catch((error: unknown) =>
      services.log.error({ err: error }, 'a view was not counted'),
    )
  })
}

function frameFor(options: DeckPagesOptions, { loaded }: Visit, view: Omit<FrameView, 'notes'>): ShownFrame {
  const { services, frames, hosts, build } = options
  if (loaded.deck.trashed_at !== null) throw new HttpError(404, 'Not found')
  const now = services.now().getTime()
  const place = { keys: services.keys, hosts: hosts(), build, now }
  const address = frameAddress(frames.of(loaded), { ...view, notes: false }, place)
  return { ...address, sandbox: frameSandbox(address.ownOrigin) }
}

async function send(
  { pages }: DeckPagesOptions,
  { request, reply }: Visit,
  document: DeckDocument,
  policy: PageDocument['policy'] = {},
): Promise<FastifyReply> {
  const { meta, head, data } = document
  return pages.send(request, reply, {
    meta,
    head,
    data,
    body: document.hasFrame ? (nonce, behindFrame) => document.body(nonce, behindFrame) : document.body('', ''),
    entry: 'deck.ts',
    policy,
  })
}

async function sendShow(options: DeckPagesOptions, seen: Visit): Promise<FastifyReply> {
  const { services, documents } = options
  const { loaded, signedIn } = seen
  const user = signedIn?.user ?? null
  const { read } = services.database
  count(services, seen)
  const [kudoed, outline] = await Promise.all([
    isKudoed(read, loaded.deck.id, user?.id ?? null),
    options.outlines(loaded.deck),
  ])
  const page = documents.show({
    baseUrl: services.settings.baseUrl,
    deck: shownDeck(loaded, kudoed),
    viewer: viewerOf(user),
    abilities: abilitiesOf(loaded, user),
    frame: frameFor(options, seen, { mode: 'show', autoplay: true }),
    outline,
    token: null,
  })
  return send(options, seen, page)
}

async function sendFullscreen(options: DeckPagesOptions, seen: Visit): Promise<FastifyReply> {
  const { services, documents } = options
  const autoplay = (seen.request.query as Record<string, unknown>)['no-autoplay'] !== '1'
  count(services, seen)
  const page = documents.fullscreen({
    baseUrl: services.settings.baseUrl,
    deck: shownDeck(seen.loaded, false),
    frame: frameFor(options, seen, { mode: 'fullscreen', autoplay }),
    outline: await options.outlines(seen.loaded.deck),
    token: null,
  })
  return send(options, seen, page)
}

/** The style that was asked for. Without a foot only where the owner's plan gives it; asked anew at every view. */
export function embedStyle(asked: unknown, ownerPlan: LoadedDeck['owner']['plan']): EmbedStyle {
  if (asked === 'hidden') return planAllows(ownerPlan, 'hideEmbedFooter') ? 'hidden' : 'dark'
  return asked === 'light' ? 'light' : 'dark'
}

async function sendEmbed(options: DeckPagesOptions, seen: Visit): Promise<FastifyReply> {
  const { services, documents } = options
  const { loaded } = seen
  const page = documents.embed({
    baseUrl: services.settings.baseUrl,
    deck: shownDeck(loaded, false),
    frame: frameFor(options, seen, { mode: 'embed', autoplay: true }),
    outline: await options.outlines(loaded.deck),
    style: embedStyle((seen.request.query as Record<string, unknown>).style, loaded.owner.plan),
    token: null,
  })
  return send(options, seen, page, { ancestors: ['*'] })
}

/**
 * Answers in place of the editor when the plan of a deck's owner does not cover a private deck any more. For the
 * editor's route, which has loaded the deck and found 'upgrade' in its permissions.
 */
export async function sendUpgrade(
  options: DeckPagesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { loaded, signedIn }: { loaded: LoadedDeck; signedIn: SignedIn },
): Promise<FastifyReply> {
  const viewer = viewerOf(signedIn.user)
  if (!viewer) throw new HttpError(401, 'Please sign in')
  const page = options.documents.upgrade({
    baseUrl: options.services.settings.baseUrl,
    deck: shownDeck(loaded, false),
    viewer,
    isOwner: loaded.role === 'owner',
    publicAllowed: publicAllowed(loaded, signedIn.user),
  })
  return send(options, { loaded, signedIn, request, reply }, page)
}

/**
 * The deck as it was in a revision, alone in the window; the editor shows it in a frame. Only for those who may preview
 * revisions: to everybody else, and for a revision of another deck, there is no such page.
 */
async function sendPreview(options: DeckPagesOptions, seen: Visit): Promise<FastifyReply> {
  const { services, documents } = options
  const { loaded, signedIn, request } = seen
  const userId = signedIn?.user.id ?? null
  const decision = decideDeck('preview-revision', actorOf(signedIn?.user ?? null), deckFacts(loaded, userId))
  const id = Number((request.query as Record<string, unknown>).revision)
  const mayAsk = decision === 'allow' && Number.isSafeInteger(id)
  const revision = mayAsk ? await findRevision(services.database.read, loaded.deck.id, id) : undefined
  if (!revision) throw new HttpError(404, 'Not found')
  const page = documents.fullscreen({
    baseUrl: services.settings.baseUrl,
    deck: shownDeck(loaded, false),
    frame: frameFor(options, seen, { mode: 'fullscreen', autoplay: false, version: revision.version }),
    outline: [],
    token: null,
  })
  return send(options, seen, page, { ancestors: ["'self'"] })
}

/** Serves the pages around decks: a deck's own, the fullscreen view, the embedded one. */
export function mountDeckPages(scope: FastifyInstance, options: DeckPagesOptions): void {
  const { services } = options
  const page = (path: string, answer: (options: DeckPagesOptions, seen: Visit) => Promise<FastifyReply>): void => {
    scope.get(path, async (request, reply) => answer(options, await visit(services, request, reply)))
  }
  page('/:username/:slug', sendShow)
  page('/:username/:slug/fullscreen', sendFullscreen)
  page('/:username/:slug/embed', sendEmbed)
  page('/:username/:slug/preview', sendPreview)
}
