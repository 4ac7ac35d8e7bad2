import type { DeckDocument, ExportPage } from '../../../api/deck-pages/page-data.ts'
import { type Html, html } from './html.ts'
import { icons } from './icons.ts'
import { type Answer, addressOf, deckDocument, deckFrame } from './shell.ts'

function notesLink({ deck, token, notes }: ExportPage): Html | false {
  if (notes === 'none') return false
  const plain = addressOf(deck, { view: 'export', token })
  const to = notes === 'shown' ? plain : `${plain}${plain.includes('?') ? '&' : '?'}notes=1`
  return html`<a class="button" href="${to}">${notes === 'shown' ? 'Without notes' : 'With notes'}</a>`
}

/** The deck to be printed or kept as a PDF: all slides, one below the other, and nothing else. What floats over them is not printed. */
export function exportPage(data: ExportPage): DeckDocument {
  const { baseUrl, deck, frame, outline, token, notes } = data
  const body = (answer: Answer): Html => html`<main class="stage" data-sheets="${outline.length}">
<h1 class="spoken-only">${deck.title}</h1>
${deckFrame(deck, frame, answer)}
<div class="print-bar" role="group" aria-label="Printing">
<button type="button" class="button primary" data-print disabled>${icons.print}Print</button>
${notesLink(data)}
</div>
<a class="leave" href="${addressOf(deck, { token })}" data-leave title="Back to the deck's page">${icons.close}<span class="spoken-only">Back to the deck's page</span></a>
</main>
<div class="flashes" role="status" aria-live="polite" data-flashes></div>`
  return deckDocument({
    view: 'export',
    kind: notes === 'shown' ? 'with-notes' : '',
    baseUrl,
    deck,
    title: `Print ${deck.title}`,
    body,
    hidden: true,
    data: { frameOrigin: frame.origin },
  })
}
