import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { EmbedStyle } from '../../rules/deck-url.ts'
import { decideDeck } from '../../rules/permissions.ts'
import { planAllows } from '../../rules/plans.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { SignedIn } from '../../server/http/session.ts'
import { actorOf, deckFacts } from '../actor.ts'
import type { LoadedDeck } from '../decks/load-deck.ts'
import type { PageDocument } from '../pages/send-page.ts'
import { readId } from '../read-id.ts'
import { findRevision } from '../revisions/queries.ts'
import { sendEmbedError } from './embed-error.ts'
import { type DeckPagesOptions, frameFor, readingOf, sendDeckPage } from './page-answer.ts'
import { publicAllowed, shownDeck, viewerOf } from './page-parts.ts'
import { sendExport } from './send-export.ts'
import { sendReview } from './send-review.ts'
import { sendShow } from './send-show.ts'
import { countVisit, needsPassword, type Visit, visit } from './visit.ts'

export { type DeckPagesOptions, frameFor } from './page-answer.ts'

async function sendFullscreen(options: DeckPagesOptions, seen: Visit): Promise<FastifyReply> {
  const { services, documents } = options
  const autoplay = (seen.request.query as Record<string, unknown>)['no-autoplay'] !== '1'
  countVisit(options, seen)
  const outline = await options.outlines(seen.loaded.deck)
  const page = documents.fullscreen({
    baseUrl: services.settings.baseUrl,
    deck: shownDeck(seen.loaded, false),
    frame: frameFor(options, seen, { mode: 'fullscreen', autoplay }),
    outline,
    token: seen.loaded.link?.token ?? null,
    reading: readingOf(options, seen, outline.length),
  })
  return sendDeckPage(options, seen, page)
}

/** The style that was asked for. Without a foot only where the owner's plan gives it; asked anew at every view. */
export function embedStyle(asked: unknown, ownerPlan: LoadedDeck['owner']['plan']): EmbedStyle {
  if (asked === 'hidden') return planAllows(ownerPlan, 'hideEmbedFooter') ? 'hidden' : 'dark'
  return asked === 'light' ? 'light' : 'dark'
}

async function sendEmbed(options: DeckPagesOptions, seen: Visit): Promise<FastifyReply> {
  const { services, documents } = options
  const { loaded } = seen
  const outline = await options.outlines(loaded.deck)
  const page = documents.embed({
    baseUrl: services.settings.baseUrl,
    deck: shownDeck(loaded, false),
    frame: frameFor(options, seen, { mode: 'embed', autoplay: true }),
    outline,
    reading: readingOf(options, seen, outline.length),
    style: embedStyle((seen.request.query as Record<string, unknown>).style, loaded.owner.plan),
    token: loaded.link?.token ?? null,
  })
  return sendDeckPage(options, seen, page, inAnyPage)
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
  const page = options.documents.upgrade({
    baseUrl: options.services.settings.baseUrl,
    deck: shownDeck(loaded, false),
    viewer: await viewerOf(options.services, signedIn.user),
    isOwner: loaded.role === 'owner',
    publicAllowed: publicAllowed(loaded, signedIn.user),
  })
  return sendDeckPage(options, { loaded, signedIn, request, reply }, page)
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
  const id = decision === 'allow' ? readId((request.query as Record<string, unknown>).revision) : null
  const revision = id !== null ? await findRevision(services.database.read, loaded.deck.id, id) : undefined
  if (!revision) throw new HttpError(404, 'Not found')
  const page = documents.fullscreen({
    baseUrl: services.settings.baseUrl,
    deck: shownDeck(loaded, false),
    frame: frameFor(options, seen, { mode: 'fullscreen', autoplay: false, version: revision.version }),
    outline: [],
    token: null,
    reading: null,
  })
  return sendDeckPage(options, seen, page, { ancestors: ["'self'"] })
}

/** Stands in place of a view until the password of the link is given. Framed wherever the view itself may be. */
export async function sendPassword(
  { pages, documents }: Pick<DeckPagesOptions, 'pages' | 'documents'>,
  { request, reply, loaded }: Visit,
  policy: PageDocument['policy'] = {},
): Promise<FastifyReply> {
  const { meta, head, data, body } = documents.password({
    token: loaded.link?.token ?? '',
    elsewhere: policy === inAnyPage,
  })
  return pages.send(request, reply, { meta, head, data, body: body('', ''), entry: 'password.ts', policy, quiet: true })
}

const inAnyPage: PageDocument['policy'] = { ancestors: ['*'] }

/** Serves the pages around decks: a deck's own, the fullscreen view, the embedded one, the printable one, the reviewers'. */
export function mountDeckPages(scope: FastifyInstance, options: DeckPagesOptions): void {
  const { services } = options
  type Answer = (options: DeckPagesOptions, seen: Visit) => Promise<FastifyReply>
  // What any page may frame says in the frame what is wrong, too.
  const inFrame: RouteShorthandOptions = {
    errorHandler: (error, _request, reply) => sendEmbedError(services.log, error, reply),
  }
  const page = (path: string, answer: Answer, policy?: PageDocument['policy']): void => {
    scope.get(path, policy === inAnyPage ? inFrame : {}, async (request, reply) => {
      const seen = await visit(services, request, reply)
      return needsPassword(seen) ? sendPassword(options, seen, policy) : answer(options, seen)
    })
  }
  page('/:username/:slug', sendShow)
  page('/:username/:slug/fullscreen', sendFullscreen)
  page('/:username/:slug/embed', sendEmbed, inAnyPage)
  page('/:username/:slug/export', sendExport)
  scope.get('/:username/:slug/preview', async (request, reply) => {
    const seen = await visit(services, request, reply)
    // No link leads here, so no password does.
    if (needsPassword(seen)) throw new HttpError(404, 'Not found')
    return sendPreview(options, seen)
  })
  scope.get('/:username/:slug/review', async (request, reply) => {
    const seen = await visit(services, request, reply)
    if (needsPassword(seen)) throw new HttpError(404, 'Not found')
    return sendReview(options, seen)
  })
}
