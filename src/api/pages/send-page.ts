import type { FastifyReply, FastifyRequest } from 'fastify'
import { product } from '../../rules/product.ts'
import type { Origins } from '../../server/content/policies.ts'
import type { Settings } from '../../server/env.ts'
import { clearCookie, readCookie } from '../../server/http/cookies.ts'
import { csrfTokenFor } from '../../server/http/csrf.ts'
import { randomText } from '../../server/http/random-text.ts'
import { findSignedIn } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { htmlDocument, rootAttributes } from './html-document.ts'
import { appPagePolicy, type PagePolicyOptions, type PageWishes, pageHeaders } from './page-policy.ts'
import type { PageMeta } from './page-protocol.ts'
import type { PageAssets, WebBuild } from './web-build.ts'

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
  /** A smaller script in its place, which brings the entry's own when that is needed; the styles are the entry's. */
  readonly firstEntry?: string
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

const secretInAddress = /[?&](token|reset_password_token|invitation_token)=/

/** Whether a request's address holds a token, valid or not: the page there is told to nobody. */
export function hasSecret({ url }: Pick<FastifyRequest, 'url'>): boolean {
  return secretInAddress.test(url)
}

/** What of an answer is nobody else's. */
export interface OwnParts {
  readonly nonce: string
  readonly csrfToken: string
  readonly flash: string | null
  readonly rootAttributes: string
}

function assetsOf(build: WebBuild, { entry, firstEntry, sources }: PageDocument): PageAssets {
  const assets = build.assetsOf(`src/web/entries/${entry}`, sources)
  if (firstEntry === undefined) return assets
  const { script, preloads } = build.assetsOf(`src/web/entries/${firstEntry}`)
  return { ...assets, script, preloads }
}

/** Writes a page that is sent to `path`. */
export function writePage({ services, build }: PagesOptions, path: string, page: PageDocument, own: OwnParts): string {
  const { settings } = services
  const assets = assetsOf(build, page)
  const { body } = page
  return htmlDocument({
    ...assets,
    ...own,
    ...(typeof body === 'function' ? { inlineStyles: assets.styles.map(build.styleText).join('\n') } : {}),
    meta: page.meta,
    title: build.fullTitle(page.meta.title),
    url: settings.baseUrl + path,
    siteName: product.name,
    timings: settings.timings,
    firstScript: build.firstScript,
    body: typeof body === 'function' ? (behindFrame) => body(own.nonce, behindFrame) : body,
    data: page.data,
    head: page.head,
  })
}

/** The whole address of a request. One that begins with two slashes names no host, as it would by the rules of links. */
export function addressOf({ url }: Pick<FastifyRequest, 'url'>, { baseUrl }: Pick<Settings, 'baseUrl'>): URL {
  return url.startsWith('/') ? new URL(baseUrl + url) : new URL(url, baseUrl)
}

/** The path of a request's address, as canonical links have it. */
export function pathOf(request: FastifyRequest, settings: Settings): string {
  // Without anything to be resolved or escaped the path stands there as it is.
  const plain = /^(?:\/[\w-]+)+$/.exec(request.url)
  return plain ? plain[0] : addressOf(request, settings).pathname
}

/** The headers of a page; `nonce` stands in its policy. */
export function headersOf(
  { services, origins }: PagesOptions,
  page: PageDocument,
  nonce: string,
  quiet: boolean,
): Record<string, string> {
  const wishes = { aroundDeck: typeof page.body === 'function', ...page.wishes }
  return {
    ...pageHeaders(services.settings, origins, quiet, wishes),
    // Besides the meta tag: for those who read the head of an answer only.
    ...(page.meta.hidden ? { 'x-robots-tag': 'noindex' } : {}),
    'content-security-policy': appPagePolicy({ nonce, origins, ...page.policy }),
    'content-type': 'text/html; charset=utf-8',
  }
}

/** Sends a page, with everything in it that is this answer's own: nonce, token, flash. */
export async function sendPage(
  options: PagesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  page: PageDocument,
): Promise<FastifyReply> {
  const { services } = options
  const { settings } = services
  const nonce = newNonce()
  const signedIn = await findSignedIn(services, request)
  const flash = readCookie(request, settings, 'flash')
  if (flash !== null) clearCookie(reply, settings, 'flash')
  const html = writePage(options, pathOf(request, settings), page, {
    nonce,
    csrfToken: csrfTokenFor(services, request, reply, signedIn),
    flash,
    rootAttributes: rootAttributes(readCookie(request, settings, 'color_scheme')),
  })
  const quiet = page.quiet || hasSecret(request)
  return reply
    .code(page.status ?? 200)
    .headers(headersOf(options, page, nonce, quiet))
    .send(html)
}

/** The number of an answer's scripts and styles. */
export function newNonce(): string {
  return randomText(16, 'base64')
}
