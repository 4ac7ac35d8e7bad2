import type { FrameMode } from '../../rules/frame-modes.ts'

/** Origins by role; each is a full origin, or a pattern with `*.` for all subdomains. */
export interface Origins {
  /** The app's own hosts: the main one and the pattern of team hosts. */
  readonly app: readonly string[]
  /** Where deck frames and media come from. */
  readonly content: readonly string[]
}

/** Sandbox permissions of a deck frame, for header and attribute. Never: top navigation, dialogs, downloads. */
const sandboxPermissions = [
  'allow-scripts',
  'allow-forms',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  'allow-presentation',
  'allow-orientation-lock',
  'allow-pointer-lock',
  'allow-storage-access-by-user-activation',
]

/**
 * The sandbox of a deck frame. `ownOrigin` false: an opaque origin, where decks share a host. Only the printable
 * document may open a dialog, the browser's print dialog: no user-written script and no theme script runs in it.
 */
export function frameSandbox(ownOrigin: boolean, mode?: FrameMode): string {
  const more = [...(mode === 'print' ? ['allow-modals'] : []), ...(ownOrigin ? ['allow-same-origin'] : [])]
  return [...sandboxPermissions, ...more].join(' ')
}

/** Whether a deck's frame has theme scripts in this mode. The printable document never does. */
export function bringsScripts(themeScripts: boolean, mode: FrameMode): boolean {
  return themeScripts && mode !== 'print'
}

function policy(directives: readonly (readonly [string, ...string[]])[]): string {
  return directives.map((directive) => directive.filter((part) => part !== '').join(' ')).join('; ')
}

export interface FramePolicyOptions {
  readonly nonce: string
  /** The full origin this frame is served from: `'self'` matches nothing in a document without an origin. */
  readonly self: string
  readonly ownOrigin: boolean
  /** Whether the deck's theme has scripts. */
  readonly themeScripts: boolean
  readonly mode: FrameMode
  /** Who may embed the frame: origins, or `*` for embedded decks. */
  readonly ancestors: readonly string[]
}

const fontStyles = ['https://fonts.googleapis.com', 'https://use.typekit.net']
const fontFiles = ['https://fonts.gstatic.com', 'https://use.typekit.net']

/**
 * The CSP of a deck frame. Without theme scripts only the player runs. With them the theme's own code runs, and only
 * the document's own origin protects users' accounts.
 */
export function deckFramePolicy(options: FramePolicyOptions): string {
  const { nonce, self, ownOrigin, themeScripts, mode, ancestors } = options
  return policy([
    ['default-src', "'none'"],
    // A nonce would disable 'unsafe-inline', so the policy for theme scripts has none.
    themeScripts
      ? ['script-src', "'unsafe-inline'", "'unsafe-eval'", 'https:', self]
      : ['script-src', `'nonce-${nonce}'`],
    ['style-src', "'unsafe-inline'", self, ...fontStyles],
    ['img-src', self, 'https:', 'data:'],
    ['media-src', self, 'https:'],
    ['font-src', self, 'data:', ...fontFiles],
    // An iframe is printed as a line with its URL.
    ['frame-src', mode === 'print' ? "'none'" : 'https:'],
    themeScripts ? ['connect-src', 'https:', 'wss:'] : ['connect-src', "'none'"],
    ['worker-src', themeScripts ? 'blob:' : "'none'"],
    ['form-action', "'none'"],
    ['base-uri', "'none'"],
    ['object-src', "'none'"],
    ['frame-ancestors', ...ancestors],
    ['sandbox', frameSandbox(ownOrigin, mode)],
  ])
}

/** The CSP of the editor's canvas: slides without any script, same-origin so the editor can access it. */
export function canvasPolicy({ app, content }: Origins): string {
  return policy([
    ['default-src', "'none'"],
    ['script-src', "'none'"],
    ['style-src', "'unsafe-inline'", ...app, ...fontStyles],
    ['img-src', ...app.map((origin) => `${origin}/m/`), ...content, 'https:', 'data:', 'blob:'],
    ['media-src', ...app.map((origin) => `${origin}/m/`), ...content, 'https:'],
    ['font-src', ...app, ...content, ...fontFiles],
    ['frame-src', "'none'"],
    ['connect-src', "'none'"],
    ['form-action', "'none'"],
    ['base-uri', "'none'"],
    ['object-src', "'none'"],
    ['frame-ancestors', "'self'"],
  ])
}

/** The CSP of uploaded media: an SVG opened directly is a picture and runs nothing. */
export const mediaPolicy = policy([['default-src', "'none'"], ['style-src', "'unsafe-inline'"], ['sandbox']])

/** Headers of every response of a content host. */
export const contentHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
  'origin-agent-cluster': '?1',
}

/**
 * Headers of a deck's frame. Only decks with theme scripts request their own process (Origin-Agent-Cluster): it is
 * for untrusted scripts. For other decks, waiting for that process would be the longest part of showing a deck.
 */
export function frameHeaders(themeScripts: boolean): Readonly<Record<string, string>> {
  // Search engines may find the page around the frame, never the frame itself.
  const headers = { ...contentHeaders, 'x-robots-tag': 'noindex' }
  return themeScripts ? headers : { ...headers, 'origin-agent-cluster': '' }
}

/** The Permissions-Policy of a deck frame. */
export const framePermissions =
  'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), clipboard-read=(), browsing-topics=(), fullscreen=*, autoplay=*'
