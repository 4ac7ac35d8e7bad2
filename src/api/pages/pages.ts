import type { FastifyReply, FastifyRequest } from 'fastify'
import { messages } from '../../rules/messages.ts'
import { countRead } from '../../server/http/count-read.ts'
import { databaseAway, HttpError } from '../../server/http/http-error.ts'
import { sendAwayPage, sendBrokenPage, sendBusyPage } from '../../server/http/plain-page.ts'
import { findSignedIn } from '../../server/http/session.ts'
import { inProcessApi, metDatabaseAway } from './in-process-api.ts'
import type { PageRequest, PageResult } from './page-protocol.ts'
import { addressOf, type PageDocument, type PagesOptions, sendPage } from './send-page.ts'
import { type SendShared, sharedPages } from './shared-pages.ts'
import { siteOf } from './site-of.ts'
import { viewerFrom } from './viewer-from.ts'
import { viewerTeam } from './viewer-team.ts'

/** Makes HTML pages. */
export interface Pages {
  /** What a page's loaders are given for this request: the person, the API with their rights, the instance. */
  contextOf(request: FastifyRequest, reply: FastifyReply): Promise<PageRequest>
  /** Answers with the app's page for the request's address. */
  render(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** Answers with a page of its own entry. */
  send(request: FastifyRequest, reply: FastifyReply, page: PageDocument): Promise<FastifyReply>
  /**
   * Answers a visitor with a page that is kept, in memory and by bytes; false when this request needs one of its own.
   * Ask before, each time, whether everybody may see it.
   */
  readonly sendShared: SendShared
  /** Answers an address that leads nowhere: throws 404, or 429. */
  sendMissing(request: FastifyRequest): Promise<never>
  /** Answers with the error page for an error: 404, 422, 429, 503 while the database is away, or 500 for what nobody foresaw. */
  sendError(request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<FastifyReply>
}

/** Makes the pages of an instance. */
export function createPages(options: PagesOptions): Pages {
  const { services, build } = options
  const { settings } = services
  const site = siteOf(settings)

  async function contextOf(request: FastifyRequest): Promise<PageRequest> {
    const signedIn = await findSignedIn(services, request)
    const api = inProcessApi(request)
    const viewer = signedIn ? await viewerFrom(api, await viewerTeam(services, signedIn.user)) : null
    return { url: addressOf(request, settings).href, api, viewer, site }
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, result: PageResult): Promise<FastifyReply> {
    if (result.kind === 'redirect')
      return reply.header('cache-control', 'no-store').redirect(result.location, result.status)
    const first = result.isRead ? { firstEntry: 'visitor.ts' } : {}
    return sendPage(options, request, reply, { ...result, entry: 'app.tsx', ...first })
  }

  async function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<FastifyReply> {
    if (databaseAway(error) || metDatabaseAway(request)) {
      services.log.warn({ reason: String(error) }, 'the database cannot be reached')
      return sendAwayPage(reply)
    }
    const known = error instanceof HttpError ? error : null
    if (!known) services.log.error({ err: error, route: request.routeOptions.url }, 'page failed')
    else reply.headers(known.headers())
    if (known?.status === 429) return sendBusyPage(reply, known)
    try {
      const context = await contextOf(request)
      const page = await build.renderErrorPage(context, known?.status ?? 500, known?.message ?? '')
      return await answer(request, reply, page)
    } catch (second) {
      services.log.error({ err: second, route: request.routeOptions.url }, 'error page failed')
      return databaseAway(second) || metDatabaseAway(request) ? sendAwayPage(reply) : sendBrokenPage(reply)
    }
  }

  return {
    contextOf,
    sendError,
    send: (request, reply, page) => sendPage(options, request, reply, page),
    sendShared: sharedPages(options),
    render: async (request, reply) => {
      await countRead(services, request)
      const result = await build.renderPage(await contextOf(request))
      return metDatabaseAway(request) ? sendAwayPage(reply) : answer(request, reply, result)
    },
    sendMissing: async (request) => {
      await countRead(services, request)
      throw new HttpError(404, messages.access.notFound)
    },
  }
}
