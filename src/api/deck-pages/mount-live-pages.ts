import type { FastifyInstance, FastifyReply } from 'fastify'
import { toPageDeck } from '../../document/page-deck.ts'
import { absoluteDeckUrl, deckUrl, shownTitle } from '../../rules/deck-url.ts'
import { type Decision, type DeckAction, decideDeck } from '../../rules/permissions.ts'
import { HttpError } from '../../server/http/http-error.ts'
import { actorOf, deckFacts } from '../actor.ts'
import { notesAt } from '../decks/content-queries.ts'
import type { StreamState } from '../stream/messages.ts'
import { firstState, readStream, stateOf } from '../stream/queries.ts'
import { userSettingsOf } from '../user-settings/queries.ts'
import type { AudiencePageData, NewerDeck, PresenterPageData, SpeakerPageData, StageDeck } from './live-page-data.ts'
import { type DeckPagesOptions, frameFor, sendPassword } from './mount-deck-pages.ts'
import type { DeckDocument, LivePage, OutlineSlide, ShownFrame } from './page-data.ts'
import { abilitiesOf, shownDeck } from './page-parts.ts'
import { countVisit, needsPassword, type Visit, visit } from './visit.ts'

/** What the pages of live presenting are made of, besides what all pages around decks are. */
export interface LivePagesOptions extends DeckPagesOptions {
  /** The audience's page. Handed in, because it belongs to the web side. */
  readonly livePage: (page: LivePage) => DeckDocument
}

function decide(action: DeckAction, { loaded, signedIn }: Visit): Decision {
  return decideDeck(action, actorOf(signedIn?.user ?? null), deckFacts(loaded, signedIn?.user.id ?? null))
}

function stageDeck(baseUrl: string, { loaded }: Visit): StageDeck {
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

/** The notes of the slides that are shown: hidden slides are nowhere in these pages. */
async function shownNotes(
  { services }: DeckPagesOptions,
  { loaded }: Visit,
  outline: readonly OutlineSlide[],
): Promise<Record<string, string>> {
  const notes = await notesAt(services.database.read, loaded.deck.id, loaded.deck.version)
  return Object.fromEntries(outline.flatMap(({ id }) => (notes[id] ? [[id, notes[id]]] : [])))
}

/** The stream as it stands; as the owner's settings say before anybody has presented. */
async function streamOf({ services }: DeckPagesOptions, { loaded: { deck, owner } }: Visit): Promise<StreamState> {
  const row = await readStream(services.database.read, deck.id)
  return (row && stateOf(row, services.now())) ?? firstState(owner.settings)
}

/** A frame that begins where the presenter is: nobody who comes late sees another slide first. */
function beginningAt(frame: ShownFrame, { indexh: h, indexv: v }: StreamState): ShownFrame {
  return h === 0 && v === 0 ? frame : { ...frame, url: frame.url + (v === 0 ? `#/${h}` : `#/${h}/${v}`) }
}

async function stageData(options: LivePagesOptions, seen: Visit) {
  const { services, outlines } = options
  const { loaded, signedIn } = seen
  const [outline, stream] = await Promise.all([outlines(loaded.deck), streamOf(options, seen)])
  return {
    baseUrl: services.settings.baseUrl,
    deck: stageDeck(services.settings.baseUrl, seen),
    outline,
    settings: userSettingsOf(signedIn?.user.settings ?? {}),
    token: loaded.link?.token ?? null,
    stream: JSON.stringify(stream),
  }
}

async function sendStage(
  { pages }: DeckPagesOptions,
  { request, reply, loaded }: Visit,
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

function sharePage({ services }: DeckPagesOptions, { loaded, signedIn }: Visit): PresenterPageData['share'] {
  const { deck, owner, link } = loaded
  const user = signedIn?.user ?? null
  const { id, slug, title, visibility } = deck
  const { isOwner, ownerPlan, publicAllowed } = abilitiesOf(loaded, user).share
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

async function sendPresenter(options: LivePagesOptions, seen: Visit): Promise<FastifyReply> {
  return sendStage(options, seen, `Present ${shownTitle(seen.loaded.deck.title)}`, {
    ...(await stageData(options, seen)),
    view: 'presenter',
    frame: frameFor(options, seen, { mode: 'presenter', autoplay: true }),
    share: sharePage(options, seen),
  })
}

async function sendAudience(options: LivePagesOptions, seen: Visit): Promise<FastifyReply> {
  const { pages, services, outlines, livePage } = options
  const { loaded, request, reply } = seen
  countVisit(options, seen)
  const [outline, stream] = await Promise.all([outlines(loaded.deck), streamOf(options, seen)])
  const shown = toPageDeck(stream, { version: loaded.deck.version, slides: outline })
  const frame = beginningAt(frameFor(options, seen, { mode: 'live', autoplay: true }), shown)
  const token = loaded.link?.token ?? null
  // The deck's switch decides for everybody, its own people included: this is what the audience sees.
  const sharesNotes = loaded.deck.share_notes && decide('read-shared-notes', seen) === 'allow'
  const script: AudiencePageData = {
    view: 'live',
    deckId: loaded.deck.id,
    version: loaded.deck.version,
    frameOrigin: frame.origin,
    slides: outline.map(({ h, v, id }) => [h, v, id]),
    token,
    stream: JSON.stringify(stream),
    notes: sharesNotes && stream.present_notes ? await shownNotes(options, seen, outline) : null,
    sharesNotes,
  }
  // A page that is open already asks for a newer version of the deck this way.
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

async function sendLive(options: LivePagesOptions, seen: Visit): Promise<FastifyReply> {
  const asAudience = (seen.request.query as Record<string, unknown>).present === 'false'
  return !asAudience && decide('present', seen) === 'allow' ? sendPresenter(options, seen) : sendAudience(options, seen)
}

/** The speaker view holds the private notes: to everybody who may not present, it leads elsewhere. */
async function sendSpeaker(options: LivePagesOptions, seen: Visit): Promise<FastifyReply> {
  const { request, reply } = seen
  const decision = decide('present', seen)
  if (decision === 'sign-in') return reply.redirect(`/users/sign_in?return_to=${encodeURIComponent(request.url)}`, 302)
  if (decision === 'forbidden') return reply.redirect(stageDeck(options.services.settings.baseUrl, seen).path, 302)
  if (decision !== 'allow' || decide('read-notes', seen) !== 'allow') throw new HttpError(404, 'Not found')
  const data = await stageData(options, seen)
  return sendStage(options, seen, `Speaker view of ${shownTitle(seen.loaded.deck.title)}`, {
    ...data,
    view: 'speaker',
    frame: frameFor(options, seen, { mode: 'speaker', autoplay: true }),
    nextFrame: frameFor(options, seen, { mode: 'preview', autoplay: false }),
    notes: await shownNotes(options, seen, data.outline),
  })
}

/** Serves the pages of live presenting: the presenter's and the audience's at one address, and the speaker view. */
export function mountLivePages(scope: FastifyInstance, options: LivePagesOptions): void {
  const page = (path: string, answer: (options: LivePagesOptions, seen: Visit) => Promise<FastifyReply>): void => {
    scope.get(path, async (request, reply) => {
      const seen = await visit(options.services, request, reply)
      return needsPassword(seen) ? sendPassword(options, seen) : answer(options, seen)
    })
  }
  page('/:username/:slug/live', sendLive)
  page('/:username/:slug/speaker', sendSpeaker)
}
