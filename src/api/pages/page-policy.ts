import type { Origins } from '../../server/content/policies.ts'
import type { Settings } from '../../server/env.ts'
import { isHttps } from '../../server/http/cookies.ts'

/** Options of a page's CSP. */
export interface PagePolicyOptions {
  readonly nonce: string
  readonly origins: Origins
  /** Additional frame sources: the editor's canvas. */
  readonly frames?: readonly string[]
  /** Additional worker sources: `blob:` for the editor. */
  readonly workers?: readonly string[]
  /** Whether the page opens a socket to its host, as live pages do. */
  readonly sockets?: boolean
  /** Whether scripts fetch uploaded files: the editor draws images and recolors SVGs. */
  readonly uploads?: boolean
  /** URL of Stripe's script, on pages with its card form. */
  readonly stripe?: string | null
  /** Origins that may frame the page. Default: none. */
  readonly ancestors?: readonly string[]
}

/** The socket URLs of origins: ws: for http:, wss: for https:. */
function socketsOf(origins: readonly string[]): string[] {
  return origins.map((origin) => origin.replace(/^http/, 'ws'))
}

/** The sources that Stripe's card form needs: frames for the card and for confirmations by banks, its API, pictures. */
function stripeSources(script: string) {
  const { origin } = new URL(script)
  return {
    frames: [origin, 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    connections: [origin, 'https://api.stripe.com'],
    images: [origin, 'https://*.stripe.com'],
    // Its script loads further ones by their URLs; the page's default policy admits those of its origin only.
    policies: ['default'],
  }
}

/**
 * The CSP of an app page. Scripts need this answer's nonce, or are loaded by such a script. Styles are files or have
 * the nonce. Trusted types: strings become code or markup only through the two named policies.
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
    stripe = null,
  } = options
  const content = origins.content
  const paid = stripe === null ? null : stripeSources(stripe)
  return [
    ["default-src 'none'"],
    ['script-src', `'nonce-${nonce}'`, "'strict-dynamic'"],
    ['style-src', "'self'", `'nonce-${nonce}'`],
    ['img-src', "'self'", ...content, 'data:', 'blob:', ...(paid?.images ?? [])],
    ['font-src', "'self'", ...content],
    [
      'connect-src',
      "'self'",
      ...(sockets ? socketsOf(origins.app) : []),
      ...(uploads ? content : []),
      ...(paid?.connections ?? []),
    ],
    // The app's own host redirects media to the content host.
    ['media-src', "'self'", ...content],
    ['frame-src', ...content, ...frames, ...(paid?.frames ?? [])],
    ["manifest-src 'self'"],
    ['worker-src', "'self'", ...workers],
    ["form-action 'self'"],
    ["base-uri 'none'"],
    ["object-src 'none'"],
    ['frame-ancestors', ...ancestors],
    ["require-trusted-types-for 'script'"],
    ['trusted-types', 'app', 'dompurify', ...(paid?.policies ?? [])],
    ['report-to csp'],
  ]
    .map((directive) => directive.join(' '))
    .join('; ')
}

/** Special header requirements of a page. */
export interface HeaderOptions {
  /**
   * Omits the header Origin-Agent-Cluster. It makes browsers discard their ready process and start another, which
   * delays a deck by a tenth of a second.
   */
  readonly aroundDeck?: boolean
  /** Allows clipboard reads for the paste menu; the browser still asks the user. */
  readonly readsClipboard?: boolean
}

/** The headers of app pages besides the CSP. `quiet`: the URL contains a secret, so no Referer is sent. */
export function pageHeaders(
  settings: Pick<Settings, 'baseUrl'>,
  origins: Origins,
  quiet = false,
  { aroundDeck = false, readsClipboard = false }: HeaderOptions = {},
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
