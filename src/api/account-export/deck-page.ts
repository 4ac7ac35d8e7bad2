import { randomBytes } from 'node:crypto'
import { escapeText } from '../../document/html.ts'
import { deckDocument, scriptJson } from '../../document/output/deck-document.ts'
import type { DeckTheme, DrawnTheme } from '../../document/output/frame-types.ts'
import { ownFontCss } from '../../document/output/own-font-css.ts'
import { assembleWith } from '../../document/structure.ts'
import { type DeckSettings, frameFields } from '../../rules/deck-columns.ts'
import { shownTitle } from '../../rules/deck-url.ts'
import type { OwnFont } from '../../rules/own-fonts.ts'
import { slideSizeOf } from '../../rules/slide-size.ts'
import { revealTransition } from '../../rules/transitions.ts'
import type { DeckRow } from '../decks/queries.ts'
import { type DeckContent, dataOf } from '../decks/read-content.ts'

/** The URL of an uploaded file in a deck's HTML. Group 1 is the file name. */
const mediaUrl = /(?<=["'(,\s]|&quot;)\/m\/([A-Za-z0-9_-]{8,100}(?:\.[a-z0-9]{2,5})?)/g

/** The names of all uploaded files that a piece of HTML references. */
export function mediaIn(html: string): string[] {
  return [...html.matchAll(mediaUrl)].map((match) => match[1] as string)
}

/** The slides in reveal.js's format: notes inside their sections, relative URLs for uploaded files. */
function slidesWithNotes(content: DeckContent): string {
  const html = assembleWith(content.structure, (id) => {
    const section = content.html[id] ?? ''
    const notes = content.notes[id]
    const end = section.lastIndexOf('</section>')
    if (!notes || end === -1) return section
    const lines = escapeText(notes).replace(/\n/g, '<br>')
    return `${section.slice(0, end)}<aside class="notes">${lines}</aside>${section.slice(end)}`
  })
  return html.replace(/<section\b[^>]*>/g, (tag) =>
    tag.replace(/\sdata-video-(loop|muted)\b/g, ' data-background-video-$1'),
  )
}

/** Markup or styles with relative URLs for uploaded files. */
function offline(text: string): string {
  return text.replace(mediaUrl, '../../media/$1')
}

/** The theme without scripts, with relative URLs for uploaded files. */
function offlineTheme({ html, css, variables, footer }: DrawnTheme): DeckTheme {
  return { html: offline(html), css: offline(css), variables, footer, js: null, scripts: [] }
}

/**
 * The options of reveal.js in the page: the settings that the deck's frame gets (`frame` in rules/deck-columns.ts).
 * Contains only numbers, booleans and ids of the product's own lists.
 */
export function pageOptions(deck: DeckSettings): Readonly<Record<string, unknown>> {
  // Rolling links are a style of our own player.
  const { rollingLinks: _ours, slideSize, ...fields } = frameFields(deck)
  return {
    ...slideSizeOf(slideSize),
    ...fields,
    slideNumber: fields.slideNumber ? 'h.v' : false,
    transition: revealTransition(fields.transition),
    hash: true,
  }
}

/**
 * Renders a deck as one page that opens from a disk, without a network. The page is two folders below the files that it
 * shares with other decks. A page from a disk has no headers, so its CSP is a meta element; only reveal.js runs.
 */
export function renderDeckPage(
  deck: DeckRow,
  content: DeckContent,
  theme: DrawnTheme | null,
  fonts: readonly OwnFont[] = [],
): string {
  const nonce = randomBytes(16).toString('base64url')
  const policy = `script-src 'nonce-${nonce}'; object-src 'none'; base-uri 'none'; form-action 'none'; connect-src 'none'`
  return deckDocument({
    ...{ title: shownTitle(deck.title), description: deck.description, policy, nonce, appearance: deck },
    theme: theme && offlineTheme(theme),
    styles: {
      inline: [
        'html,body{width:100%;height:100%;margin:0;overflow:hidden}',
        ownFontCss(fonts, dataOf(content) + deck.footer, theme, true).replace(mediaUrl, '../../media/$1'),
      ],
      urls: ['../../reveal/reveal.css', '../../reveal/slides.css'],
    },
    // The footer's logo, too, is a file beside the page.
    wrappers: [{ slides: slidesWithNotes(content), around: offline }],
    scripts: {
      last: [{ url: '../../reveal/reveal.js' }, { code: `Reveal.initialize(${scriptJson(pageOptions(deck))})` }],
    },
  })
}
