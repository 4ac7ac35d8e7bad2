import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { messages } from '../../rules/messages.ts'
import { product } from '../../rules/product.ts'
import type { PageMeta, PageRequest, PageResult } from '../../web/page-protocol.ts'
import type { Origins } from '../content/policies.ts'
import { clearCookie, readCookie } from '../http/cookies.ts'
import { countRead } from '../http/count-read.ts'
import { csrfTokenFor } from '../http/csrf.ts'
import { databaseAway, HttpError } from '../http/http-error.ts'
import { sendAwayPage, sendBrokenPage, sendBusyPage } from '../http/plain-page.ts'
import { findSignedIn } from '../http/session.ts'
import type { Services } from '../services.ts'
import { htmlDocument } from './html-document.ts'
import { inProcessApi, metDatabaseAway } from './in-process-api.ts'
import { appPagePolicy, type PagePolicyOptions, type PageWishes, pageHeaders } from './page-policy.ts'
import { siteOf } from './site.ts'
import { viewerFrom } from './viewer-from.ts'
import type { WebBuild } from './web-build.ts'

/** A page with an entry of its own (a deck, the editor), ready to be sent. */
export interface PageDocument {
  readonly status?: number
  readonly meta: PageMeta
  /**
   * HTML of the root element. A function for a page that is there for the frame in it, which comes before everything
   * else: it is given the answer's nonce, and what it must write right behind the frame: the page's styles, which stand
   * in it because browsers paint a frame only when no style of the page around it is missing, and its script, which waits
   * for the frame.
   */
  readonly body: string | ((nonce: string, behindFrame: string) => string)
  /** JSON for the page's script, in the element `page-data`. */
  readonly data: unknown
  /** The source file of its script, from src/web/entries: `deck.ts`. */
  readonly entry: string
  /** Further source files whose styles and scripts it needs at once. */
  readonly sources?: readonly string[]
  /** Further HTML of the head, already escaped. */
  readonly head?: string
  /** What its policy allows besides the usual. */
  readonly policy?: Pick<PagePolicyOptions, 'frames' | 'workers' | 'ancestors' | 'sockets' | 'uploads'>
  /** What else it needs of the browser. */
  readonly wishes?: PageWishes
  /** The address holds a secret (a token): it is told to nobody. */
  readonly quiet?: boolean
}

/** What pages are made of. */
export interface PagesOptions {
  readonly services: Services
  readonly origins: Origins
  readonly build: WebBuild
}

/** Makes HTML pages. */
export interface Pages {
  /** What a page's loaders are given for this request: the person, the API with their rights, the instance. */
  contextOf(request: FastifyRequest, reply: FastifyReply): Promise<PageRequest>
  /** Answers with the app's page for the request's address. */
  render(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** Answers with a page of its own entry. */
  send(request: FastifyRequest, reply: FastifyReply, page: PageDocument): Promise<FastifyReply>
  /** Answers an address that leads nowhere: throws 404, or 429. */
  sendMissing(request: FastifyRequest): Promise<never>
  /** Answers with the error page for an error: 404, 422, 429, 503 while the database is away, or 500 for what nobody foresaw. */
  sendError(request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<FastifyReply>
}

const secretInAddress = /[?&](token|reset_password_token|invitation_token)=/

/** Sends a page, with everything in it that is this answer's own: nonce, token, flash. */
async function sendPage(
  { services, origins, build }: PagesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  page: PageDocument,
): Promise<FastifyReply> {
  const { settings } = services
  const nonce = randomBytes(16).toString('base64')
  const signedIn = await findSignedIn(services, request)
  const flash = readCookie(request, settings, 'flash')
  if (flash !== null) clearCookie(reply, settings, 'flash')
  const url = new URL(request.url, settings.baseUrl)
  const quiet = page.quiet || secretInAddress.test(request.url)
  const assets = build.assetsOf(`src/web/entries/${page.entry}`, page.sources)
  const { body } = page
  const html = htmlDocument({
    ...assets,
    ...(typeof body === 'function' ? { inlineStyles: assets.styles.map(build.styleText).join('\n') } : {}),
    meta: page.meta,
    title: build.fullTitle(page.meta.title),
    url: `${settings.baseUrl}${url.pathname}`,
    siteName: product.name,
    nonce,
    csrfToken: csrfTokenFor(services, request, reply, signedIn),
    flash,
    colorScheme: readCookie(request, settings, 'color_scheme'),
    timings: settings.timings,
    firstScript: build.firstScript,
    body: typeof body === 'function' ? (behindFrame) => body(nonce, behindFrame) : body,
    data: page.data,
    head: page.head,
  })
  // Besides the meta tag: for those who read the head of an answer only.
  if (page.meta.hidden) reply.header('x-robots-tag', 'noindex')
  return reply
    .code(page.status ?? 200)
    .headers(pageHeaders(settings, origins, quiet, { aroundDeck: typeof body === 'function', ...page.wishes }))
    .header('content-security-policy', appPagePolicy({ nonce, origins, ...page.policy }))
    .type('text/html; charset=utf-8')
    .send(html)
}

/** Makes the pages of an instance. */
export function createPages(options: PagesOptions): Pages {
  const { services, build } = options
  const { settings } = services
  const site = siteOf(settings)

  async function contextOf(request: FastifyRequest): Promise<PageRequest> {
    const signedIn = await findSignedIn(services, request)
    const api = inProcessApi(request)
    const viewer = signedIn ? await viewerFrom(api) : null
    return { url: new URL(request.url, settings.baseUrl).href, api, viewer, site }
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, result: PageResult): Promise<FastifyReply> {
    if (result.kind === 'redirect')
      return reply.header('cache-control', 'no-store').redirect(result.location, result.status)
    return sendPage(options, request, reply, { ...result, entry: 'app.tsx' })
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
