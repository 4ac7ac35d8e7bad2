import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Origins } from '../../server/content/policies.ts'
import type { Settings } from '../../server/env.ts'
import { clearCookie, readCookie } from '../../server/http/cookies.ts'
import { csrfTokenFor } from '../../server/http/csrf.ts'
import { randomText } from '../../server/http/random-text.ts'
import { findSignedIn } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { htmlDocument, rootAttributes } from './html-document.ts'
import { appPagePolicy, type HeaderOptions, type PagePolicyOptions, pageHeaders } from './page-policy.ts'
import type { PageMeta } from './page-protocol.ts'
import { requestOrigin } from './request-origin.ts'
import type { PageAssets, WebBuild } from './web-build.ts'

/** A page that has its own entry script (a deck, the editor), ready to be sent. */
export interface PageDocument {
  readonly status?: number
  readonly meta: PageMeta
  /**
   * HTML of the root element; a function for pages whose content is a frame. It gets the answer's nonce and the markup
   * to insert right after the frame: inline styles and the script.
   * The styles are inline because browsers delay painting a frame while a style sheet of the page is loading. The
   * script waits for the frame.
   */
  readonly body: string | ((nonce: string, behindFrame: string) => string)
  /** JSON for the page's script, in the element `page-data`. */
  readonly data: unknown
  /** Source file of the page's script, in src/web/entries: `deck.ts`. */
  readonly entry: string
  /** A smaller script that loads the entry's script on demand. The styles are the entry's. */
  readonly firstEntry?: string
  /** Additional source files whose styles and scripts are needed at once. */
  readonly sources?: readonly string[]
  /** Additional head HTML, already escaped. */
  readonly head?: string
  /** Additions to the page's CSP. */
  readonly policy?: Pick<PagePolicyOptions, 'frames' | 'workers' | 'ancestors' | 'sockets' | 'uploads' | 'stripe'>
  /** Special header requirements. */
  readonly headerOptions?: HeaderOptions
  /** Whether the URL contains a secret (a token), so that no Referer is sent. */
  readonly quiet?: boolean
}

/** Dependencies of pages. */
export interface PagesOptions {
  readonly services: Services
  readonly origins: Origins
  readonly build: WebBuild
}

const secretInAddress = /[?&](token|reset_password_token|invitation_token)=/

/** Whether a request's URL contains a token, valid or not. If so, no Referer may be sent. */
export function hasSecret({ url }: Pick<FastifyRequest, 'url'>): boolean {
  return secretInAddress.test(url)
}

/** The parts of an answer that differ for each visitor. */
export interface OwnParts {
  readonly nonce: string
  readonly csrfToken: string
  readonly flash: string | null
  readonly rootAttributes: string
}

/** A page to write: its URL, its content, and the instance's name. */
export interface WrittenPage {
  /** Absolute, without query. */
  readonly url: string
  readonly page: PageDocument
  readonly siteName: string
}

function assetsOf(build: WebBuild, { entry, firstEntry, sources }: PageDocument): PageAssets {
  const assets = build.assetsOf(`src/web/entries/${entry}`, sources)
  if (firstEntry === undefined) return assets
  const { script, preloads } = build.assetsOf(`src/web/entries/${firstEntry}`)
  return { ...assets, script, preloads }
}

/** Renders a page. */
export function writePage(
  { services, build }: PagesOptions,
  { url, page, siteName }: WrittenPage,
  own: OwnParts,
): string {
  const { settings } = services
  const assets = assetsOf(build, page)
  const { body } = page
  return htmlDocument({
    ...assets,
    ...own,
    ...(typeof body === 'function' ? { inlineStyles: assets.styles.map(build.styleText).join('\n') } : {}),
    meta: page.meta,
    title: build.fullTitle(page.meta.title, siteName),
    url,
    siteName,
    timings: settings.timings,
    firstScript: build.firstScript,
    body: typeof body === 'function' ? (behindFrame) => body(own.nonce, behindFrame) : body,
    data: page.data,
    head: page.head,
  })
}

/** The absolute URL of a request. A path that begins with two slashes is not resolved as a host. */
export function addressOf({ url }: Pick<FastifyRequest, 'url'>, { baseUrl }: Pick<Settings, 'baseUrl'>): URL {
  return url.startsWith('/') ? new URL(baseUrl + url) : new URL(url, baseUrl)
}

/** The path of a request's URL, for canonical links. */
export function pathOf(request: FastifyRequest, settings: Settings): string {
  // A plain path needs no URL parsing.
  const plain = /^(?:\/[\w-]+)+$/.exec(request.url)
  return plain ? plain[0] : addressOf(request, settings).pathname
}

/** The headers of a page; its CSP contains `nonce`. */
export function headersOf(
  { services, origins }: PagesOptions,
  page: PageDocument,
  nonce: string,
  quiet: boolean,
): Record<string, string> {
  const headerOptions = { aroundDeck: typeof page.body === 'function', ...page.headerOptions }
  return {
    ...pageHeaders(services.settings, origins, quiet, headerOptions),
    // This header repeats the meta tag, for crawlers that read only headers.
    ...(page.meta.hidden ? { 'x-robots-tag': 'noindex' } : {}),
    'content-security-policy': appPagePolicy({ nonce, origins, ...page.policy }),
    'content-type': 'text/html; charset=utf-8',
  }
}

/** Sends a page with the answer's own nonce, CSRF token and flash message. */
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
  const { name: siteName } = await services.instance.read()
  const html = writePage(
    options,
    { url: requestOrigin(request, settings) + pathOf(request, settings), page, siteName },
    {
      nonce,
      csrfToken: csrfTokenFor(services, request, reply, signedIn),
      flash,
      rootAttributes: rootAttributes(readCookie(request, settings, 'color_scheme')),
    },
  )
  const quiet = page.quiet || hasSecret(request)
  return reply
    .code(page.status ?? 200)
    .headers(headersOf(options, page, nonce, quiet))
    .send(html)
}

/** Makes the CSP nonce of an answer. */
export function newNonce(): string {
  return randomText(16, 'base64')
}
