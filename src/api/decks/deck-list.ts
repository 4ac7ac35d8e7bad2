import { escapeAttribute, escapeText } from '../../document/html.ts'
import { deckUrl, shownTitle } from '../../rules/deck-url.ts'
import { visibilityNames } from '../../rules/visibilities.ts'
import { deckThumbnailUrl } from './deck-json.ts'
import type { DeckRow } from './queries.ts'

function entry(deck: DeckRow, username: string, trashed: boolean): string {
  const href = deckUrl({ username, slug: deck.slug, id: deck.id })
  const title = escapeText(shownTitle(deck.title))
  const picture = `<img src="${escapeAttribute(deckThumbnailUrl(deck))}" alt="" width="240" height="175" loading="lazy">`
  // A deck in the trash has no page.
  const head = trashed
    ? `${picture}<span>${title}</span>`
    : `<a href="${escapeAttribute(href)}">${picture}<span>${title}</span></a>`
  const slides = deck.slide_count === 1 ? '1 slide' : `${deck.slide_count} slides`
  const data = `data-id="${deck.id}" data-slug="${escapeAttribute(deck.slug ?? '')}" data-visibility="${deck.visibility}"`
  return `<li class="deck" ${data}>${head}<small>${visibilityNames[deck.visibility]} · ${slides}</small></li>`
}

/** A user's decks as an HTML list for other pages; the trash with `trashed`. */
export function deckList(decks: readonly DeckRow[], owner: { readonly username: string }, trashed: boolean): string {
  if (decks.length === 0) return `<p class="decks-empty">${trashed ? 'The trash is empty' : 'No decks yet'}</p>`
  const name = trashed ? 'decks decks-trashed' : 'decks'
  return `<ul class="${name}">${decks.map((deck) => entry(deck, owner.username, trashed)).join('')}</ul>`
}
