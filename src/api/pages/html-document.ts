import { productSharingPicture, sharingPicture } from '../../rules/sharing-picture.ts'
import type { PageMeta } from './page-protocol.ts'

/** Everything in the HTML of a page. */
export interface HtmlDocument {
  readonly meta: PageMeta
  /** The whole title, with the product's name. */
  readonly title: string
  /** Absolute address of the page, for its canonical link. */
  readonly url: string
  readonly siteName: string
  readonly nonce: string
  readonly csrfToken: string
  /** What the server has to tell once. */
  readonly flash?: string | null
  /** Of the root element; see rootAttributes. */
  readonly rootAttributes?: string
  /** Durations in ms that differ from the usual ones, by name of rules/timings.ts; only set-ups for tests have some. */
  readonly timings?: Readonly<Record<string, number>>
  /** CSS that stands in the page, so that nothing has to be fetched before it is painted; only behind a frame. */
  readonly inlineStyles?: string
  /** Addresses of styles, of scripts to fetch early, of fonts, and of the script that starts the page. */
  readonly styles: readonly string[]
  readonly preloads: readonly string[]
  readonly fonts: readonly string[]
  readonly script: string
  /** Runs before anything is painted. */
  readonly firstScript?: string
  /** HTML of the root element; a function for a page that is there for its frame, see `behindFrame`. */
  readonly body: string | ((behindFrame: string) => string)
  /** Taken over by the page's script from the element `page-data`. */
  readonly data: unknown
  /** Further HTML of the head, already escaped (alternate links). */
  readonly head?: string
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text as it may stand in markup and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** JSON that can stand inside a script element: nothing in it can end the element or open a comment. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/>/g, '\\u003e')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')
}

function metaTags({ meta, title, url, siteName }: HtmlDocument): string {
  const description = meta.description ?? ''
  const properties: [string, string][] = [
    ['og:title', meta.title === '' ? title : meta.title],
    ['og:type', meta.type ?? 'website'],
    ['og:url', url],
    ['og:site_name', siteName],
  ]
  if (description) properties.push(['og:description', description])
  const image = meta.image ?? new URL(productSharingPicture, url).href
  const { width, height } = sharingPicture
  properties.push(['og:image', image], ['og:image:width', String(width)], ['og:image:height', String(height)])
  return [
    description && `<meta name="description" content="${escapeHtml(description)}">`,
    meta.hidden ? '<meta name="robots" content="noindex">' : `<link rel="canonical" href="${escapeHtml(url)}">`,
    ...properties.map(([name, value]) => `<meta property="${name}" content="${escapeHtml(value)}">`),
    '<meta name="twitter:card" content="summary_large_image">',
  ]
    .filter(Boolean)
    .join('\n')
}

/**
 * Starts the page's script at the second hello of its frame: that one comes when the frame is painted and at work.
 * Without any, when all has loaded, or after 1.5 s.
 */
function scriptAfterFrame(script: string): string {
  return `{let s,n=0;const go=()=>s??=import(${JSON.stringify(script)});addEventListener('message',e=>{if(e.data?.lectern=='hello'&&++n==2)go()});addEventListener('load',go);setTimeout(go,1500)}`
}

function firstScriptTag({ nonce, firstScript }: HtmlDocument): string {
  return firstScript ? `<script nonce="${nonce}">${firstScript}</script>` : ''
}

function resourceTags(page: HtmlDocument): string {
  const { nonce, styles, preloads, fonts, script } = page
  return [
    firstScriptTag(page),
    ...fonts.map((href) => `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin>`),
    ...styles.map((href) => `<link rel="stylesheet" href="${href}" nonce="${nonce}">`),
    ...preloads.map((href) => `<link rel="modulepreload" href="${href}" nonce="${nonce}">`),
    `<script type="module" src="${script}" nonce="${nonce}"></script>`,
  ]
    .filter(Boolean)
    .join('\n')
}

/**
 * Styles and scripts of a page that is there for its frame. They stand behind the frame, whose document is on its way
 * while they are read; the script waits for the frame: what it shows is what people came for.
 */
function behindFrame(page: HtmlDocument): string {
  const { nonce, inlineStyles = '', script } = page
  return [
    firstScriptTag(page),
    `<style nonce="${nonce}">${inlineStyles.replace(/<(?=\/|!--)/g, '\\3c ')}</style>`,
    `<script nonce="${nonce}">${scriptAfterFrame(script)}</script>`,
  ].join('\n')
}

/** Attributes of the root element: light or dark, when this browser's person has chosen. */
export function rootAttributes(colorScheme: string | null): string {
  return colorScheme === 'light' || colorScheme === 'dark' ? ` data-theme="${colorScheme}"` : ''
}

/** Writes a page. Whatever people wrote is escaped here; only `body` and `head` are markup already. */
export function htmlDocument(page: HtmlDocument): string {
  const { title, csrfToken, flash, data, head, nonce } = page
  const body = typeof page.body === 'function' ? page.body(behindFrame(page)) : page.body
  const timings = JSON.stringify(page.timings ?? {})
  return `<!doctype html>
<html lang="en"${page.rootAttributes ?? ''}>
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f6f7f3" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0f1513" media="(prefers-color-scheme: dark)">
<meta name="csrf-token" content="${escapeHtml(csrfToken)}">
<meta property="csp-nonce" nonce="${nonce}">
${timings === '{}' ? '' : `<meta name="timings" content="${escapeHtml(timings)}">\n`}${flash ? `<meta name="flash" content="${escapeHtml(flash)}">\n` : ''}${metaTags(page)}
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
${head ?? ''}
${typeof page.body === 'function' ? '' : resourceTags(page)}
</head>
<body>
<div id="app">${body}</div>
<script type="application/json" id="page-data">${escapeJson(data)}</script>
</body>
</html>
`
}
