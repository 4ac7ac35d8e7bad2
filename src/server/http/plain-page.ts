import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '../../rules/escape-html.ts'
import { messages, waitMessage } from '../../rules/messages.ts'
import { pageMessages } from '../../rules/page-messages.ts'
import type { Instance } from '../instance.ts'
import { plainPagePolicy } from './headers.ts'
import type { HttpError } from './http-error.ts'

/**
 * The app's styles (ui/tokens.css) inlined. These pages load no files, not even fonts, so they work when most of the
 * server fails.
 */
const style = `
:root { color-scheme: light dark; --page: light-dark(#f6f7f3, #0f1513); --surface: light-dark(#ffffff, #171f1c);
--surface-sunken: light-dark(#eceee8, #0b100e); --hover: light-dark(rgb(20 45 35 / 6%), rgb(220 245 235 / 8%));
--text: light-dark(#14201b, #eaf0ec); --text-soft: light-dark(#47554e, #b0beb6); --line: light-dark(#dde2db, #2a3631);
--accent: light-dark(#0b6650, #72d5b6); --accent-wash: light-dark(#e1efe9, #17352c);
--focus: light-dark(#0b6650, #ffce52); font: 16px/1.55 system-ui, sans-serif; }
* { box-sizing: border-box; }
body { margin: 0; color: var(--text); background: var(--page); overflow-wrap: anywhere; }
header, main { max-width: 60rem; margin: 0 auto; padding: 0 clamp(16px, 4vw, 24px); }
header { display: flex; align-items: center; justify-content: space-between; gap: 24px; min-height: 64px; }
main { padding-top: 24px; padding-bottom: 72px; }
a { color: var(--accent); }
.button { display: inline-block; margin-top: 8px; padding: 10px 18px; border-radius: 8px; background: var(--accent);
color: var(--page); font-weight: 600; text-decoration: none; }
button.button { border: 0; font: inherit; font-weight: 600; cursor: pointer; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 6px; }
.home { display: inline-flex; align-items: center; gap: 10px; padding: 6px 0; color: inherit; text-decoration: none;
font: 600 1.4375rem/1 Newsreader, Georgia, serif; letter-spacing: -0.02em; } .home svg { width: 32px; height: 32px; }
.ground { fill: light-dark(#0b6650, #114c3d); } .lamp { fill: #ffcb45; } .desk, .stem { fill: #fff; } .stem { fill-opacity: 0.8; }
h1, h2 { font-family: Newsreader, Georgia, serif; font-weight: 500; letter-spacing: -0.01em; line-height: 1.15; }
h1 { margin: 0 0 16px; font-size: clamp(1.75rem, 1.4rem + 1.3vw, 2.25rem); }
h2 { margin: 48px 0 12px; font-size: 1.5rem; } h2::first-letter { text-transform: uppercase; } h3 { font-size: 1rem; }
p { max-width: 42.5rem; } code, pre { font: 0.875em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
pre { margin: 8px 0; padding: 12px; border-radius: 6px; background: var(--surface-sunken); white-space: pre-wrap; }
details, article { margin: 8px 0; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); }
article { padding: 12px 16px; } details > div { padding: 0 16px 12px; border-top: 1px solid var(--line); } ul { padding-left: 20px; }
summary { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 12px; padding: 12px 16px; border-radius: 10px; cursor: pointer; }
summary:hover { background: var(--hover); } .about { flex: 1 1 18rem; color: var(--text-soft); }
.method { min-width: 4.2rem; padding: 1px 8px; border-radius: 6px; background: var(--accent-wash); color: var(--accent);
font-size: 0.8125rem; font-weight: 700; text-align: center; } .quiet { color: var(--text-soft); }
`

/** The product's sign and the instance's name, linked to the home page. */
const header = (site: PlainSite, home: string) =>
  `<header><a class="home" href="${escapeHtml(home)}"><svg viewBox="0 0 40 40" aria-hidden="true"><rect class="ground" width="40" height="40" rx="10"/><path class="stem" d="M14.4 17h5.2v10h11v5.2H14.4z"/><path class="desk" d="M7.4 18.6 25.2 10.3l2.2 4.7L9.6 23.3z"/><circle class="lamp" cx="31" cy="10" r="3.4"/></svg>${escapeHtml(site.name())}</a></header>`

