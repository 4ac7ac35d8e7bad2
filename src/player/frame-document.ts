import { escapeAttribute, escapeText } from '../document/html.ts'
import { slidesForAudience } from './audience-slides.ts'
import { firstBackground } from './first-background.ts'
import { modes } from './modes.ts'
import type { PlayerSettings } from './settings.ts'
import { themeClasses, themeVariablesCss } from './theme-variables.ts'

/** The files a deck frame is built of; addresses on the same host. */
export interface FrameAssets {
  /** Styles that the first slide needs, as text: theme.css, the blocks' styles, first-paint.css. */
  readonly inlineCss: string
  /** `@font-face` rules of the deck's fonts, as text. */
  readonly fontCss: string
  /** The script that runs before anything is painted (frame-first.ts), as text. */
  readonly firstScript: string
  /** Address of the player's own style sheet. */
  readonly styleUrl: string
  /** Address of the player's script (a module). */
  readonly scriptUrl: string
}

/** What a theme of the deck's own adds; sanitized and compiled before it is stored. */
export interface FrameTheme {
  readonly html: string
  readonly css: string
  /** Scripts of the theme, which run in this document only; null where scripts are not allowed. */
  readonly js: string | null
  readonly scriptUrls: readonly string[]
}

/** Everything a deck frame's document is made from. */
export interface FrameDocument {
  readonly title: string
  readonly language: string
  /** The deck's HTML: its sections. */
  readonly slides: string
  readonly themeColor: string
  readonly themeFont: string
  readonly theme: FrameTheme | null
  readonly settings: PlayerSettings
  readonly assets: FrameAssets
  /** The value of the policy's nonce; null under the policy for theme scripts, where a nonce would switch inline scripts off. */
  readonly nonce: string | null
}

/** JSON that may stand inside a script element: nothing in it can end the element or begin a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** CSS that may stand inside a style element. */
export function styleText(css: string): string {
  return css.replace(/<(?=\/|!--)/g, '\\3c ')
}

/** A script that may stand inside a script element, with names of its own. */
function scriptText(script: string): string {
  return `(()=>{${script.replace(/<(?=\/script|!--)/gi, '\\x3c')}})()`
}

/**
 * A promise for the player, `firstPaint`: resolved once the first slide has been painted, or soon after (a page that
 * nobody sees is never painted). It stands behind the slides, so that the next painting is theirs.
 */
const firstPaint = 'self.firstPaint=new Promise(r=>{requestAnimationFrame(()=>setTimeout(r));setTimeout(r,100)})'

/** Whether the arrow keys lead from slide to slide in the order of the markup, and nothing happens by itself. */
function hasPlainSteps({ rtl, autoSlide }: PlayerSettings): boolean {
  return !rtl && autoSlide === 0
}

/**
 * The document in which a deck is shown, wherever it is shown: slides, their styles, the player and its settings.
 * The first slide is painted before any script runs. It holds no notes, and nothing about the person who looks at it.
 */
export function renderFrameDocument(deck: FrameDocument): string {
  const { settings, assets, theme } = deck
  const colors = { theme_color: deck.themeColor, theme_font: deck.themeFont }
  const nonce = deck.nonce === null ? '' : ` nonce="${escapeAttribute(deck.nonce)}"`
  const slides = slidesForAudience(deck.slides)
  const variables = `:root{--frame-margin:${modes[settings.mode].margin};--frame-max-scale:${settings.maxScale}}`
  const classes = ['reveal', settings.center ? 'center' : '', settings.rtl ? 'rtl' : '', themeClasses(colors)]
  const scripts = [
    ...(theme?.scriptUrls ?? []).map((url) => `<script src="${escapeAttribute(url)}"></script>`),
    theme?.js ? `<script>${theme.js.replace(/<(?=\/script|!--)/gi, '\\x3c')}</script>` : '',
  ]
  return [
    `<!doctype html><html lang="${escapeAttribute(deck.language)}" class="reveal-full-page"><head><meta charset="utf-8">`,
    `<title>${escapeText(deck.title)}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex"><base target="_blank">',
    `<script${nonce}>${scriptText(assets.firstScript)}</script>`,
    `<style>${styleText(variables + themeVariablesCss(colors) + assets.inlineCss + assets.fontCss)}</style>`,
    theme?.css ? `<style>${styleText(theme.css)}</style>` : '',
    '</head><body class="reveal-viewport">',
    theme?.html ?? '',
    `<div class="${classes.filter((name) => name !== '').join(' ')}"${hasPlainSteps(settings) ? ' data-plain-steps' : ''}>`,
    firstBackground(slides),
    `<div class="slides">${slides}</div></div>`,
    `<script${nonce}>${firstPaint}</script>`,
    // Behind the slides: what is above it is painted without waiting for it.
    `<link rel="stylesheet" href="${escapeAttribute(assets.styleUrl)}">`,
    `<script type="application/json" id="player-settings">${scriptJson(settings)}</script>`,
    `<script type="module"${nonce} src="${escapeAttribute(assets.scriptUrl)}"></script>`,
    ...scripts,
    '</body></html>',
  ].join('\n')
}
