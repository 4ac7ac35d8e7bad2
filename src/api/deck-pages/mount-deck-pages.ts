import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { EmbedStyle } from '../../rules/deck-url.ts'
import { decideDeck } from '../../rules/permissions.ts'
import { planAllows } from '../../rules/plans.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { SignedIn } from '../../server/http/session.ts'
import { actorOf, deckFacts } from '../actor.ts'
import type { LoadedDeck } from '../decks/load-deck.ts'
import { hostTeamOf } from '../pages/host-team-of.ts'
import type { PageDocument } from '../pages/send-page.ts'
import { siteOf } from '../pages/site-of.ts'
import { readId } from '../read-id.ts'
import { findRevision } from '../revisions/queries.ts'
import { countDeckView, type DeckRequest, loadDeckRequest, needsPassword } from './deck-request.ts'
import { sendEmbedError } from './embed-error.ts'
import { type DeckPagesOptions, frameFor, readingOf, sendDeckPage } from './page-answer.ts'
import { publicAllowed, shownDeck, viewerOf } from './page-parts.ts'
import { sendExport } from './send-export.ts'
import { sendReview } from './send-review.ts'
import { sendShow } from './send-show.ts'

export { type DeckPagesOptions, frameFor } from './page-answer.ts'

async function sendFullscreen(options: DeckPagesOptions, deckRequest: DeckRequest): Promise<FastifyReply> {
  const { services, documents } = options
  const autoplay = (deckRequest.request.query as Record<string, unknown>)['no-autoplay'] !== '1'
  countDeckView(options, deckRequest)
  const outline = await options.outlines(deckRequest.loaded.deck)
  const page = documents.fullscreen({
    baseUrl: services.settings.baseUrl,
    deck: shownDeck(deckRequest.loaded, false),
    frame: frameFor(options, deckRequest, { mode: 'fullscreen', autoplay }),
    outline,
    token: deckRequest.loaded.link?.token ?? null,
    reading: readingOf(options, deckRequest, outline.length),
  })
  return sendDeckPage(options, deckRequest, page)
}

/**
 * The requested embed style. The footer is hidden only if the owner's plan allows it, which is checked at every view.
 */
function embedStyle(requested: unknown, ownerPlan: LoadedDeck['owner']['plan']): EmbedStyle {
  if (requested === 'hidden') return planAllows(ownerPlan, 'hideEmbedFooter') ? 'hidden' : 'dark'
  return requested === 'light' ? 'light' : 'dark'
}

async function sendEmbed(options: DeckPagesOptions, deckRequest: DeckRequest): Promise<FastifyReply> {
  const { services, documents } = options
  const { loaded } = deckRequest
  const outline = await options.outlines(loaded.deck)
  const page = documents.embed({
    baseUrl: services.settings.baseUrl,
    deck: shownDeck(loaded, false),
    frame: frameFor(options, deckRequest, { mode: 'embed', autoplay: true }),
    outline,
    reading: readingOf(options, deckRequest, outline.length),
    siteName: (await services.instance.read()).name,
    style: embedStyle((deckRequest.request.query as Record<string, unknown>).style, loaded.owner.plan),
    token: loaded.link?.token ?? null,
  })
  return sendDeckPage(options, deckRequest, page, framedAnywhere)
}

/**
 * Sends the upgrade page instead of the editor for a private deck that the owner's plan no longer covers. Called by the
 * editor's route, which has loaded the deck and got the decision 'upgrade'.
 */
export async function sendUpgrade(
  options: DeckPagesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { loaded, signedIn }: { loaded: LoadedDeck; signedIn: SignedIn },
): Promise<FastifyReply> {
  const page = options.documents.upgrade({
    baseUrl: options.services.settings.baseUrl,
    site: await siteOf(options.services),
    team: hostTeamOf(request),
    deck: shownDeck(loaded, false),
    viewer: await viewerOf(options.services, signedIn.user),
    isOwner: loaded.role === 'owner',
    publicAllowed: publicAllowed(loaded, signedIn.user),
  })
  return sendDeckPage(options, { loaded, signedIn, request, reply }, page)
}

