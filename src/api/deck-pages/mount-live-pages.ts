import type { FastifyInstance, FastifyReply } from 'fastify'
import { toPageDeck } from '../../document/page-deck.ts'
import { absoluteDeckUrl, deckUrl, shownTitle } from '../../rules/deck-url.ts'
import { type Decision, type DeckAction, decideDeck } from '../../rules/permissions.ts'
import { HttpError } from '../../server/http/http-error.ts'
import { actorOf, deckFacts } from '../actor.ts'
import { notesAt } from '../decks/content-queries.ts'
import { askToSignIn } from '../session-transfer/ask-to-sign-in.ts'
import type { StreamState } from '../stream/messages.ts'
import { firstState, readStream, stateOf } from '../stream/queries.ts'
import { userSettingsOf } from '../user-settings/queries.ts'
import { countDeckView, type DeckRequest, loadDeckRequest, needsPassword } from './deck-request.ts'
import type { AudiencePageData, NewerDeck, PresenterPageData, SpeakerPageData, StageDeck } from './live-page-data.ts'
import { type DeckPagesOptions, frameFor, sendPassword } from './mount-deck-pages.ts'
import type { DeckPageDocument, LivePage, OutlineSlide, ShownFrame } from './page-data.ts'
import { capabilitiesOf, shownDeck } from './page-parts.ts'

/** Dependencies of the live pages. */
export interface LivePagesOptions extends DeckPagesOptions {
  /** Renders the audience's page. Injected, because this folder may not import the web folder. */
  readonly livePage: (page: LivePage) => DeckPageDocument
}

function decide(action: DeckAction, { loaded, signedIn }: DeckRequest): Decision {
  return decideDeck(action, actorOf(signedIn?.user ?? null), deckFacts(loaded, signedIn?.user.id ?? null))
}

function stageDeck(baseUrl: string, { loaded }: DeckRequest): StageDeck {
  const { deck, owner, link } = loaded
  const address = { username: owner.username, teamSlug: owner.team_slug, slug: deck.slug, id: deck.id }
  const token = link?.token ?? null
  return {
    id: deck.id,
    title: shownTitle(deck.title),
    version: deck.version,
    visibility: deck.visibility,
    path: deckUrl(address, { token }),
    liveUrl: absoluteDeckUrl(baseUrl, address, { view: 'live', token }),
    speakerPath: deckUrl(address, { view: 'speaker', token }),
    sharesNotes: deck.share_notes,
  }
}

/** The notes of visible slides, by slide id. */
async function shownNotes(
  { services }: DeckPagesOptions,
  { loaded }: DeckRequest,
  outline: readonly OutlineSlide[],
): Promise<Record<string, string>> {
  const notes = await notesAt(services.database.read, loaded.deck.id, loaded.deck.version)
  return Object.fromEntries(outline.flatMap(({ id }) => (notes[id] ? [[id, notes[id]]] : [])))
}

/** The current stream, or the initial state with the owner's settings. */
async function streamOf(
  { services }: DeckPagesOptions,
  { loaded: { deck, owner } }: DeckRequest,
): Promise<StreamState> {
  const row = await readStream(services.database.read, deck.id)
  return (row && stateOf(row, services.now())) ?? firstState(owner.settings)
}

/** Adds the presenter's position to the frame's URL, so that late followers never see another slide. */
function startingAt(frame: ShownFrame, { indexh: h, indexv: v }: StreamState): ShownFrame {
  return h === 0 && v === 0 ? frame : { ...frame, url: frame.url + (v === 0 ? `#/${h}` : `#/${h}/${v}`) }
}

async function stageData(options: LivePagesOptions, deckRequest: DeckRequest) {
  const { services, outlines } = options
  const { loaded, signedIn } = deckRequest
  const [outline, stream] = await Promise.all([outlines(loaded.deck), streamOf(options, deckRequest)])
  return {
    baseUrl: services.settings.baseUrl,
    deck: stageDeck(services.settings.baseUrl, deckRequest),
    outline,
    settings: userSettingsOf(signedIn?.user.settings ?? {}),
    token: loaded.link?.token ?? null,
    stream: JSON.stringify(stream),
  }
}

async function sendStage(
  { pages }: DeckPagesOptions,
  { request, reply, loaded }: DeckRequest,
  title: string,
  data: PresenterPageData | SpeakerPageData,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store')
  return pages.send(request, reply, {
    meta: { title, hidden: true },
    body: '<p class="opening">Opening…</p>',
    data,
    entry: 'stage.tsx',
    policy: { sockets: true },
    sources: [`src/web/pages/${data.view}/${data.view}-page.tsx`],
    quiet: loaded.link !== null,
  })
}

