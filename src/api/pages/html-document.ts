import { scriptJson } from '../../document/output/deck-document.ts'
import { escapeHtml } from '../../rules/escape-html.ts'
import { productSharingPicture, sharingPicture } from '../../rules/sharing-picture.ts'
import type { PageMeta } from './page-protocol.ts'

/** The parts of a page's HTML. */
export interface HtmlDocument {
  readonly meta: PageMeta
  /** The complete title, with the product's name. */
  readonly title: string
  /** Absolute URL of the page, for its canonical link. */
  readonly url: string
  readonly siteName: string
  readonly nonce: string
  readonly csrfToken: string
  /** A flash message. */
  readonly flash?: string | null
  /** Attributes of the root element; see rootAttributes. */
  readonly rootAttributes?: string
  /** Overridden durations in ms, by name in rules/timings.ts; only in test setups. */
  readonly timings?: Readonly<Record<string, number>>
  /** Inline CSS, so that painting needs no further request; only for pages with `behindFrame`. */
  readonly inlineStyles?: string
  /** URLs of styles, preloaded scripts, fonts, and the page's entry script. */
  readonly styles: readonly string[]
  readonly preloads: readonly string[]
  readonly fonts: readonly string[]
  readonly script: string
  /** Inline script that runs before the first paint. */
  readonly firstScript?: string
  /** HTML of the root element; a function for pages whose content is a frame, see `behindFrame`. */
  readonly body: string | ((behindFrame: string) => string)
  /** Data for the page's script, in the element `page-data`. */
  readonly data: unknown
  /** Additional head HTML, already escaped (alternate links). */
  readonly head?: string
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
 * Loads the page's script at the frame's second hello message, sent when the frame is painted and interactive. Without
 * that message, loads it after the load event or after 1.5 s.
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
 * Styles and scripts of a page whose content is a frame. They follow the frame in the markup, so the browser requests
 * the frame's document before it parses them. The script waits until the frame is interactive.
 */
function behindFrame(page: HtmlDocument): string {
  const { nonce, inlineStyles = '', script } = page
  return [
    firstScriptTag(page),
    `<style nonce="${nonce}">${inlineStyles.replace(/<(?=\/|!--)/g, '\\3c ')}</style>`,
    `<script nonce="${nonce}">${scriptAfterFrame(script)}</script>`,
  ].join('\n')
}

/** Attributes of the root element: the color scheme, if the user has chosen one. */
export function rootAttributes(colorScheme: string | null): string {
  return colorScheme === 'light' || colorScheme === 'dark' ? ` data-theme="${colorScheme}"` : ''
}

/** Renders a page. Everything is escaped here except `body` and `head`. */
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
<script type="application/json" id="page-data">${scriptJson(data)}</script>
</body>
</html>
`
}
