import type { DeckPageDocument, UpgradePage } from '../../../api/deck-pages/page-data.ts'
import { planOffers } from '../../../rules/plan-offers.ts'
import { type Html, html } from './html.ts'
import { icons } from './icons.ts'
import { addressOf, deckPageDocument } from './shell.ts'
import { siteHeader } from './site-header.ts'

/** Shown instead of the editor for a private deck whose owner's plan no longer includes private decks. */
export function upgradePage(data: UpgradePage): DeckPageDocument {
  const { baseUrl, deck, viewer, isOwner, publicAllowed } = data
  const options = isOwner
    ? html`<p>${planOffers.privateDecks.text} Or make this deck public: everyone will be able to see it.</p>
<p class="actions"><a class="button primary" href="${planOffers.privateDecks.address}">${planOffers.privateDecks.action}</a>
${publicAllowed && html`<button type="button" class="button" data-make-public>Make public</button>`}
<a class="button quiet" href="${addressOf(deck)}">View the deck</a></p>`
    : html`<p>Its owner can choose a plan with private decks, or make it public.</p>
<p class="actions"><a class="button" href="${addressOf(deck)}">View the deck</a></p>`
  const body = (): Html => html`${siteHeader(data, viewer, addressOf(deck))}
<main class="notice"><div class="notice-icon">${icons.self}</div>
<h1>Editing private decks needs a paid plan</h1>
<p>“${deck.title}” is private and stays so. It can be viewed as before, but not edited.</p>
${options}</main>
<div class="toasts" role="status" aria-live="polite" data-toasts></div>`
  return deckPageDocument({
    baseUrl,
    deck,
    view: 'upgrade',
    body,
    hidden: true,
    data: { signedInAs: viewer.username },
  })
}