function sharePage({ services }: DeckPagesOptions, { loaded, signedIn }: DeckRequest): PresenterPageData['share'] {
  const { deck, owner, link } = loaded
  const user = signedIn?.user ?? null
  const { id, slug, title, visibility } = deck
  const { isOwner, ownerPlan, publicAllowed } = capabilitiesOf(loaded, user, services.settings).share
  return {
    baseUrl: services.settings.baseUrl,
    deck: {
      ...{ id, slug, title, visibility, ownerPlan, isOwner, publicAllowed },
      username: owner.username,
      teamSlug: owner.team_slug,
      token: link?.token ?? null,
    },
    sharer: user && { username: user.username, name: user.name },
  }
}

async function sendPresenter(options: LivePagesOptions, deckRequest: DeckRequest): Promise<FastifyReply> {
  return sendStage(options, deckRequest, `Present ${shownTitle(deckRequest.loaded.deck.title)}`, {
    ...(await stageData(options, deckRequest)),
    view: 'presenter',
    frame: frameFor(options, deckRequest, { mode: 'presenter', autoplay: true }),
    share: sharePage(options, deckRequest),
  })
}

async function sendAudience(options: LivePagesOptions, deckRequest: DeckRequest): Promise<FastifyReply> {
  const { pages, services, outlines, livePage } = options
  const { loaded, request, reply } = deckRequest
  countDeckView(options, deckRequest)
  const [outline, stream] = await Promise.all([outlines(loaded.deck), streamOf(options, deckRequest)])
  const shown = toPageDeck(stream, { version: loaded.deck.version, slides: outline })
  const frame = startingAt(frameFor(options, deckRequest, { mode: 'live', autoplay: true }), shown)
  const token = loaded.link?.token ?? null
  // The deck's setting applies even to its owner, since this page is the audience's view.
  const sharesNotes = loaded.deck.share_notes && decide('read-shared-notes', deckRequest) === 'allow'
  const script: AudiencePageData = {
    view: 'live',
    deckId: loaded.deck.id,
    version: loaded.deck.version,
    frameOrigin: frame.origin,
    slides: outline.map(({ h, v, id }) => [h, v, id]),
    token,
    stream: JSON.stringify(stream),
    notes: sharesNotes && stream.present_notes ? await shownNotes(options, deckRequest, outline) : null,
    sharesNotes,
  }
  // Open audience pages fetch a newer version of the deck with this header.
  if (request.headers.accept === 'application/json') {
    const newer: NewerDeck = { data: script, frameUrl: frame.url, title: shownTitle(loaded.deck.title) }
    return reply.header('cache-control', 'no-store').header('vary', 'Accept').send(newer)
  }
  const { baseUrl } = services.settings
  const page = livePage({ baseUrl, deck: shownDeck(loaded, false), frame, outline, token, script })
  reply.header('cache-control', 'no-store')
  return pages.send(request, reply, {
    meta: page.meta,
    head: page.head,
    data: page.data,
    body: (nonce, behindFrame) => page.body(nonce, behindFrame),
    entry: 'live.ts',
    policy: { sockets: true },
    quiet: token !== null,
  })
}

async function sendLive(options: LivePagesOptions, deckRequest: DeckRequest): Promise<FastifyReply> {
  const asAudience = (deckRequest.request.query as Record<string, unknown>).present === 'false'
  return !asAudience && decide('present', deckRequest) === 'allow'
    ? sendPresenter(options, deckRequest)
    : sendAudience(options, deckRequest)
}

/** Sends the speaker view, which contains the private notes. Users who may not present are redirected. */
async function sendSpeaker(options: LivePagesOptions, deckRequest: DeckRequest): Promise<FastifyReply> {
  const { request, reply } = deckRequest
  const decision = decide('present', deckRequest)
  if (decision === 'sign-in') return askToSignIn(options.services, request, reply)
  if (decision === 'forbidden')
    return reply.redirect(stageDeck(options.services.settings.baseUrl, deckRequest).path, 302)
  if (decision !== 'allow' || decide('read-notes', deckRequest) !== 'allow') throw new HttpError(404, 'Not found')
  const data = await stageData(options, deckRequest)
  return sendStage(options, deckRequest, `Speaker view of ${shownTitle(deckRequest.loaded.deck.title)}`, {
    ...data,
    view: 'speaker',
    frame: frameFor(options, deckRequest, { mode: 'speaker', autoplay: true }),
    nextFrame: frameFor(options, deckRequest, { mode: 'preview', autoplay: false }),
    notes: await shownNotes(options, deckRequest, data.outline),
  })
}

/** Mounts the live pages: presenter and audience under one path, and the speaker view. */
export function mountLivePages(scope: FastifyInstance, options: LivePagesOptions): void {
  const page = (
    path: string,
    answer: (options: LivePagesOptions, deckRequest: DeckRequest) => Promise<FastifyReply>,
  ): void => {
    scope.get(path, async (request, reply) => {
      const deckRequest = await loadDeckRequest(options.services, request, reply)
      if (!deckRequest) return reply
      return needsPassword(deckRequest) ? sendPassword(options, deckRequest) : answer(options, deckRequest)
    })
  }
  page('/:username/:slug/live', sendLive)
  page('/:username/:slug/speaker', sendSpeaker)
}
