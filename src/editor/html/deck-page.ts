import type { Deck } from '../../document/deck-model.ts'
import { escapeAttribute, escapeText } from '../../document/html.ts'
import { slideVariablesCss } from '../../document/output/slide-variables.ts'
import { revealClasses, themeVariablesCss } from '../../document/output/theme-variables.ts'
import { type DeckSettings, deckFieldList } from '../../rules/deck-columns.ts'
import { shownTitle } from '../../rules/deck-url.ts'
import { builtInTheme, themeMeta } from '../../themes/index.ts'
import { openTheme } from '../themes/open-themes.ts'
import { deckHtml } from './read-html.ts'

/** Shows all slides one below the other: the page has neither scripts nor style sheets besides this. */
const css = `body{margin:0;padding:24px}
.slides{display:grid;gap:24px;justify-content:center;font:400 36px/1.3 var(--r-main-font)}
.slides section:has(>section){display:grid;gap:24px}
.slides section:not(:has(>section)){box-sizing:border-box;position:relative;width:var(--l-slide-width);height:var(--l-slide-height);
overflow:hidden;outline:1px solid #8888;color:var(--r-main-color);background:var(--r-background-color);
background-color:attr(data-background-color type(<color>),var(--r-background-color))}
.reveal.center .slides section{align-content:safe center;text-align:center}
.reveal.rtl .slides{direction:rtl}
.slides section[data-visibility=hidden]{opacity:.5}
.slides :is(h1,h2,h3){font-family:var(--r-heading-font);color:var(--r-heading-color);line-height:1.2;margin:0}
.slides a{color:var(--r-link-color)}
.slides .block{position:absolute;text-align:start}
.slides :is(img,svg,video,iframe){max-width:100%;max-height:100%}
.slides aside.notes{display:none}`

/** The meta tags of the deck's description and options, which an import reads again. */
function metaTags(settings: DeckSettings): string[] {
  const options = deckFieldList.flatMap(({ name, meta }) =>
    meta === undefined ? [] : [[meta, settings[name]] as const],
  )
  const theme = builtInTheme(settings.theme_id)
  const named = theme ? [[themeMeta, theme.folder] as const] : []
  return [['description', settings.description] as const, ...named, ...options].map(
    ([name, content]) => `<meta name="${name}" content="${escapeAttribute(String(content ?? ''))}">`,
  )
}

/**
 * Renders the deck as it is in the editor as one HTML file, which can be imported again. It has the colors and font
 * families of the deck's theme, not its CSS. It needs no server, except for uploaded pictures: their relative URLs are
 * resolved against `baseUrl`. No script runs in it.
 */
export function deckPage(deck: Deck, baseUrl: string): string {
  const { settings } = deck
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    // First: a CSP applies only to what follows it.
    `<meta http-equiv="content-security-policy" content="script-src 'none'; object-src 'none'; form-action 'none'">`,
    `<title>${escapeText(shownTitle(settings.title))}</title>`,
    ...metaTags(settings),
    `<base href="${escapeAttribute(`${baseUrl}/`)}" target="_blank">`,
    `<style>${themeVariablesCss(settings, openTheme(settings.theme_id)?.variables)}${slideVariablesCss(settings)}\n${css}</style></head>`,
    `<body><div class="${revealClasses(settings)}"><div class="slides">`,
    deckHtml(deck),
    '</div></div></body></html>\n',
  ].join('\n')
}

/** The file's name: the deck's title without characters that file systems refuse. */
export function deckPageName(title: string): string {
  const name = shownTitle(title)
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  return `${[...name].slice(0, 100).join('').trim() || 'deck'}.html`
}
