import { escapeAttribute, escapeText } from '../document/html.ts'
import { slidesForAudience } from './audience-slides.ts'
import { firstBackground } from './first-background.ts'
import { modes } from './modes.ts'
import type { PlayerSettings } from './settings.ts'
import { themeClasses, themeVariablesCss } from './theme-variables.ts'

/** The files of a deck frame; URLs on the same host. */
export interface FrameAssets {
  /** Critical styles as text: theme.css, the blocks' styles, first-paint.css. */
  readonly inlineCss: string
  /** `@font-face` rules of the deck's fonts, as text. */
  readonly fontCss: string
  /** The script that runs before the first paint (frame-first.ts), as text. */
  readonly firstScript: string
  /** URL of the player's style sheet. */
  readonly styleUrl: string
  /** URL of the player's script (a module). */
  readonly scriptUrl: string
}

/** The deck's own theme; sanitized and compiled before it is stored. */
export interface FrameTheme {
  readonly html: string
  readonly css: string
  /** The theme's scripts, which run in this document only; null where scripts are forbidden. */
  readonly js: string | null
  readonly scriptUrls: readonly string[]
}

/** Input for a deck frame's document. */
export interface FrameDocument {
  readonly title: string
  readonly language: string
  /** The deck's HTML: its `section` elements. */
  readonly slides: string
  readonly themeColor: string
  readonly themeFont: string
  readonly theme: FrameTheme | null
  readonly settings: PlayerSettings
  readonly assets: FrameAssets
  /** The CSP nonce; null under the policy for theme scripts, where a nonce would disable inline scripts. */
  readonly nonce: string | null
}

/** Escapes JSON for a script element: no value can end the element or begin a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** Escapes CSS for a style element. */
export function styleText(css: string): string {
  return css.replace(/<(?=\/|!--)/g, '\\3c ')
}

/** Escapes a script for a script element and gives it its own scope. */
function scriptText(script: string): string {
  return `(()=>{${script.replace(/<(?=\/script|!--)/gi, '\\x3c')}})()`
}

/**
 * `firstPaint`: a promise that resolves after the first slide is painted, or after 100 ms, because hidden pages are
 * never painted. Placed after the slides, so the next paint includes them.
 */
const firstPaint = 'self.firstPaint=new Promise(r=>{requestAnimationFrame(()=>setTimeout(r));setTimeout(r,100)})'

/** Whether arrow keys step through slides in markup order and nothing moves automatically. */
function hasPlainSteps({ rtl, autoSlide }: PlayerSettings): boolean {
  return !rtl && autoSlide === 0
}

/**
 * Renders the document of a deck frame: slides, styles, player and settings. The first slide is painted before any
 * script runs. Contains no notes and no data about the viewer.
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
    // After the slides: a style sheet blocks painting only of what follows it.
    `<link rel="stylesheet" href="${escapeAttribute(assets.styleUrl)}">`,
    `<script type="application/json" id="player-settings">${scriptJson(settings)}</script>`,
    `<script type="module"${nonce} src="${escapeAttribute(assets.scriptUrl)}"></script>`,
    ...scripts,
    '</body></html>',
  ].join('\n')
}
