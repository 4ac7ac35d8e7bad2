import type { ThemeScript } from '../../rules/theme-settings.ts'
import { escapeAttribute, escapeText } from '../html.ts'
import { firstBackground } from './first-background.ts'
import type { AppearanceSettings, DeckTheme } from './frame-types.ts'
import { footerIn, withFooters } from './slide-footer.ts'
import { slideVariablesCss } from './slide-variables.ts'
import { revealClasses, themeVariablesCss } from './theme-variables.ts'

/** A `.reveal` element with its slides. Most documents have one; the printable document has one for each slide. */
export interface DeckWrapper {
  /** `section` elements, inserted unchanged; '' if a script inserts them. */
  readonly slides: string
  /** The number of its only slide; missing: slides are numbered by their order. */
  readonly number?: string
  /** Renders the first slide's background below the slides, for documents painted without reveal.js. */
  readonly background?: boolean
  /** Marks decks whose slides the early keys may step through (player/early-keys.ts). */
  readonly plainSteps?: boolean
  /** Markup inside the wrapper, after the slides. */
  readonly after?: string
  /** Encloses the wrapper's markup in other markup. */
  readonly around?: (wrapper: string) => string
}

/** Styles in the order of the cascade. The colors and fonts of the appearance settings precede them. */
export interface DeckStyles {
  /** CSS in the document. */
  readonly inline?: readonly string[]
  /** Style sheets that block the first paint. The theme's CSS follows them. */
  readonly urls?: readonly string[]
  /** CSS that overrides the theme's. */
  readonly overriding?: string
  /** A style sheet linked after the slides: it blocks painting only of what follows it. */
  readonly lateUrl?: string
}

/** A script by URL or as text. */
export type DeckScript = { readonly url: string; readonly module?: boolean } | { readonly code: string }

/** The document's own scripts, all with its nonce. Those of the theme follow them. */
export interface DeckScripts {
  /** Runs before the first paint. */
  readonly first?: string
  /** Runs when the slides are parsed. */
  readonly afterSlides?: string
  /** URLs of modules to load before the scripts import them. */
  readonly modules?: readonly string[] | undefined
  /** Settings for the scripts, as JSON in `#player-settings`. */
  readonly settings?: object
  /** Run last, in order. */
  readonly last?: readonly DeckScript[]
}

/** The parts of a document that shows slides. */
export interface DeckDocumentParts {
  /** Plain text. */
  readonly title: string
  /** BCP 47 tag. */
  readonly language?: string
  /** Classes of the root element. */
  readonly rootClasses?: readonly string[]
  /** Plain text. */
  readonly description?: string
  /** A CSP in the document itself, for documents opened without HTTP headers. */
  readonly policy?: string
  /** The nonce of the document's CSP; null if the CSP has none. */
  readonly nonce: string | null
  /** Whether a page shows the document in a frame: links open other tabs, and search engines ignore it. */
  readonly inFrame?: boolean
  /** Colors, fonts, alignment and the slides' size; null if a script sets them. */
  readonly appearance: AppearanceSettings | null
  /** The deck's own theme. Its scripts are omitted if the document has a nonce. */
  readonly theme?: DeckTheme | null
  /** The day that footers show until a script writes the day of the showing. */
  readonly today?: Date
  readonly styles: DeckStyles
  readonly wrappers: readonly DeckWrapper[]
  readonly scripts?: DeckScripts
}

/** Escapes JSON for a script element: no value can end the element or begin a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** A style element; '' without CSS. No CSS can end the element. */
function style(css: string | undefined): string {
  return css ? `<style>${css.replace(/<(?=\/|!--)/g, '\\3c ')}</style>` : ''
}

function styleLink(url: string): string {
  return `<link rel="stylesheet" href="${escapeAttribute(url)}">`
}

/** A script element with the code as its text. No code can end the element or begin a comment. */
function inlineScript(code: string | undefined, nonce: string): string {
  return code ? `<script${nonce}>${code.replace(/<(?=\/script|!--)/gi, '\\x3c')}</script>` : ''
}

