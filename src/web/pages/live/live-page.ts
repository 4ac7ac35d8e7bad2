import type { DeckPageDocument, LivePage } from '../../../api/deck-pages/page-data.ts'
import { messages } from '../../../rules/messages.ts'
import { html } from '../deck/html.ts'
import { icons } from '../deck/icons.ts'
import { addressOf, avatarOf, deckFrame, deckPageDocument, nameOf } from '../deck/shell.ts'

const [troubleBefore = ''] = messages.connection.trouble.split(messages.connection.contact)

/** The audience's page: the deck that follows the presenter, and a bubble with the connection's state. */
export function livePage({ baseUrl, deck, frame, token, script }: LivePage): DeckPageDocument {
  return deckPageDocument({
    view: 'live',
    baseUrl,
    deck,
    body: (answer) => html`<main class="stage">
<h1 class="spoken-only">${deck.title}</h1>
${deckFrame(deck, frame, answer)}
<button type="button" class="bubble" data-bubble hidden aria-live="polite">${avatarOf(deck.owner, 40)}<span class="bubble-words"><strong data-bubble-title data-deck-title="${deck.title}"></strong><span data-bubble-line aria-live="off" data-author="${nameOf(deck.owner)}"></span></span></button>
<div class="roaming" data-roaming hidden><span data-roaming-words></span><button type="button" class="button primary" data-return>Back to the presenter</button></div>
<p class="lost" data-lost hidden role="status"><strong data-lost-words></strong><span data-lost-trouble hidden>${troubleBefore}<a href="/help" target="_blank" rel="noreferrer">${messages.connection.contact}</a></span><span data-lost-line aria-live="off"></span><button type="button" class="button" data-retry>Retry now</button></p>
<div class="ended" data-refused hidden role="alert"><span class="ended-icon">${icons.self}</span><h2 data-refused-words></h2><p data-refused-hint></p><a class="button" href="${addressOf(deck, { token })}"></a></div>
<button type="button" class="live-fullscreen" data-live-fullscreen title="Fullscreen" hidden>${icons.fullscreen}<span class="spoken-only">Fullscreen</span></button>
</main>
<section class="live-notes" data-notes aria-label="Notes" hidden><p data-notes-words></p></section>
<div class="spoken-only" aria-live="polite" data-announcer data-over-address></div>`,
    hidden: true,
    data: script as Readonly<Record<string, unknown>>,
  })
}
