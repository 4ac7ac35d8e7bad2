import type { DeckPageDocument, FullscreenPage } from '../../../api/deck-pages/page-data.ts'
import { html } from './html.ts'
import { icons } from './icons.ts'
import { addressOf, deckFrame, deckPageDocument } from './shell.ts'

/** The deck alone, in the whole window. */
export function fullscreenPage({
  baseUrl,
  deck,
  frame,
  outline,
  token,
  reading = null,
}: FullscreenPage): DeckPageDocument {
  return deckPageDocument({
    view: 'fullscreen',
    baseUrl,
    deck,
    body: (answer) => html`<main class="stage">
<h1 class="spoken-only">${deck.title}</h1>
${deckFrame(deck, frame, answer)}
<a class="leave" href="${addressOf(deck, { token })}" data-leave title="Back to the deck's page">${icons.close}<span class="spoken-only">Back to the deck's page</span></a>
</main>
<div class="spoken-only" aria-live="polite" data-announcer></div>`,
    hidden: true,
    data: { frameOrigin: frame.origin, slides: outline.map(({ h, v, id }) => [h, v, id]), reading },
  })
}