/** The instance that sends a page. The name must be there without the database. */
type PlainSite = Pick<Instance, 'name'>

/** A small page without scripts. */
export interface PlainPage {
  readonly title: string
  /** Markup with user input already escaped. */
  readonly body: string
  /** The URL that the logo links to. */
  readonly home?: string
  readonly fonts?: PageFonts | null
  /** Whether the page has forms, which it sends to its own host. */
  readonly forms?: boolean
}

/** Sends a small page without scripts. */
export function sendPlainPage(
  reply: FastifyReply,
  site: PlainSite,
  { title, body, home = '/', fonts = null, forms = false }: PlainPage,
): FastifyReply {
  return sendPlain(reply, title, `${header(site, home)}<main>${body}</main>`, { fonts, forms })
}

/** URLs of the product's typefaces on this host. */
export interface PageFonts {
  readonly text: string
  readonly display: string
}

/** CSS that replaces the system fonts by the product's typefaces. */
function fontRules({ text, display }: PageFonts): string {
  const face = (family: string, address: string) =>
    `@font-face { font-family: ${family}; src: url(${address}) format("woff2"); font-weight: 200 800; font-display: swap; }`
  return `${face('"Instrument Sans"', text)} ${face('Newsreader', display)} body { font-family: "Instrument Sans", system-ui, sans-serif; }`
}

/** Sends a message frameable by any site: no logo, no link, the same for all visitors. */
export function sendFramedPage(reply: FastifyReply, title: string, text: string): FastifyReply {
  return sendPlain(reply, title, `<main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></main>`, {
    ancestors: '*',
  })
}

function sendPlain(
  reply: FastifyReply,
  title: string,
  body: string,
  { ancestors, fonts = null, forms = false }: { ancestors?: string; fonts?: PageFonts | null; forms?: boolean } = {},
): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<style nonce="${nonce}">${style}${fonts ? fontRules(fonts) : ''}</style></head><body>${body}</body></html>`
  const policy = plainPagePolicy(nonce, ancestors, { fonts: fonts !== null, forms })
  return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(html)
}

/** Seconds after which the page for an unavailable database reloads. */
const reloadAfter = 5

/** Sends the 429 page. It must be cheap: it is sent most under load. */
export function sendBusyPage(
  reply: FastifyReply,
  site: PlainSite,
  { retryAfter }: Pick<HttpError, 'retryAfter'>,
): FastifyReply {
  const { title, text } = pageMessages.pages.busy
  const wait = retryAfter === undefined ? '' : `<p>${escapeHtml(waitMessage(retryAfter))}</p>`
  reply.code(429).header('cache-control', 'no-store')
  // An empty address is the page's own, query included.
  const again = '<p><a class="button" href="">Try again</a></p>'
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${wait}${again}`
  return sendPlainPage(reply, site, { title, body })
}

/** Sends the 500 page when rendering the usual error page has failed. */
export function sendBrokenPage(reply: FastifyReply, site: PlainSite): FastifyReply {
  const { title, text } = pageMessages.pages.broken
  reply.code(500).header('cache-control', 'no-store')
  return sendPlainPage(reply, site, { title, body: `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>` })
}

/** Sends the page for an unavailable database; it needs nothing but this process. */
export function sendUnavailablePage(reply: FastifyReply, site: PlainSite): FastifyReply {
  const body = `<h1>Just a moment</h1><p>${escapeHtml(messages.access.databaseUnavailable)}.</p>
<p>Nothing that was saved is lost. This page tries again by itself.</p>`
  reply
    .code(503)
    .header('retry-after', String(reloadAfter))
    .header('refresh', String(reloadAfter))
    .header('cache-control', 'no-store')
  return sendPlainPage(reply, site, { title: site.name(), body })
}
