import type { DeckPageDocument, ShownDeck, ShownFrame, ShownPerson } from '../../../api/deck-pages/page-data.ts'
import { absoluteDeckUrl, type DeckUrlOptions, deckUrl } from '../../../rules/deck-url.ts'
import { product } from '../../../rules/product.ts'
import { frameAllowance } from '../../features/live/frame-allowance.ts'
import { Html, html } from './html.ts'

/** The displayed name. */
export function nameOf(person: Pick<ShownPerson, 'username' | 'name'>): string {
  return person.name || person.username
}

/** A user's picture, `size` px wide; nothing for a suspended user. */
export function avatarOf({ pictureUrl }: Pick<ShownPerson, 'pictureUrl'>, size: number): Html | null {
  if (pictureUrl === null) return null
  return html`<img class="avatar" src="${pictureUrl}" alt="" width="${size}" height="${size}" loading="lazy">`
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

/** The deck's description, or a generated one. */
function summaryOf(deck: ShownDeck): string {
  const slides = deck.slideCount === 1 ? 'one slide' : `${deck.slideCount} slides`
  return deck.description || `A presentation of ${slides} by ${nameOf(deck.owner)}, made with ${product.name}.`
}

/**
 * Inline script behind the frame.
 * Starts the deck at the slide of the URL's hash. The frame is replaced for that: changing the URL of a loading frame
 * can leave it empty.
 * Focuses the frame at its first message, unless the page is embedded, scrolled, or another element has the focus.
 * Records keys (keyboard.ts) and the last pressed button (early-press.ts) until the page's script runs.
 * Shows the rest of the page once the deck is painted, or after a second: earlier it would delay the deck.
 */
const frameScript = `{let f=document.getElementById('deck-frame')
const c=document.documentElement.classList,drawn=()=>c.remove('deck-first');c.add('deck-first')
addEventListener('message',e=>{if(e.data?.lectern=='hello')drawn()});addEventListener('load',drawn);setTimeout(drawn,1000)
if(/^#\\/[\\w%/-]{1,200}$/.test(location.hash)&&location.hash!='#/0'){const g=f.cloneNode();g.src=f.src+location.hash;f.replaceWith(g);f=g}
if(self==top)addEventListener('message',()=>{if(document.activeElement==document.body&&scrollY==0)f.focus({preventScroll:true})},{once:true})
self.earlyKeys=[];addEventListener('keydown',e=>{if(self.earlyKeys?.length<20&&e.target==document.body&&scrollY==0&&!e.ctrlKey&&!e.metaKey&&!e.altKey&&/^(Arrow|Page|Home$|End$| $)/.test(e.key)){e.preventDefault();earlyKeys.push(e)}})
self.earlyPress=0;addEventListener('click',e=>{if(self.earlyPress!=null)earlyPress=e.target.closest?.('button')||earlyPress})}`

/**
 * Styles that apply before the style sheet is loaded: the frame at its final position, all else hidden. The sizes are
 * those of deck-page.css, which overrides the rest.
 */
const firstStyles = `body{margin:0}.stage{position:relative;height:calc(100svh - 68px)}:is(.view-fullscreen,.view-export) .stage{height:100svh}
.view-embed{display:flex;flex-direction:column;height:100svh}.view-embed .stage,.view-live .stage{flex:1;height:auto}.view-live{display:flex;flex-direction:column;height:100svh}
.deck-frame{display:block;width:100%;height:100%;border:0}.site-header,.skip-link{position:fixed;transform:translateY(-200%)}.spoken-only{position:absolute;opacity:0}
.has-notes .stage{height:calc(100svh - 216px)}@media(max-width:560px){.view-show>main>.stage{height:calc(100svh - 96px)}}@media(max-aspect-ratio:4/5){.view-show.has-notes>main>.stage{height:calc(73vw + 16px)}}
.view-review{display:grid;grid-template-columns:minmax(0,1fr) 380px auto}.review-people{width:60px}@media(width<850px){.view-review{display:block}.view-review .stage{height:min(73vw + 16px,60svh)}}
.deck-first :is(.deck-bar,.about,.audience-notes,.review-panel,.print-bar,.embed-bar,.leave,.pills,.live-notes,.bubble){content-visibility:hidden}`

/** Parts of the markup that differ per answer. */
export interface Answer {
  readonly nonce: string
  /** The page's styles and scripts, inserted right after the frame. */
  readonly behindFrame: Html
}

/** The deck's iframe. It is placed first, so that it loads before anything else of the page. */
export function deckFrame(deck: ShownDeck, frame: ShownFrame, { nonce, behindFrame }: Answer): Html {
  return html`<iframe id="deck-frame" class="deck-frame" title="${deck.title}" src="${frame.url}" sandbox="${frame.sandbox}" allow="${frameAllowance(frame)}" referrerpolicy="no-referrer" tabindex="0"></iframe>
<script nonce="${nonce}">${new Html(frameScript)}</script>
${behindFrame}`
}

export interface Parts {
  readonly view: 'show' | 'embed' | 'fullscreen' | 'live' | 'upgrade' | 'review' | 'export'
  /** An additional class of the view's element. */
  readonly kind?: string
  readonly baseUrl: string
  readonly deck: ShownDeck
  /** The document title, if not the deck's own. */
  readonly title?: string
  readonly head?: Html
  readonly body: (answer: Answer) => Html
  readonly data: Readonly<Record<string, unknown>>
  /** Excluded from search engines. */
  readonly hidden: boolean
}

/** Assembles a deck page. */
export function deckPageDocument({
  view,
  kind,
  baseUrl,
  deck,
  title,
  head,
  body,
  data,
  hidden,
}: Parts): DeckPageDocument {
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

/** Meta elements for oEmbed discovery. */
export function embedLinks(baseUrl: string, deck: ShownDeck): Html {
  const address = encodeURIComponent(fullAddressOf({ baseUrl, deck }))
  return html`<meta name="author" content="${nameOf(deck.owner)}">
<link rel="alternate" type="application/json+oembed" href="${baseUrl}/oembed?format=json&url=${address}" title="${deck.title}">
<link rel="alternate" type="text/xml+oembed" href="${baseUrl}/oembed?format=xml&url=${address}" title="${deck.title}">`
}
