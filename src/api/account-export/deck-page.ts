import { randomBytes } from 'node:crypto'
import { escapeAttribute, escapeText } from '../../document/html.ts'
import { assembleWith } from '../../document/structure.ts'
import { frameFields } from '../../rules/deck-fields.ts'
import { shownTitle } from '../../rules/deck-url.ts'
import { limits } from '../../rules/limits.ts'
import { themeColor } from '../../rules/theme-colors.ts'
import { themeFont } from '../../rules/theme-fonts.ts'
import { revealTransition } from '../../rules/transitions.ts'
import type { DeckRow } from '../decks/queries.ts'
import type { DeckContent } from '../decks/read-content.ts'

/** An uploaded file as decks name it; the name is the group. */
const mediaAddress = /(?<=["'(,\s]|&quot;)\/m\/([A-Za-z0-9_-]{8,100}(?:\.[a-z0-9]{2,5})?)/g

/** The names of all uploaded files that a piece of HTML uses. */
export function mediaIn(html: string): string[] {
  return [...html.matchAll(mediaAddress)].map((match) => match[1] as string)
}

/** The slides as reveal.js reads them: notes inside their sections, uploaded files beside the page. */
function slidesWithNotes(content: DeckContent): string {
  const html = assembleWith(content.structure, (id) => {
    const section = content.html[id] ?? ''
    const notes = content.notes[id]
    const end = section.lastIndexOf('</section>')
    if (!notes || end === -1) return section
    const lines = escapeText(notes).replace(/\n/g, '<br>')
    return `${section.slice(0, end)}<aside class="notes">${lines}</aside>${section.slice(end)}`
  })
  return html
    .replace(mediaAddress, '../../media/$1')
    .replace(/(<section\b[^>]*?)\sdata-video-(loop|muted)\b/g, '$1 data-background-video-$2')
}

/** The deck's colors and fonts, under the names that reveal.js themes use. */
function variables(deck: DeckRow): string {
  const color = themeColor(deck.theme_color)
  const font = themeFont(deck.theme_font)
  const values = {
    'background-color': color.background,
    'main-color': color.text,
    'heading-color': color.heading,
    'link-color': color.link,
    'link-color-hover': color.linkHover,
    'selection-background-color': color.accent,
    'selection-color': color.dark ? '#000000' : '#ffffff',
    'accent-color': color.accent,
    'heading-font': font.heading,
    'main-font': font.body,
  }
  return `:root{${Object.entries(values)
    .map(([name, value]) => `--r-${name}:${value}`)
    .join(';')}}`
}

/** What the page tells reveal.js. Only numbers, booleans and ids of the product's own lists. */
function options(deck: DeckRow): string {
  const { rollingLinks: _ours, ...frame } = frameFields(deck)
  const given = {
    width: limits.slide.width,
    height: limits.slide.height,
    ...frame,
    slideNumber: frame.slideNumber ? 'h.v' : false,
    transition: revealTransition(frame.transition),
    hash: true,
  }
  return JSON.stringify(given).replace(/</g, '\\u003c')
}

/**
 * A deck as one readable page that opens from a disk, without a network; it stands two folders below the files it shares
 * with others. Nothing runs in it but reveal.js: pages from a disk have no headers, so its policy stands in it.
 */
export function renderDeckPage(deck: DeckRow, content: DeckContent): string {
  const nonce = randomBytes(16).toString('base64url')
  const policy = `script-src 'nonce-${nonce}'; object-src 'none'; base-uri 'none'; form-action 'none'; connect-src 'none'`
  const classes = ['reveal', deck.center ? 'center' : '', deck.rtl ? 'rtl' : ''].filter((name) => name !== '')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<title>${escapeText(shownTitle(deck.title))}</title>
<meta name="description" content="${escapeAttribute(deck.description)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="../../reveal/reveal.css">
<style>${variables(deck)} html,body{width:100%;height:100%;margin:0;overflow:hidden}</style>
<link rel="stylesheet" href="../../reveal/slides.css">
</head>
<body class="reveal-viewport">
<div class="${classes.join(' ')}">
<div class="slides">
${slidesWithNotes(content)}
</div>
</div>
<script nonce="${nonce}" src="../../reveal/reveal.js"></script>
<script nonce="${nonce}">Reveal.initialize(${options(deck)})</script>
</body>
</html>
`
}
