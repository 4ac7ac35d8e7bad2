import { absoluteDeckUrl, absoluteProfileUrl, type DeckAddress, type PageOwner } from '../../rules/deck-url.ts'
import { limits } from '../../rules/limits.ts'
import { product } from '../../rules/product.ts'

/** A deck as other sites embed it. */
export interface EmbeddedDeck extends DeckAddress, PageOwner {
  readonly title: string
  readonly authorName: string
  readonly thumbnailUrl: string
}

/** The answer of the oEmbed convention (version 1.0, type rich). Sizes in px. */
export type OembedAnswer = Readonly<Record<string, string | number>>

/** How large an embedded deck may be at most, in px; undefined: as large as it likes. */
export interface MaxSize {
  readonly width: number | undefined
  readonly height: number | undefined
}

/** Pixels of the pictures that decks are shown by. */
const thumbnail = { width: 640, height: 467 }

function bounded(wanted: number, most: number | undefined): number {
  return most === undefined ? wanted : Math.max(limits.embed.min, Math.min(wanted, most))
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** The size of the frame: the usual one, in its proportions made to fit. */
function sizeWithin({ width, height }: MaxSize): { width: number; height: number } {
  const usual = limits.embed
  const scale = Math.min(1, bounded(usual.width, width) / usual.width, bounded(usual.height, height) / usual.height)
  return { width: Math.max(1, Math.floor(usual.width * scale)), height: Math.max(1, Math.floor(usual.height * scale)) }
}

/** What to tell a site that wants to embed a deck. `baseUrl` without trailing slash. */
export function oembedAnswer(deck: EmbeddedDeck, baseUrl: string, max: MaxSize): OembedAnswer {
  const { width, height } = sizeWithin(max)
  const src = absoluteDeckUrl(baseUrl, deck, { view: 'embed' })
  return {
    version: '1.0',
    type: 'rich',
    title: deck.title,
    author_name: deck.authorName,
    author_url: absoluteProfileUrl(baseUrl, deck),
    provider_name: product.name,
    provider_url: baseUrl,
    cache_age: 3600,
    thumbnail_url: baseUrl + deck.thumbnailUrl,
    thumbnail_width: thumbnail.width,
    thumbnail_height: thumbnail.height,
    width,
    height,
    html: `<iframe src="${escaped(src)}" title="${escaped(deck.title)}" width="${width}" height="${height}" frameborder="0" allowfullscreen></iframe>`,
  }
}

/** The same answer as XML. */
export function oembedXml(answer: OembedAnswer): string {
  // Control characters may not stand in XML, not even escaped.
  const legal = (text: string): string => text.replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '').toWellFormed()
  const fields = Object.entries(answer).map(([name, value]) => `<${name}>${escaped(legal(String(value)))}</${name}>`)
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${fields.join('')}</oembed>`
}

/** Which deck an address of this site leads to, whatever its view; null for addresses of other sites and other pages. */
export function deckOfAddress(address: string, baseUrl: string): { username: string; slug: string } | null {
  if (!URL.canParse(address) || address.length > 2000) return null
  const url = new URL(address)
  const own = new URL(baseUrl)
  if (url.host !== own.host && !url.host.endsWith(`.${own.host}`)) return null
  const match = /^\/([^/]+)\/([^/]+)(?:\/(?:embed|fullscreen|live))?\/?$/.exec(url.pathname)
  try {
    return match ? { username: decodeURIComponent(match[1]!), slug: decodeURIComponent(match[2]!) } : null
  } catch {
    return null
  }
}
