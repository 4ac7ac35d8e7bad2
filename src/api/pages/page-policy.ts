import type { Origins } from '../../server/content/policies.ts'
import type { Settings } from '../../server/env.ts'
import { isHttps } from '../../server/http/cookies.ts'

/** What a page may load besides the usual. */
export interface PagePolicyOptions {
  readonly nonce: string
  readonly origins: Origins
  /** Further places of frames: the editor's canvas. */
  readonly frames?: readonly string[]
  /** Further places of workers: `blob:` for the editor. */
  readonly workers?: readonly string[]
  /** Whether the page opens a socket to its own host: those that follow or present a deck live. */
  readonly sockets?: boolean
  /** Whether the page reads uploaded files, and does not only show them: the editor draws pictures and recolors drawings. */
  readonly uploads?: boolean
  /** Who may show the page in a frame; nobody unless told. */
  readonly ancestors?: readonly string[]
}

/** The socket addresses of origins: ws: for http:, wss: for https:. */
function socketsOf(origins: readonly string[]): string[] {
  return origins.map((origin) => origin.replace(/^http/, 'ws'))
}

/**
 * The policy of a page of the app: scripts run only with this answer's nonce or when such a script loads them, styles
 * only from files or with the nonce, and no text becomes code or markup except through the two named policies.
 */
export function appPagePolicy(options: PagePolicyOptions): string {
  const {
    nonce,
    origins,
    frames = [],
    workers = [],
    ancestors = ["'none'"],
    sockets = false,
    uploads = false,
  } = options
  const content = origins.content
  return [
    ["default-src 'none'"],
    ['script-src', `'nonce-${nonce}'`, "'strict-dynamic'"],
    ['style-src', "'self'", `'nonce-${nonce}'`],
    ['img-src', "'self'", ...content, 'data:', 'blob:'],
    ['font-src', "'self'", ...content],
    ['connect-src', "'self'", ...(sockets ? socketsOf(origins.app) : []), ...(uploads ? content : [])],
    ['media-src', ...content],
    ['frame-src', ...content, ...frames],
    ["manifest-src 'self'"],
    ['worker-src', "'self'", ...workers],
    ["form-action 'self'"],
    ["base-uri 'none'"],
    ["object-src 'none'"],
    ['frame-ancestors', ...ancestors],
    ["require-trusted-types-for 'script'"],
    ['trusted-types app dompurify'],
    ['report-to csp'],
  ]
    .map((directive) => directive.join(' '))
    .join('; ')
}

/** What a page of the app needs that others don't. */
export interface PageWishes {
  /**
   * The page does not ask for a process of its own. Browsers learn of that wish from the answer, throw the process away
   * that they had ready, and start another: a tenth of a second before a deck shows.
   */
  readonly aroundDeck?: boolean
  /** A menu of it pastes: the browser asks the person before the page may read the clipboard. */
  readonly readsClipboard?: boolean
}

/** The headers of every page of the app besides its policy. `quiet`: the address holds a secret and is told to nobody. */
export function pageHeaders(
  settings: Pick<Settings, 'baseUrl'>,
  origins: Origins,
  quiet = false,
  { aroundDeck = false, readsClipboard = false }: PageWishes = {},
): Record<string, string> {
  const frames = `self ${origins.content.map((origin) => `"${origin}"`).join(' ')}`
  const denied = 'camera microphone geolocation payment usb serial clipboard-read browsing-topics'.split(' ')
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': quiet ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'permissions-policy': [
      ...denied.map((name) => `${name}=${readsClipboard && name === 'clipboard-read' ? '(self)' : '()'}`),
      `fullscreen=(${frames})`,
      `autoplay=(${frames})`,
    ].join(', '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': aroundDeck ? '' : '?1',
    'reporting-endpoints': 'csp="/csp"',
    'cache-control': 'private, no-store',
    ...(isHttps(settings) ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  }
}
