import type { DeckDocument, ShownDeck, ShownFrame, ShownPerson } from '../../../api/deck-pages/page-data.ts'
import { deckUrl } from '../../../rules/deck-url.ts'
import { product } from '../../../rules/product.ts'
import { Html, html } from './html.ts'

/** The name that people go by. */
export function nameOf(person: ShownPerson): string {
  return person.name || person.username
}

/** The path of the deck or of one of its views. */
export function addressOf(deck: ShownDeck, options: Parameters<typeof deckUrl>[1] = {}): string {
  return deckUrl({ username: deck.owner.username, slug: deck.slug, id: deck.id }, options)
}

/** A sentence about the deck: its own description, or what can be said without one. */
export function summaryOf(deck: ShownDeck): string {
  const slides = deck.slideCount === 1 ? 'one slide' : `${deck.slideCount} slides`
  return deck.description || `A presentation of ${slides} by ${nameOf(deck.owner)}, made with ${product.name}.`
}

/**
 * Lets the deck begin at the slide of the page's address, long before any message could, and gives it the keyboard when
 * it calls for the first time, which is before the page's own script is there. Inside another page, and when somebody is
 * busy elsewhere, it does not take the focus. For another slide the frame is replaced: a new address for one that is
 * already loading can end in an empty frame.
 */
const beginAt = `{let f=document.getElementById('deck-frame')
if(/^#\\/[\\w%/-]{1,200}$/.test(location.hash)&&location.hash!='#/0'){const g=f.cloneNode();g.src=f.src+location.hash;f.replaceWith(g);f=g}
if(self==top)addEventListener('message',()=>{if(document.activeElement==document.body&&scrollY==0)f.focus({preventScroll:true})},{once:true})}`

/** The iframe element of a deck. It starts with the page. */
export function deckFrame(deck: ShownDeck, frame: ShownFrame, nonce: string): Html {
  const anywhere = frame.ownOrigin ? '' : ' *'
  const allow = ['fullscreen', 'autoplay', 'encrypted-media', 'picture-in-picture']
    .map((name) => name + anywhere)
    .join('; ')
  return html`<iframe id="deck-frame" class="deck-frame" title="${deck.title}" src="${frame.url}" sandbox="${frame.sandbox}" allow="${allow}" referrerpolicy="no-referrer" tabindex="0"></iframe>
<script nonce="${nonce}">${new Html(beginAt)}</script>`
}

export interface Parts {
  readonly view: 'show' | 'embed' | 'fullscreen' | 'upgrade'
  readonly baseUrl: string
  readonly deck: ShownDeck
  readonly head?: Html
  readonly body: (nonce: string) => Html
  readonly data: Readonly<Record<string, unknown>>
  /** Not for search engines. */
  readonly hidden: boolean
}

/** A page made of its parts. */
export function deckDocument({ view, baseUrl, deck, head, body, data, hidden }: Parts): DeckDocument {
  return {
    meta: {
      title: `${deck.title} by ${nameOf(deck.owner)}`,
      description: summaryOf(deck),
      image: baseUrl + deck.thumbnailUrl,
      type: 'article',
      hidden,
    },
    head: head?.text ?? '',
    body: (nonce) => html`<div class="view view-${view}">${body(nonce)}</div>`.text,
    data: { view, deckId: deck.id, ...data },
    hasFrame: view !== 'upgrade',
  }
}

/** How other sites find out what they may embed. */
export function embedLinks(baseUrl: string, deck: ShownDeck): Html {
  const address = encodeURIComponent(baseUrl + addressOf(deck))
  return html`<meta name="author" content="${nameOf(deck.owner)}">
<link rel="alternate" type="application/json+oembed" href="${baseUrl}/oembed?format=json&url=${address}" title="${deck.title}">
<link rel="alternate" type="text/xml+oembed" href="${baseUrl}/oembed?format=xml&url=${address}" title="${deck.title}">`
}
