import type { DeckPageDocument, EmbedPage } from '../../../api/deck-pages/page-data.ts'
import { absoluteProfileUrl } from '../../../rules/deck-url.ts'
import { type Html, html } from './html.ts'
import { icons, logoSign } from './icons.ts'
import { deckFrame, deckPageDocument, fullAddressOf, nameOf } from './shell.ts'

function footer(page: EmbedPage): Html {
  const { baseUrl, deck, siteName, style, token } = page
  const address = fullAddressOf(page, { token })
  return html`<footer class="embed-bar ${style}">
<a class="embed-home" href="${baseUrl}/" target="_blank" rel="noopener" title="${siteName}">${logoSign}</a>
<p class="embed-title"><a href="${address}" target="_blank" rel="noopener" data-deck-link><strong>${deck.title}</strong></a><span class="embed-by"> by <a href="${absoluteProfileUrl(baseUrl, deck.owner)}" target="_blank" rel="noopener">${nameOf(deck.owner)}</a></span></p>
<details class="menu up" data-share><summary class="option" title="Share">${icons.share}<span class="spoken-only">Share</span></summary>
<div class="menu-list share-box"><label for="share-link">Link to this deck</label><div class="share-row"><input id="share-link" readonly value="${address}"><button type="button" class="button primary" data-copy>Copy</button></div><a class="share-more" href="${address}${token ? '&' : '?'}share=1" target="_blank" rel="noopener">More ways to share</a></div></details>
<a class="option" href="${fullAddressOf(page, { view: 'fullscreen', token })}" target="_blank" rel="noopener" data-fullscreen title="Fullscreen">${icons.fullscreen}<span class="spoken-only">Fullscreen</span></a>
</footer>`
}

/** The embedded deck. It needs no session, and every link opens a new window. */
export function embedPage(data: EmbedPage): DeckPageDocument {
  const { baseUrl, deck, frame, style, outline } = data
  return deckPageDocument({
    view: 'embed',
    baseUrl,
    deck,
    body: (
      answer,
    ) => html`<main class="stage"><h1 class="spoken-only">${deck.title}</h1>${deckFrame(deck, frame, answer)}</main>
${style !== 'hidden' && footer(data)}
<div class="spoken-only" aria-live="polite" data-announcer></div>`,
    hidden: true,
    data: {
      frameOrigin: frame.origin,
      slides: outline.map(({ h, v, id }) => [h, v, id]),
      reading: data.reading ?? null,
    },
  })
}
