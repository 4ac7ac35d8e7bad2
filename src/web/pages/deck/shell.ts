import type { DeckDocument, ShownDeck, ShownFrame, ShownPerson } from '../../../api/deck-pages/page-data.ts'
import { absoluteDeckUrl, type DeckUrlOptions, deckUrl } from '../../../rules/deck-url.ts'
import { product } from '../../../rules/product.ts'
import { frameAllowance } from '../../features/live/frame-allowance.ts'
import { Html, html } from './html.ts'

/** The name that people go by. */
export function nameOf(person: Pick<ShownPerson, 'username' | 'name'>): string {
  return person.name || person.username
}

/** The path of the deck or of one of its views. */
export function addressOf(deck: ShownDeck, options?: DeckUrlOptions): string {
  return deckUrl({ username: deck.owner.username, slug: deck.slug, id: deck.id }, options)
}

/** The absolute URL of the deck or of one of its views. */
export function fullAddressOf(
  { baseUrl, deck }: { readonly baseUrl: string; readonly deck: ShownDeck },
  options?: DeckUrlOptions,
): string {
  const { username, teamSlug } = deck.owner
  return absoluteDeckUrl(baseUrl, { username, teamSlug, slug: deck.slug, id: deck.id }, options)
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
 * already loading can end in an empty frame. Keys pressed until then are kept for the page's script (keyboard.ts), and so
 * is the button that was pressed last (early-press.ts).
 * What stands around the deck is drawn when the deck is, or after a second: until then it would take the deck's time.
 */
const beginAt = `{let f=document.getElementById('deck-frame')
const c=document.documentElement.classList,drawn=()=>c.remove('deck-first');c.add('deck-first')
addEventListener('message',e=>{if(e.data?.lectern=='hello')drawn()});addEventListener('load',drawn);setTimeout(drawn,1000)
if(/^#\\/[\\w%/-]{1,200}$/.test(location.hash)&&location.hash!='#/0'){const g=f.cloneNode();g.src=f.src+location.hash;f.replaceWith(g);f=g}
if(self==top)addEventListener('message',()=>{if(document.activeElement==document.body&&scrollY==0)f.focus({preventScroll:true})},{once:true})
self.earlyKeys=[];addEventListener('keydown',e=>{if(self.earlyKeys?.length<20&&e.target==document.body&&scrollY==0&&!e.ctrlKey&&!e.metaKey&&!e.altKey&&/^(Arrow|Page|Home$|End$| $)/.test(e.key)){e.preventDefault();earlyKeys.push(e)}})
self.earlyPress=0;addEventListener('click',e=>{if(self.earlyPress!=null)earlyPress=e.target.closest?.('button')||earlyPress})}`

/**
 * What of the page can be seen before its styles are read: the frame where it will stay, and nothing else. The numbers
 * are those of deck-page.css, which takes everything else here back.
 */
const firstStyles = `body{margin:0}.stage{position:relative;height:calc(100svh - 68px)}:is(.view-fullscreen,.view-export) .stage{height:100svh}
.view-embed{display:flex;flex-direction:column;height:100svh}.view-embed .stage,.view-live .stage{flex:1;height:auto}.view-live{display:flex;flex-direction:column;height:100svh}
.deck-frame{display:block;width:100%;height:100%;border:0}.site-header,.skip-link{position:fixed;transform:translateY(-200%)}.spoken-only{position:absolute;opacity:0}
.has-notes .stage{height:calc(100svh - 216px)}@media(max-width:560px){.view-show>main>.stage{height:calc(100svh - 96px)}}@media(max-aspect-ratio:4/5){.view-show.has-notes>main>.stage{height:calc(73vw + 16px)}}
.view-review{display:grid;grid-template-columns:minmax(0,1fr) 380px}@media(width<850px){.view-review{display:block}.view-review .stage{height:min(73vw + 16px,60svh)}}
.deck-first :is(.deck-bar,.about,.audience-notes,.review-panel,.print-bar,.embed-bar,.leave,.pills,.live-notes,.bubble){content-visibility:hidden}`

/** What a page's markup needs to know of its answer. */
export interface Answer {
  readonly nonce: string
  /** Stands right behind the frame: the page's styles and scripts. */
  readonly behindFrame: Html
}

/** The iframe element of a deck. It starts before anything else of the page does. */
export function deckFrame(deck: ShownDeck, frame: ShownFrame, { nonce, behindFrame }: Answer): Html {
  return html`<iframe id="deck-frame" class="deck-frame" title="${deck.title}" src="${frame.url}" sandbox="${frame.sandbox}" allow="${frameAllowance(frame)}" referrerpolicy="no-referrer" tabindex="0"></iframe>
<script nonce="${nonce}">${new Html(beginAt)}</script>
${behindFrame}`
}

export interface Parts {
  readonly view: 'show' | 'embed' | 'fullscreen' | 'live' | 'upgrade' | 'review' | 'export'
  /** A further class of the view's element. */
  readonly kind?: string
  readonly baseUrl: string
  readonly deck: ShownDeck
  /** What the tab says, where it is not the deck itself. */
  readonly title?: string
  readonly head?: Html
  readonly body: (answer: Answer) => Html
  readonly data: Readonly<Record<string, unknown>>
  /** Not for search engines. */
  readonly hidden: boolean
}

/** A page made of its parts. */
export function deckDocument({ view, kind, baseUrl, deck, title, head, body, data, hidden }: Parts): DeckDocument {
  return {
    meta: {
      title: title ?? `${deck.title} by ${nameOf(deck.owner)}`,
      description: summaryOf(deck),
      image: baseUrl + deck.sharingUrl,
      type: 'article',
      hidden,
    },
    head: head?.text ?? '',
    body: (nonce, behindFrame) =>
      html`${view !== 'upgrade' && html`<style nonce="${nonce}">${new Html(firstStyles)}</style>`}<div class="view view-${view}${kind && ` ${kind}`}">${body({ nonce, behindFrame: new Html(behindFrame) })}</div>`
        .text,
    data: { view, deckId: deck.id, ...data },
    hasFrame: view !== 'upgrade',
  }
}

/** How other sites find out what they may embed. */
export function embedLinks(baseUrl: string, deck: ShownDeck): Html {
  const address = encodeURIComponent(fullAddressOf({ baseUrl, deck }))
  return html`<meta name="author" content="${nameOf(deck.owner)}">
<link rel="alternate" type="application/json+oembed" href="${baseUrl}/oembed?format=json&url=${address}" title="${deck.title}">
<link rel="alternate" type="text/xml+oembed" href="${baseUrl}/oembed?format=xml&url=${address}" title="${deck.title}">`
}
