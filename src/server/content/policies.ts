import type { FrameMode } from '../../rules/frame-modes.ts'

/** Origins by their role; each is a full origin or one with `*.` for all names below. */
export interface Origins {
  /** The app's own hosts: the main one and the pattern of team hosts. */
  readonly app: readonly string[]
  /** Where deck frames and media come from. */
  readonly content: readonly string[]
}

/** What a deck frame may do, as header and as attribute. Never: moving the page around it, dialogs, downloads. */
const frameAbilities = [
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
 * The sandbox of a deck frame. `ownOrigin` false: it has no origin at all, where decks share a host. The document to be
 * printed may also open the browser's own print dialog, which counts among the dialogs that no other frame may open:
 * nothing that strangers wrote runs in it, and no script of a theme.
 */
export function frameSandbox(ownOrigin: boolean, mode?: FrameMode): string {
  const more = [...(mode === 'print' ? ['allow-modals'] : []), ...(ownOrigin ? ['allow-same-origin'] : [])]
  return [...frameAbilities, ...more].join(' ')
}

/** Whether the frame of a deck in a view brings the scripts of its theme. A document to be printed never does. */
export function bringsScripts(themeScripts: boolean, mode: FrameMode): boolean {
  return themeScripts && mode !== 'print'
}

function policy(directives: readonly (readonly [string, ...string[]])[]): string {
  return directives.map((directive) => directive.filter((part) => part !== '').join(' ')).join('; ')
}

export interface FramePolicyOptions {
  readonly nonce: string
  /** The origin this frame is served from, in full: `'self'` means nothing to a document without an origin. */
  readonly self: string
  readonly ownOrigin: boolean
  /** Whether the deck's theme brings scripts. */
  readonly themeScripts: boolean
  readonly mode: FrameMode
  /** Who may show the frame: origins, or `*` for embedded decks. */
  readonly ancestors: readonly string[]
}

const fontStyles = ['https://fonts.googleapis.com', 'https://use.typekit.net']
const fontFiles = ['https://fonts.gstatic.com', 'https://use.typekit.net']

/**
 * The policy of a deck frame. Without theme scripts nothing runs but the player. With them the theme's own code runs,
 * and what keeps it away from people's accounts is that this document has an origin of its own.
 */
export function deckFramePolicy(options: FramePolicyOptions): string {
  const { nonce, self, ownOrigin, themeScripts, mode, ancestors } = options
  return policy([
    ['default-src', "'none'"],
    // A nonce would switch 'unsafe-inline' off, so the second form has none.
    themeScripts
      ? ['script-src', "'unsafe-inline'", "'unsafe-eval'", 'https:', self]
      : ['script-src', `'nonce-${nonce}'`],
    ['style-src', "'unsafe-inline'", self, ...fontStyles],
    ['img-src', self, 'https:', 'data:'],
    ['media-src', self, 'https:'],
    ['font-src', self, 'data:', ...fontFiles],
    // On paper a page of another site is a line with its address.
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

/** The policy of the editor's canvas: slides without any script, in a document the editor can reach into. */
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

/** The policy of uploaded media: opened by itself, a drawing is a picture and nothing more. */
export const mediaPolicy = policy([['default-src', "'none'"], ['style-src', "'unsafe-inline'"], ['sandbox']])

/** Headers of everything that comes from a content host. */
export const contentHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
  'origin-agent-cluster': '?1',
}

/**
 * Headers of a deck's frame. A process of its own is asked for where scripts of strangers run, in decks whose theme
 * brings some; for the others the wait for it would be the longest part of showing a deck.
 */
export function frameHeaders(themeScripts: boolean): Readonly<Record<string, string>> {
  // What search engines find is the page around it, if it may be found at all.
  const headers = { ...contentHeaders, 'x-robots-tag': 'noindex' }
  return themeScripts ? headers : { ...headers, 'origin-agent-cluster': '' }
}

/** What a deck frame may ask the browser for. */
export const framePermissions =
  'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), clipboard-read=(), browsing-topics=(), fullscreen=*, autoplay=*'