function script(script: DeckScript, nonce: string): string {
  if ('code' in script) return inlineScript(script.code, nonce)
  const type = script.module ? ' type="module"' : ''
  return `<script${type}${nonce} src="${escapeAttribute(script.url)}"></script>`
}

/** A script of another host. With a hash, browsers need CORS to check it. */
function themeScript({ url, integrity }: ThemeScript): string {
  const checked = integrity === null ? '' : ` integrity="${escapeAttribute(integrity)}" crossorigin="anonymous"`
  return `<script src="${escapeAttribute(url)}"${checked}></script>`
}

/** The theme's markup, below the slides. */
export function themeHtml(theme: Pick<DeckTheme, 'html'> | null | undefined): string {
  return theme?.html ? `<div class="theme-html">${theme.html}</div>` : ''
}

/** The theme's scripts, without a nonce. A nonce in the CSP would block them, so it also omits them. */
function themeScripts({ theme, nonce }: DeckDocumentParts): string[] {
  if (!theme || nonce !== null) return []
  return [...theme.scripts.map(themeScript), inlineScript(theme.js ?? '', '')]
}

function head(parts: DeckDocumentParts, nonce: string): string[] {
  const { title, description, policy, inFrame, appearance, theme, styles, scripts } = parts
  const variables = appearance ? themeVariablesCss(appearance, theme?.variables) + slideVariablesCss(appearance) : ''
  return [
    '<head><meta charset="utf-8">',
    // First: a CSP applies only to what follows it.
    policy ? `<meta http-equiv="content-security-policy" content="${escapeAttribute(policy)}">` : '',
    `<title>${escapeText(title)}</title>`,
    description === undefined ? '' : `<meta name="description" content="${escapeAttribute(description)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    inFrame ? '<meta name="robots" content="noindex"><base target="_blank">' : '',
    inlineScript(scripts?.first, nonce),
    style([variables, ...(styles.inline ?? [])].join('')),
    ...(scripts?.modules ?? []).map((url) => `<link rel="modulepreload"${nonce} href="${escapeAttribute(url)}">`),
    ...(styles.urls ?? []).map(styleLink),
    style(theme?.css),
    style(styles.overriding),
    '</head>',
  ]
}

function wrapper(part: DeckWrapper, parts: DeckDocumentParts): string {
  const { background, plainSteps, after, around, number } = part
  const { appearance, theme, today = new Date() } = parts
  const slides = withFooters(part.slides, { footer: footerIn(appearance, theme), today, number })
  const html = [
    `<div class="${revealClasses(appearance)}"${plainSteps ? ' data-plain-steps' : ''}>`,
    background ? firstBackground(slides) : '',
    `<div class="slides">${slides}</div>${after ?? ''}</div>`,
  ].join('')
  return around ? around(html) : html
}

function body(parts: DeckDocumentParts, nonce: string): string[] {
  const { theme, styles, wrappers, scripts } = parts
  const settings = scripts?.settings
  return [
    '<body class="reveal-viewport">',
    themeHtml(theme),
    ...wrappers.map((part) => wrapper(part, parts)),
    inlineScript(scripts?.afterSlides, nonce),
    styles.lateUrl === undefined ? '' : styleLink(styles.lateUrl),
    settings ? `<script type="application/json" id="player-settings">${scriptJson(settings)}</script>` : '',
    ...(scripts?.last ?? []).map((one) => script(one, nonce)),
    ...themeScripts(parts),
    '</body></html>',
  ]
}

/**
 * Renders a complete HTML document that shows slides of a deck: the frame, the printable document, the editor's canvas,
 * pictures and the offline page of an export. Slides and theme are inserted unchanged, so they must be sanitized.
 */
export function deckDocument(parts: DeckDocumentParts): string {
  const { language = 'en', rootClasses = [] } = parts
  const nonce = parts.nonce === null ? '' : ` nonce="${escapeAttribute(parts.nonce)}"`
  const classes = rootClasses.length > 0 ? ` class="${rootClasses.join(' ')}"` : ''
  const start = `<!doctype html><html lang="${escapeAttribute(language)}"${classes}>`
  return [start, ...head(parts, nonce), ...body(parts, nonce)].filter((line) => line !== '').join('\n')
}
