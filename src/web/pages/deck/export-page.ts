import type { DeckPageDocument, ExportPage } from '../../../api/deck-pages/page-data.ts'
import { type Html, html } from './html.ts'
import { icons } from './icons.ts'
import { type Answer, addressOf, deckFrame, deckPageDocument } from './shell.ts'

function notesLink({ deck, token, notes }: ExportPage): Html | false {
  if (notes === 'none') return false
  const plain = addressOf(deck, { view: 'export', token })
  const to = notes === 'shown' ? plain : `${plain}${plain.includes('?') ? '&' : '?'}notes=1`
  return html`<a class="button" href="${to}">${notes === 'shown' ? 'Without notes' : 'With notes'}</a>`
}

/** The printable deck: all slides, one below the other. The controls over them are not printed. */
export function exportPage(data: ExportPage): DeckPageDocument {
  const { baseUrl, deck, frame, outline, token, notes } = data
  const body = (
    answer: Answer,
  ): Html => html`<main class="stage" data-sheets="${outline.length}" data-sheet-height="${frame.slide.height}">
<style nonce="${answer.nonce}">@page{size:${frame.slide.width}px ${frame.slide.height}px}</style>
<h1 class="spoken-only">${deck.title}</h1>
${deckFrame(deck, frame, answer)}
<div class="print-bar" role="group" aria-label="Printing">
<button type="button" class="button primary" data-print disabled>${icons.print}Print</button>
${notesLink(data)}
</div>
<a class="leave" href="${addressOf(deck, { token })}" data-leave title="Back to the deck's page">${icons.close}<span class="spoken-only">Back to the deck's page</span></a>
</main>
<div class="toasts" role="status" aria-live="polite" data-toasts></div>`
  return deckPageDocument({
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
