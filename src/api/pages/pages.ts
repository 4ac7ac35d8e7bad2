import type { FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '../../rules/escape-html.ts'
import { messages } from '../../rules/messages.ts'
import type { Settings } from '../../server/env.ts'
import { countRead } from '../../server/http/count-read.ts'
import { databaseUnavailable, HttpError } from '../../server/http/http-error.ts'
import { sendBrokenPage, sendBusyPage, sendUnavailablePage } from '../../server/http/plain-page.ts'
import { findSignedIn, type SignedIn } from '../../server/http/session.ts'
import type { ApiClient } from '../client.ts'
import { askQuietly, leaveTeamHost, mayBeSignedInElsewhere } from '../session-transfer/ask-to-sign-in.ts'
import { beginSessionTransfer } from '../session-transfer/mount-session-transfer.ts'
import { billingNotice } from './billing-notice.ts'
import { hostTeamOf } from './host-team-of.ts'
import { hadDatabaseOutage, inProcessApi } from './in-process-api.ts'
import type { PageRequest, PageResult } from './page-protocol.ts'
import { addressOf, type PageDocument, type PagesOptions, sendPage } from './send-page.ts'
import { type SendShared, sharedPages } from './shared-pages.ts'
import { siteOf } from './site-of.ts'
import type { Viewer } from './viewer.ts'
import { viewerFrom } from './viewer-from.ts'
import { viewerTeam } from './viewer-team.ts'

/** Sends HTML pages. */
export interface Pages {
  /** The input of a page's loaders for a request: user, API client with the user's permissions, instance. */
  contextOf(request: FastifyRequest, reply: FastifyReply): Promise<PageRequest>
  /** Renders and sends the app's page for the request's URL. */
  render(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** Sends a page that has its own entry script. */
  send(request: FastifyRequest, reply: FastifyReply, page: PageDocument): Promise<FastifyReply>
  /**
   * Sends a visitor a page from the memory cache. False if this request needs its own page. The caller checks access at
   * every request.
   */
  readonly sendShared: SendShared
  /** Answers an unknown path: throws 404, or 429. */
  sendMissing(request: FastifyRequest): Promise<never>
  /**
   * Sends the error page for an error: 404, 422, 429, 503 while the database is unavailable, or 500 for unexpected
   * errors.
   */
  sendError(request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<FastifyReply>
}

/** What a page with Stripe's card form needs: a CSP that admits its script, and the script's URL for the page. */
function cardParts({ takesCards }: { takesCards: boolean }, { stripe }: Pick<Settings, 'stripe'>) {
  if (!takesCards || stripe === null) return {}
  // A stand-in of Stripe's API for tests serves the script too.
  const url = new URL('/v3/', stripe.apiUrl ?? 'https://js.stripe.com').href
  return { policy: { stripe: url }, head: `<meta name="stripe-script" content="${escapeHtml(url)}">` }
}

/** Creates the page sender of an instance. */
export function createPages(options: PagesOptions): Pages {
  const { services, build } = options
  const { instance, settings } = services

  async function viewerWith(api: ApiClient, { user }: SignedIn): Promise<Viewer> {
    const team = await viewerTeam(services, user)
    return viewerFrom(api, team, await billingNotice(services, user, team))
  }

  async function contextOf(request: FastifyRequest): Promise<PageRequest> {
    const signedIn = await findSignedIn(services, request)
    const api = inProcessApi(request)
    const viewer = signedIn ? await viewerWith(api, signedIn) : null
    return {
      url: addressOf(request, settings).href,
      api,
      viewer,
      site: await siteOf(services),
      team: hostTeamOf(request),
    }
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, result: PageResult): Promise<FastifyReply> {
    if (result.kind === 'redirect')
      return reply.header('cache-control', 'no-store').redirect(result.location, result.status)
    const first = result.isRead ? { firstEntry: 'visitor.ts' } : {}
    return sendPage(options, request, reply, { ...result, entry: 'app.tsx', ...first, ...cardParts(result, settings) })
  }

  async function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<FastifyReply> {
    if (databaseUnavailable(error) || hadDatabaseOutage(request)) {
      services.log.warn({ reason: String(error) }, 'the database cannot be reached')
      return sendUnavailablePage(reply, instance)
    }
    const expected = error instanceof HttpError ? error : null
    if (!expected) services.log.error({ err: error, route: request.routeOptions.url }, 'page failed')
    else reply.headers(expected.headers())
    if (expected?.status === 429) return sendBusyPage(reply, instance, expected)
    // A deck that a visitor cannot see, not a path that is no page.
    const isDeckPage = request.routeOptions.url?.startsWith('/:username/') === true
    if (expected?.status === 404 && isDeckPage && (await mayBeSignedInElsewhere(services, request)))
      return beginSessionTransfer(services, request, reply, request.url)
    try {
      const context = await contextOf(request)
      const page = await build.renderErrorPage(context, expected?.status ?? 500, expected?.message ?? '')
      return await answer(request, reply, page)
    } catch (second) {
      services.log.error({ err: second, route: request.routeOptions.url }, 'error page failed')
      return databaseUnavailable(second) || hadDatabaseOutage(request)
        ? sendUnavailablePage(reply, instance)
        : sendBrokenPage(reply, instance)
    }
  }

  return {
    contextOf,
    sendError,
    send: (request, reply, page) => sendPage(options, request, reply, page),
    sendShared: sharedPages(options),
    render: async (request, reply) => {
      await countRead(services, request)
      if (await leaveTeamHost(services, request, reply)) return reply
      if (await askQuietly(services, request, reply)) return reply
      const result = await build.renderPage(await contextOf(request))
      return hadDatabaseOutage(request) ? sendUnavailablePage(reply, instance) : answer(request, reply, result)
    },
    sendMissing: async (request) => {
      await countRead(services, request)
      throw new HttpError(404, messages.access.notFound)
    },
  }
}