/**
 * Sends only the slides of a revision, for the editor's preview frame. Throws 404 without permission, and for a
 * revision of another deck.
 */
async function sendPreview(options: DeckPagesOptions, deckRequest: DeckRequest): Promise<FastifyReply> {
  const { services, documents } = options
  const { loaded, signedIn, request } = deckRequest
  const userId = signedIn?.user.id ?? null
  const decision = decideDeck('preview-revision', actorOf(signedIn?.user ?? null), deckFacts(loaded, userId))
  const id = decision === 'allow' ? readId((request.query as Record<string, unknown>).revision) : null
  const revision = id !== null ? await findRevision(services.database.read, loaded.deck.id, id) : undefined
  if (!revision) throw new HttpError(404, 'Not found')
  const page = documents.fullscreen({
    baseUrl: services.settings.baseUrl,
    deck: shownDeck(loaded, false),
    frame: frameFor(options, deckRequest, { mode: 'fullscreen', autoplay: false, version: revision.version }),
    outline: [],
    token: null,
    reading: null,
  })
  return sendDeckPage(options, deckRequest, page, { ancestors: ["'self'"] })
}

/** Sends the password page instead of a view whose link is locked. The same pages may frame it as the view. */
export async function sendPassword(
  { pages, documents, services }: Pick<DeckPagesOptions, 'pages' | 'documents' | 'services'>,
  { request, reply, loaded }: DeckRequest,
  policy: PageDocument['policy'] = {},
): Promise<FastifyReply> {
  const { meta, head, data, body } = documents.password({
    siteName: (await services.instance.read()).name,
    token: loaded.link?.token ?? '',
    elsewhere: policy === framedAnywhere,
  })
  return pages.send(request, reply, { meta, head, data, body: body('', ''), entry: 'password.ts', policy, quiet: true })
}

const framedAnywhere: PageDocument['policy'] = { ancestors: ['*'] }

/** Mounts the pages of a deck: its own page, fullscreen, embed, export, preview and review. */
export function mountDeckPages(scope: FastifyInstance, options: DeckPagesOptions): void {
  const { services } = options
  type Answer = (options: DeckPagesOptions, deckRequest: DeckRequest) => Promise<FastifyReply>
  // Other sites must be able to frame the errors of embeds.
  const inFrame: RouteShorthandOptions = {
    errorHandler: (error, _request, reply) => sendEmbedError(services.log, error, reply),
  }
  const page = (path: string, answer: Answer, policy?: PageDocument['policy']): void => {
    scope.get(path, policy === framedAnywhere ? inFrame : {}, async (request, reply) => {
      const deckRequest = await loadDeckRequest(services, request, reply)
      if (!deckRequest) return reply
      return needsPassword(deckRequest) ? sendPassword(options, deckRequest, policy) : answer(options, deckRequest)
    })
  }
  page('/:username/:slug', sendShow)
  page('/:username/:slug/fullscreen', sendFullscreen)
  page('/:username/:slug/embed', sendEmbed, framedAnywhere)
  page('/:username/:slug/export', sendExport)
  scope.get('/:username/:slug/preview', async (request, reply) => {
    const deckRequest = await loadDeckRequest(services, request, reply)
    if (!deckRequest) return reply
    // Access links give no access to revisions.
    if (needsPassword(deckRequest)) throw new HttpError(404, 'Not found')
    return sendPreview(options, deckRequest)
  })
  scope.get('/:username/:slug/review', async (request, reply) => {
    const deckRequest = await loadDeckRequest(services, request, reply)
    if (!deckRequest) return reply
    if (needsPassword(deckRequest)) throw new HttpError(404, 'Not found')
    return sendReview(options, deckRequest)
  })
}
